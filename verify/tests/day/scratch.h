// A small course in a temporary folder, for the tests of `day`: sources, a build folder, and a folder of pretended
// programs (cmake, nvidia-smi, ...) that comes first in PATH. The environment is as before at the end.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/commands/commands.h"

namespace day {

// A program with two gates, and the breaks and the page that belong to it.
inline const std::string PROGRAM = R"(// Day 7 - Doubling: y is twice x
// Needs:  nothing
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day007-doubling/doubling.cu -o day007
// Device: any
#include "verify/gate.h"
// y[n] = 2 x[n]
__global__ void doubling(const float* x, float* y, int N) {
    const int n = threadIdx.x;
    if (n < N) y[n] = 2.0f * x[n];
}

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y", "sum"});
    return gates.finish();
}
)";

inline const std::string BREAKS = R"(format = 1

[[break]]
id = "thrice"
title = "Take three | for two"
level = 1
[[break.edit]]
in = "doubling"
find = "2.0f"
replace = "3.0f"
[break.expect]
fail = ["y", "sum"]
[break.text]
hints = ["Count."]
why = "Three is not two."
)";

// The exercise of its kernel.
inline std::string kernel_table(const std::string& gates = "\"y\", \"sum\"") {
    return "\n[[kernel]]\nname = \"doubling\"\ngates = [" + gates +
           "]\nhints = [\"What does a thread do?\", \"Which element is its own?\", \"The last line.\"]\n";
}

class Scratch {
 public:
    Scratch() {
        char name[] = "/tmp/day_test_XXXXXX";
        root = fs::canonical(mkdtemp(name));
        tree = {root / "course", root / "build"};
        fs::create_directories(tree.source / "lessons");
        fs::create_directories(tree.build);
        set("DAYBREAK_SOURCE_DIR", tree.source.string());
        set("DAYBREAK_BUILD_DIR", tree.build.string());
        set("PATH", (root / "bin").string() + ":" + std::getenv("PATH"));
        for (const char* name :
             {"DAYBREAK_ORDER", "DAYBREAK_EXACT", "DAYBREAK_LEAKS", "DAYBREAK_CHECK", "DAYBREAK_FINDINGS", "CUDAARCHS"})
            set(name, std::nullopt);
        set("CUDACXX", "/no/nvcc");
        set("DAYBREAK_PROGRESS", (root / "progress.txt").string());
        pretend("nvidia-smi", "echo 'No devices were found'; exit 6");
    }
    ~Scratch() {
        for (const auto& [name, value] : former_)
            value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
        fs::remove_all(root);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    void set(const std::string& name, const std::optional<std::string>& value) {
        const char* now = std::getenv(name.c_str());
        former_.try_emplace(name, now ? std::optional<std::string>(now) : std::nullopt);
        value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
    }

    // A program in the first folder of PATH: a shell script with this body.
    void pretend(const std::string& name, const std::string& body) { script(root / "bin" / name, body); }

    static void script(const fs::path& file, const std::string& body) {
        write_file(file, "#!/bin/sh\n" + body + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }

    // Day 7, and a cmake that "builds" it: its program is a script with this body.
    Lesson lesson(const std::string& program_body = "exit 0") {
        const fs::path folder = tree.source / "lessons" / "day007-doubling";
        write_file(folder / "doubling.cu", PROGRAM);
        write_file(folder / "breaks.toml", BREAKS);
        write_file(tree.build / "CMakeCache.txt", "DAYBREAK_CUDAARCHS:STRING=\n");
        for (const char* device : {"cpu", "check", "gpu"}) {
            script(tree.build / device / "day007", program_body);
            write_file(tree.build / device / "day007.d", "day007: " + (folder / "doubling.cu").string() + "\n");
        }
        pretend("cmake", "exit 0");
        return lesson_of_day(tree, 7);
    }

    fs::path root;
    Tree tree;

 private:
    std::map<std::string, std::optional<std::string>> former_;
};

// What a command printed and returned.
struct Said {
    int code;
    std::string out, err;
};

inline Said say(const std::vector<std::string>& arguments) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = day_main(arguments);
    return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

// The message of the Failure that `act` throws; "" when it throws none.
template <class Act>
std::string failure_of(Act act) {
    try {
        act();
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "";
}

// Is the process whose number stands in `file` gone, or soon? Whoever inherits it may take a moment to notice, or never
// ask for what is left of it.
inline bool soon_gone(const fs::path& file) {
    const pid_t process = std::stoi(read_file(file));
    const fs::path status = "/proc/" + std::to_string(process) + "/stat";
    for (int i = 0; i < 200; ++i) {
        if (kill(process, 0) != 0) return true;
        if (fs::exists(status) && read_file(status).find(") Z") != std::string::npos) return true;
        usleep(10000);
    }
    return false;
}

}  // namespace day
