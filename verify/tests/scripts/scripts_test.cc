// The scripts, on machines that are pretended: without packages, without a network, with old tools.

#include <gtest/gtest.h>

#include <set>

#include "verify/day/base/process.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

const fs::path SCRIPTS = Tree::from_environment().source / "scripts";  // before a Scratch says otherwise

class Scripts : public testing::Test {
 protected:
    Scripts() {
        fs::create_directories(root);
        fs::copy(SCRIPTS, root / "scripts", fs::copy_options::recursive);
        scratch.set("DAYBREAK_SETUP", std::nullopt);
        scratch.set("CXX", std::nullopt);
        scratch.set("DAYBREAK_BUILD_DIR", std::nullopt);
        scratch.pretend("id", "echo 0");
    }

    Outcome script(const std::string& name, std::vector<std::string> arguments = {}) {
        arguments.insert(arguments.begin(), (root / "scripts" / name).string());
        return capture({.words = arguments, .limit_s = 60.0});
    }

    // A PATH with nothing in it but these tools of the system.
    void only(const std::vector<std::string>& tools) {
        const fs::path folder = scratch.root / "only";
        fs::create_directories(folder);
        for (const std::string& tool : tools)
            if (const auto found = which(tool)) fs::create_symlink(*found, folder / tool);
        scratch.set("PATH", (scratch.root / "bin").string() + ":" + folder.string());
    }

    // dpkg-query that knows every package but zlib1g-dev.
    void lack_zlib() {
        scratch.pretend("dpkg-query", "shift 3; for p; do [ $p = zlib1g-dev ] || echo $p installed; done; exit 1");
        scratch.pretend("sudo", "exec \"$@\"");
    }

    Scratch scratch;
    fs::path root = scratch.root / "checkout";
};

TEST_F(Scripts, EachSaysWhatItDoes) {
    for (const char* name : {"setup", "build", "test", "record", "pages", "tour"}) {
        const Outcome outcome = script(name, {"--help"});
        EXPECT_TRUE(outcome.good()) << name;
        EXPECT_NE(outcome.output.find(std::string("scripts/") + name), std::string::npos) << outcome.output;
        EXPECT_EQ(outcome.output.find("set -euo"), std::string::npos) << outcome.output;
    }
    EXPECT_EQ(script("setup", {"--now"}).exit, 1);
    EXPECT_EQ(script("build", {"release"}).exit, 1);
}

TEST_F(Scripts, SetupIsQuietWhenNothingIsMissing) {
    scratch.pretend("dpkg-query", "shift 3; for p; do echo $p installed; done");
    scratch.pretend("apt-get", "echo called; exit 1");
    EXPECT_EQ(script("setup", {"--quiet"}).output, "");
    EXPECT_NE(script("setup", {"--test"}).output.find("setup: nothing is missing"), std::string::npos);
}

TEST_F(Scripts, SetupInstallsWhatIsMissing) {
    lack_zlib();
    scratch.pretend("apt-get", "echo \"$@\" >>" + (scratch.root / "calls").string());
    const Outcome outcome = script("setup", {"--quiet"});
    EXPECT_TRUE(outcome.good()) << outcome.output;
    EXPECT_NE(outcome.output.find("setup: installing 1 of "), std::string::npos) << outcome.output;
    const std::string calls = read_file(scratch.root / "calls");
    EXPECT_NE(calls.find("update"), std::string::npos);
    EXPECT_NE(calls.find("install -y --no-install-recommends"), std::string::npos);
    EXPECT_NE(calls.find("zlib1g-dev"), std::string::npos);
    EXPECT_EQ(calls.find("cmake"), std::string::npos);
}

TEST_F(Scripts, SetupSaysWhyAptFails) {
    lack_zlib();
    const auto last_line = [&](const std::string& apt_says) {
        scratch.pretend("apt-get", "echo '" + apt_says + "'; exit 100");
        const Outcome outcome = script("setup");
        EXPECT_EQ(outcome.exit, 1);
        return lines_of(outcome.output).back();
    };
    EXPECT_EQ(last_line("W: Failed to fetch http://x  Temporary failure resolving x"),
              "setup: apt reaches no package server: connect this machine, or install by other means: zlib1g-dev");
    EXPECT_EQ(last_line("E: Unable to locate package zlib1g-dev").substr(0, 37),
              "setup: this release lacks a package: ");
    EXPECT_EQ(last_line("E: write error - No space left on device").substr(0, 24), "setup: the disk is full:");
    EXPECT_EQ(last_line("E: something else").substr(0, 22), "setup: apt-get failed:");
}

TEST_F(Scripts, SetupOnAnotherSystemNamesThePackages) {
    only({"bash", "dirname", "env", "grep", "sed"});
    const Outcome outcome = script("setup");
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_NE(outcome.output.find("this is no Debian or Ubuntu"), std::string::npos);
    EXPECT_NE(outcome.output.find("    cmake  "), std::string::npos) << outcome.output;
    EXPECT_NE(outcome.output.find("apt-get install -y --no-install-recommends g++ cmake"), std::string::npos);
    scratch.set("DAYBREAK_SETUP", "skip");
    EXPECT_TRUE(script("setup").good());
}

TEST_F(Scripts, BuildNamesWhatIsMissing) {
    only({"bash", "dirname", "env", "grep", "head", "mkdir", "rm", "sed", "sort", "tail"});
    const auto says = [&] { return script("build", {"day"}).output; };
    EXPECT_EQ(says(), "build: cmake is missing: scripts/setup installs it\n");
    scratch.pretend("cmake", "echo 'cmake version 3.22.1'");
    EXPECT_EQ(says(), "build: ninja is missing: scripts/setup installs it (package ninja-build)\n");
    scratch.pretend("ninja", "exit 0");
    EXPECT_EQ(says(), "build: no C++ compiler (c++): scripts/setup installs g++, or set CXX\n");
    scratch.pretend("c++", "exit 0");
    EXPECT_EQ(says(), "build: cmake 3.22.1 is too old: 3.25 or newer is needed (apt-get install cmake)\n");
    scratch.pretend("cmake",
                    "[ $1 = --version ] && { echo 'cmake version 3.25.1'; exit 0; }\necho 'CMake Error'; exit 1");
    EXPECT_EQ(says(),
              "Setting up build/day (once; one to three minutes)\nCMake Error\n"
              "build: CMake could not configure build/day: the lines above say why\n");
}

TEST_F(Scripts, BuildSaysWhyTheFolderCannotBeWritten) {
    scratch.pretend("cmake", "echo 'cmake version 3.25.1'");
    scratch.pretend("ninja", "exit 0");
    scratch.pretend("c++", "exit 0");
    scratch.pretend("head", "echo 'head: write error: No space left on device' >&2; exit 1");
    EXPECT_NE(script("build", {"day"}).output.find("build: no space left on the disk of "), std::string::npos);
    scratch.pretend("mkdir", "echo 'mkdir: cannot create directory: Read-only file system' >&2; exit 1");
    EXPECT_NE(script("build", {"day"}).output.find("cannot be written (a read-only checkout?)"), std::string::npos);
}

TEST_F(Scripts, BuildIsSilentWhenNothingChanged) {
    write_file(root / "build" / "day" / "build.ninja", "");
    scratch.pretend("cmake", "echo '[0/2] Re-checking globbed directories...'; echo 'ninja: no work to do.'");
    EXPECT_EQ(script("build", {"day", "day"}).output, "");
    scratch.pretend("cmake", "echo \"$*\" | sed 's/.*--target/--target/'");
    EXPECT_EQ(script("build", {"day", "a", "b"}).output, "--target a b\n");
    scratch.pretend("cmake", "echo 'x.cc: error'; exit 1");
    const Outcome outcome = script("build", {"day", "day"});
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_TRUE(outcome.output.starts_with("x.cc: error\nbuild: build/day does not build: ")) << outcome.output;
}

TEST_F(Scripts, OfVeryManyComplaintsTheBeginningAndTheEndAreShown) {
    write_file(root / "build" / "day" / "build.ninja", "");
    scratch.pretend("cmake", "i=0; while [ $i -lt 500 ]; do i=$((i + 1)); echo \"error $i\"; done; exit 1");
    const std::vector<std::string> lines = lines_of(script("build", {"day", "day"}).output);
    ASSERT_EQ(lines.size(), 112u);
    EXPECT_EQ(lines[99], "error 100");
    EXPECT_EQ(lines[100], "(390 lines are left out here)");
    EXPECT_EQ(lines[110], "error 500");
    EXPECT_TRUE(lines[111].starts_with("build: build/day does not build: ")) << lines[111];
}

TEST_F(Scripts, DayRunsTheProgramWithItsArguments) {
    scratch.set("DAYBREAK_SETUP", "skip");
    write_file(root / "build" / "day" / "build.ninja", "");
    scratch.pretend("cmake", "exit 0");
    Scratch::script(root / "build" / "day" / "day", "echo \"$#: $*\"; exit 4");
    EXPECT_EQ(script("day", {"run", "a b"}).output, "2: run a b\n");
    EXPECT_EQ(script("day").exit, 4);
    EXPECT_EQ(script("record", {"99"}).output, "2: record 99\n");
    EXPECT_EQ(script("pages", {"--check"}).output, "2: pages --check\n");
}

TEST_F(Scripts, ABuildFolderOfOnesOwnServesAReadOnlyCheckout) {
    const fs::path own = scratch.root / "my builds";
    scratch.set("DAYBREAK_SETUP", "skip");
    scratch.set("DAYBREAK_BUILD_DIR", own.string());
    write_file(own / "build.ninja", "");
    scratch.pretend("cmake", "echo \"$2\"");
    Scratch::script(own / "day", "echo \"$*\"");
    EXPECT_EQ(script("day", {"list"}).output, own.string() + "\nlist\n");
    EXPECT_FALSE(fs::exists(root / "build"));
}

TEST_F(Scripts, ACheckoutWithAPathThatCMakeCannotCarryIsBuiltThroughALink) {
    scratch.pretend("cmake", "echo \"$2\"");  // the folder of cmake --build
    const fs::path plain = root, cache = scratch.root / "my cache";
    scratch.set("XDG_CACHE_HOME", cache.string());
    const auto move_to = [&](const std::string& name) {
        root = plain.string() + name;
        fs::create_directories(root);
        fs::copy(SCRIPTS, root / "scripts", fs::copy_options::recursive);
        write_file(root / "build" / "day" / "build.ninja", "");
    };
    std::set<std::string> links;
    for (const char c : std::string("'\"&#;<>\\$^*?|`[]")) {
        move_to(std::string(" a") + c + "b");
        const std::string output = script("build", {"day"}).output, end = "/build/day\n";
        ASSERT_TRUE(output.ends_with(end)) << output;
        const fs::path link = output.substr(0, output.size() - end.size());
        EXPECT_EQ(link.parent_path(), cache / "daybreak");
        EXPECT_EQ(fs::read_symlink(link), root);
        links.insert(link);
        fs::remove(link);
        fs::create_directory_symlink("/", link);  // wrong, and put right
        EXPECT_EQ(script("build", {"day"}).output, output);
        EXPECT_EQ(fs::read_symlink(link), root);
    }
    EXPECT_EQ(links.size(), 16u);  // each has its own
    scratch.set("XDG_CACHE_HOME", (scratch.root / "a's").string());
    const std::string output = script("build", {"day"}).output;
    EXPECT_TRUE(output.starts_with("build: the link for this checkout, " + (scratch.root / "a's/daybreak/").string()));
    EXPECT_TRUE(
        output.ends_with(", has ' in its path, which CMake and ninja cannot carry: export XDG_CACHE_HOME=/var/tmp\n"))
        << output;
    write_file(scratch.root / "file", "");
    scratch.set("XDG_CACHE_HOME", (scratch.root / "file").string());
    EXPECT_NE(script("build", {"day"}).output.find("cannot be made, by which CMake could carry"), std::string::npos);
    move_to(" a\nb");
    EXPECT_TRUE(
        script("build", {"day"}).output.starts_with("build: this checkout has the end of a line in its path: mv "));

    move_to(" it (my) day2-cuda, 50% new");
    EXPECT_EQ(script("build", {"day"}).output, (root / "build" / "day").string() + "\n");
    scratch.set("DAYBREAK_BUILD_DIR", (scratch.root / "a&b").string());
    EXPECT_EQ(script("build", {"day"}).output,
              "build: DAYBREAK_BUILD_DIR has & in its path, which CMake and ninja cannot carry: "
              "export DAYBREAK_BUILD_DIR=~/.cache/daybreak\n");
}

TEST_F(Scripts, TwoBuildsOfOneFolderWaitForEachOther) {
    write_file(root / "build" / "day" / "build.ninja", "");
    // A cmake that would meet another one.
    const std::string busy = (scratch.root / "busy").string();
    scratch.pretend("cmake", "mkdir " + busy + " || { echo two at once; exit 1; }\nsleep 0.3; rmdir " + busy);
    const std::string build = "'" + (root / "scripts" / "build").string() + "' day & ";
    const Outcome outcome = capture({.words = {"sh", "-c", build + build + build + "wait"}, .limit_s = 60.0});
    EXPECT_EQ(outcome.output, "");
}

TEST_F(Scripts, TestOfOneDayBuildsAndRunsThatAlone) {
    scratch.set("DAYBREAK_SETUP", "skip");
    write_file(root / "build" / "test" / "build.ninja", "");
    fs::create_directories(root / "lessons" / "day044-gemm-tiled");
    scratch.pretend("cmake", "echo \"$*\" | sed 's/.*--target/--target/'");
    scratch.pretend("ctest", "echo \"$*\"");
    EXPECT_EQ(script("test", {"--day", "44", "-V"}).output,
              "--target day044 day cpucc cpu_device checker\n--preset test -L ^day044$ -V\n");
    EXPECT_EQ(script("test", {"--day", "044"}).exit, 0);
    EXPECT_EQ(script("test", {"--day", "45"}).output, "test: there is no day 45: scripts/day list shows the days\n");
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"--day"}, {"--day", "x"}, {"--day", "4444"}, {"--day", ""}}) {
        const Outcome outcome = script("test", wrong);
        EXPECT_EQ(outcome.exit, 2);
        EXPECT_TRUE(outcome.output.ends_with("must be a day's number: scripts/test --day 44\n")) << outcome.output;
    }
}

TEST_F(Scripts, TestEndsAsCtestEnds) {
    scratch.set("DAYBREAK_SETUP", "skip");
    write_file(root / "build" / "test" / "build.ninja", "");
    scratch.pretend("cmake", "exit 0");
    scratch.pretend("ctest", "echo \"$*\"; exit 8");
    const Outcome outcome = script("test", {"-R", "gate"});
    EXPECT_EQ(outcome.exit, 8);
    EXPECT_EQ(outcome.output, "--preset test -R gate\n");
}

}  // namespace
}  // namespace day
