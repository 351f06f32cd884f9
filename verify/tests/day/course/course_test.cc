// What a lesson must be: the same line from `day list`, `day run`, `day pages` and from CMake when it configures.

#include <gtest/gtest.h>

#include <functional>

#include "verify/day/base/process.h"
#include "verify/day/course/course.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/device.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

const fs::path REPOSITORY = Tree::from_environment().source;  // before a Scratch says otherwise

bool has(const std::string& text, const std::string& words) { return text.find(words) != text.npos; }

// The text with one thing in it replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
    EXPECT_EQ(times(text, from), 1u) << from;
    return text.replace(text.find(from), from.size(), to);
}

// What CMake finds wrong with the lessons, in the lines that it configures with.
std::string found_by_cmake(const Scratch& scratch) {
    write_file(scratch.tree.source / "CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\nproject(course LANGUAGES NONE)\ninclude(" +
                   (REPOSITORY / "verify" / "lesson.cmake").string() +
                   ")\nfind_lessons()\nlist(JOIN problems \"\\n\" lines)\nmessage(NOTICE \"${lines}\")\n"
                   "list(JOIN lessons \"\\n\" lines)\nmessage(NOTICE \"builds ${lines}\")\n");
    const Outcome outcome = capture({.words = {"/usr/bin/env", "cmake", "-G", "Ninja", "-S",
                                               scratch.tree.source.string(), "-B", (scratch.root / "cmake").string()}});
    EXPECT_TRUE(outcome.good()) << outcome.output;
    return outcome.output;
}

struct Course : testing::Test {
    Course() { fs::remove_all(scratch.root / "bin" / "cmake"); }

    // Holds all four to the line. `day`: as one asks for the lesson.
    void expect_problem(const std::string& day, const std::string& line) {
        EXPECT_TRUE(has(say({"list"}).out, "! " + line.substr(0, 30))) << say({"list"}).out;
        const Said said = say({"run", day});
        EXPECT_EQ(said.code, 1);
        EXPECT_EQ(said.err, "day: " + line + "\n");
        EXPECT_TRUE(has(say({"pages", "--check"}).out, line)) << say({"pages", "--check"}).out;
        const std::string cmake = found_by_cmake(scratch);
        EXPECT_TRUE(has(cmake, line + "\n")) << line << "\n" << cmake;
    }

    void plant(const std::string& folder, const std::string& text = PROGRAM) {
        write_file(scratch.tree.source / "lessons" / folder / "doubling.cu", text);
        write_file(scratch.tree.source / "lessons" / folder / "README.md", "");
    }

    Scratch scratch;
};

TEST_F(Course, ASoundLessonIsFound) {
    plant("day007-doubling");
    EXPECT_EQ(lesson_of_day(scratch.tree, 7).problem, "");
    EXPECT_TRUE(has(found_by_cmake(scratch), "builds lessons/day007-doubling/doubling.cu\n"));
}

TEST_F(Course, AFolderHasTheNameOfADay) {
    for (const std::string name : {"day45-x", "day045_x", "day045-X", "day045-", "day0045-x", "045-x"}) {
        fs::remove_all(scratch.tree.source / "lessons");
        plant(name);
        expect_problem(
            "45", "lessons/" + name + " is no folder of a day: its name must be dayNNN-slug, like day045-gemm-tiled");
    }
}

TEST_F(Course, ADayIsOneFolderWithOneProgram) {
    plant("day007-doubling");
    plant("day007-halving", with(PROGRAM, "day007-doubling/", "day007-halving/"));
    expect_problem("7", "lessons/day007-halving has the number of lessons/day007-doubling");
    fs::remove_all(scratch.tree.source / "lessons" / "day007-halving");
    write_file(scratch.tree.source / "lessons" / "day007-doubling" / "second.cu", PROGRAM);
    expect_problem("7", "lessons/day007-doubling needs exactly one .cu file and has 2");
    for (const char* name : {"second.cu", "doubling.cu"})
        fs::remove(scratch.tree.source / "lessons" / "day007-doubling" / name);
    expect_problem("7", "lessons/day007-doubling needs exactly one .cu file and has 0");
}

TEST_F(Course, AProgramHasItsTitleAndItsKeys) {
    const std::string file = "lessons/day007-doubling/doubling.cu";
    const std::string alone = "// Alone:  nvcc -std=c++20 -O3 -I . " + file + " -o day007";
    const auto expect_head = [&](const std::string& from, const std::string& to, const std::string& line) {
        plant("day007-doubling", with(PROGRAM, from, to));
        expect_problem("7", line);
    };
    for (const std::string title : {"// Day 7 -", "// Day 8 - Doubling", "// Doubling", ""})
        expect_head("// Day 7 - Doubling: y is twice x", title,
                    "the first line of " + file + " must be `// Day 7 - TITLE`");
    expect_head("// Needs:  nothing", "//", file + ":1: needs a header line `// Needs:  nothing`");
    expect_head("// Device: any", "//", file + ":1: needs a header line `// Device: any`");
    expect_head(alone, "//", file + ":1: needs a header line `" + alone + "`");
    for (const std::string device : {"sm_75", "any or sm_90a", "sm_90", "ANY"})
        expect_head(
            "// Device: any", "// Device: " + device,
            file + ":4: Device is `" + device + "` and must be any, sm_80, sm_90a, `sm_80 or any` or `sm_90a or any`");
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"day007-doubling/doubling.cu", "day007-doubling/other.cu"},
                                                          {"doubling.cu -o", "doubling.cu lessons/day001-a/a.cu -o"},
                                                          {"-o day007", "-o day008"},
                                                          {"-o day007", ""},
                                                          {"nvcc", "g++"}})
        expect_head(from, to, file + ":3: this line must build this program alone: `" + alone + "`");
}

TEST(DeviceKey, IsReadAsItStandsThere) {
    for (const char* text : {"any", "sm_80", "sm_90a", "sm_80 or any", "sm_90a or any"})
        EXPECT_EQ(device_key(text).value().text(), text);
    EXPECT_FALSE(device_key("sm_100"));
    EXPECT_TRUE(device_key("sm_90a or any")->plain_path);
    EXPECT_FALSE(device_key("sm_90a")->plain_path);
    EXPECT_EQ(device_key_of("// Device: sm_80\nint main() {}\n").architecture, "sm_80");
    EXPECT_TRUE(device_key_of("int main() {}\n").plain_path);
}

// ---- A lesson for another device ------------------------------------------------------------------

struct AnotherDevice : testing::Test {
    AnotherDevice() { lesson = scratch.lesson("echo ran"); }
    void needs(const std::string& device) {
        write_file(lesson.program, with(PROGRAM, "// Device: any", "// Device: " + device));
    }
    void gpu(const std::string& capability) {
        scratch.pretend("nvidia-smi",
                        "case $1 in *compute_cap) echo " + capability + " ;; *) echo 'NVIDIA A100, 580.1' ;; esac");
        scratch.pretend("nvcc", "exit 0");
        scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    }
    Scratch scratch;
    Lesson lesson;
};

TEST_F(AnotherDevice, IsOneLineFromEveryCommand) {
    needs("sm_90a");
    const std::string need = "day: day 7 needs a GPU of compute capability 9.0 (sm_90a), and this is the CPU device",
                      record = ": no run on such a GPU is recorded yet\n";
    const auto expect_skip = [&](const std::vector<std::string>& typed, const std::string& line) {
        const Said said = say(typed);
        EXPECT_EQ(said.code, NO_SUITABLE_DEVICE) << typed[0];
        EXPECT_EQ(said.err, line) << typed[0];
    };
    expect_skip({"run", "7"}, need + " (no GPU seen)" + record);
    EXPECT_EQ(say({"run", "7"}).out, "");
    expect_skip({"run", "7", "--device", "cpu"}, need + " (--device cpu)" + record);
    expect_skip({"check", "7"}, need + record);
    expect_skip({"counts", "7"}, need + record);
    Scratch::script(scratch.tree.build / "cpucc", "echo built it");
    expect_skip({"predict", "7", "thrice", "y"}, need + record);
    write_file(lesson.evidence("h200"), "");
    expect_skip({"run", "7"},
                need + " (no GPU seen): its recorded run is in lessons/day007-doubling/evidence/h200.txt\n");
    gpu("8.0");
    expect_skip({"run", "7"},
                "day: day 7 needs a GPU of compute capability 9.0 (sm_90a), and this is the NVIDIA A100 of compute "
                "capability 8.0: its recorded run is in lessons/day007-doubling/evidence/h200.txt\n");
    gpu("10.0");  // sm_90a runs on 9.0 alone
    EXPECT_EQ(say({"run", "7"}).code, NO_SUITABLE_DEVICE);
    gpu("9.0");
    EXPECT_TRUE(has(say({"run", "7"}).out, "| NVIDIA A100\nran\n"));
}

TEST_F(AnotherDevice, ANewerGpuThanTheOldestIsEnoughForSm80) {
    needs("sm_80");
    gpu("7.5");
    EXPECT_TRUE(has(say({"run", "7"}).err, "needs a GPU of compute capability 8.0 or higher (sm_80)"));
    for (const char* capability : {"8.0", "8.9", "10.0", "12.1"}) {
        gpu(capability);
        EXPECT_TRUE(has(say({"run", "7"}).out, "ran\n")) << capability;
    }
}

TEST_F(AnotherDevice, APlainPathRunsEverywhere) {
    needs("sm_90a or any");
    EXPECT_TRUE(has(say({"run", "7"}).out, "ran\n"));
    gpu("7.5");
    EXPECT_TRUE(has(say({"run", "7"}).out, "ran\n"));
}

}  // namespace
}  // namespace day
