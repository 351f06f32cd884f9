// The commands of `day` from end to end, on a small course whose programs and build tools are pretended.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "verify/day/base/nearest.h"
#include "verify/day/commands/commands.h"
#include "verify/day/course/evidence.h"
#include "verify/day/trial/build.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != text.npos; }

int line_count(const std::string& text) { return int(lines_of(text).size()); }

// A program that writes a gate report as a lesson does: y passes, sum has the verdict of $SUM.
const std::string REPORTING =
    "while [ $# -gt 0 ]; do [ $1 = --report ] && report=$2; shift; done\n"
    "echo '{\"case\":\"hand\",\"gate\":\"y\",\"verdict\":\"pass\"}' >$report\n"
    "echo \"{\\\"case\\\":\\\"hand\\\",\\\"gate\\\":\\\"sum\\\",\\\"verdict\\\":\\\"$SUM\\\"}\" >>$report\n"
    "[ $SUM = fail ] && { echo 'FAILED: sum'; exit 1; }\nexit 0";

TEST(Usage, EveryMistakeIsOneLine) {
    Scratch scratch;
    scratch.lesson();
    write_file(scratch.root / "plain.txt", "");
    const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
        {{"run", "57"}, "there is no day 57: the one day is 7 (scripts/day list)"},
        {{"walk"}, "there is no command walk: the commands are list, run, check, counts, bench, show, "},
        {{"predcit"}, "there is no command predcit: did you mean predict? scripts/day help lists them"},
        {{"help", "predcit"}, "did you mean predict?"},
        {{"7"}, "7 is not a command; to run day 7: scripts/day run 7; to see its breaks: scripts/day show 7"},
        {{"a b.cu"}, "'a b.cu' is not a command; to run that program: scripts/day run 'a b.cu'"},
        {{"run"}, "name a day or a .cu file: scripts/day list shows the days"},
        {{"show"}, "name a day by its number: scripts/day list shows them"},
        {{"predict", "7"}, "name a break: scripts/day show 7 lists them"},
        {{"hint", "007"}, "name a break: scripts/day show 7 lists them"},
        {{"explain", "7"}, "name a break: scripts/day show 7 lists them"},
        {{"kill", "7"}, "name a break: scripts/day show 7 lists them"},
        {{"apply", "7"}, "name a break: scripts/day show 7 lists them"},
        {{"hint", "thrice"}, "name a day by its number and a break: scripts/day hint N ID"},
        {{"check", "7", "9"},
         "check takes one day or the files of one program; 9 is neither; if it is for the "
         "program: scripts/day check 7 -- 9"},
        {{"run", "7", "9"}, "scripts/day run 7 -- 9"},
        {{"counts", "7", "9", "--size"}, "scripts/day counts 7 -- 9"},
        {{"explain", "7", "thrice", "--giveup"}, "explain has no option --giveup: did you mean --give-up?"},
        {{"check", "--racechek", "7"}, "check has no option --racechek: did you mean --racecheck? If it is for"},
        {{"check", "7", "--racechek"},
         "check has no option --racechek: did you mean --racecheck? If it is for the "
         "program: scripts/day check 7 -- ..."},
        {{"run", "7", "--devise=cpu"}, "did you mean --device? If it is for the program: scripts/day run 7 -- ..."},
        {{"--hlep"}, "scripts/day has no option --hlep: did you mean --help?"},
        {{"--hlep", "run", "7"}, "scripts/day has no option --hlep: did you mean --help?"},
        {{"--wrong"}, "--wrong (scripts/day --help)"},
        {{"check", "7", "--limit", "0"}, "--limit: 0 must be a whole number of seconds, 1 to 86400"},
        {{"check", "7", "--limit", "0.5"}, "--limit: 0.5 must be a whole number of seconds, 1 to 86400"},
        {{"check", "7", "--limit", "86401"}, "--limit: 86401 must be a whole number of seconds, 1 to 86400"},
        {{"counts", "7", "--limit", "1e300"}, "--limit: 1e300 must be a whole number of seconds, 1 to 86400"},
        {{"counts", "7", "--limit", "nan"}, "--limit: nan must be a whole number of seconds, 1 to 86400"},
        {{"check", "7", "--report", (scratch.root / "no" / "x").string()}, "--report: there is no folder "},
        {{"check", "7", "--report", "/dev/null"}, "--report: /dev/null is not a regular file: name another"},
        {{"prove", "7", "--report", (scratch.root / "no" / "x").string()}, "--report: there is no folder "},
        {{"counts", "7", "--svg", scratch.root.string()}, "is a folder: name a file"},
        {{"counts", "7", "--report", (scratch.root / "no" / "x").string()}, "--report: there is no folder "},
        {{"counts", "7", "--line", "3"}, "--line and --array choose what --svg FILE draws: name the file too"},
        {{"list", "--all"}, "--all"},
        {{"run", "none.cu"}, "there is no file none.cu: name a day (scripts/day list) or a .cu file"},
        {{"run", scratch.root.string()}, "is a folder"},
        {{"check", (scratch.root / "plain.txt").string()}, "its name must end in .cu"},
        {{"run", "7", "--device", "tpu"}, "--device is tpu and must be cpu or gpu"},
        {{"run", "7", "--order", "sideways"}, "must be forward, reverse or random:SEED"},
        {{"run", "7", "--order", "random:x"}, "must be forward, reverse or random:SEED"},
        {{"run", "--epochs", "5", "7"}, "the program's options come after the day: scripts/day run N --epochs"},
        {{"apply", "7", "trice"}, "day 7 has no break trice: did you mean thrice? scripts/day show 7 lists them"},
        {{"apply", "7", "once"}, "day 7 has no break once: its breaks are thrice"},
        {{"record", "x"}, "x is no day"},
        {{"apply", "044", "frice"}, "there is no day 44"},  // decimal, not octal
    };
    for (const auto& [arguments, words] : mistakes) {
        const Said said = say(arguments);
        EXPECT_EQ(said.code, 2) << words;
        EXPECT_EQ(line_count(said.err), 1) << said.err;
        EXPECT_TRUE(has(said.err, words)) << said.err;
        EXPECT_EQ(said.out, "");
    }
    EXPECT_FALSE(fs::exists(scratch.root / "no"));
}

TEST(Usage, HelpIsThereInBothForms) {
    Scratch scratch;
    const Said all = say({"--help"});
    EXPECT_EQ(all.code, 0);
    EXPECT_TRUE(has(all.out, "\n  record  ")) << all.out;
    EXPECT_TRUE(all.out.ends_with("\nNext: scripts/day\n"));
    EXPECT_EQ(say({"help"}).out, all.out);
    for (const char* command : {"run", "check", "counts", "predict", "whodunit", "prove"}) {
        const Said one = say({command, "--help"});
        EXPECT_EQ(one.code, 0);
        EXPECT_TRUE(has(one.out, "\nUsage: scripts/day " + std::string(command) + " ")) << one.out;
        EXPECT_TRUE(has(one.out.substr(one.out.rfind('\n', one.out.size() - 2)), "Next: scripts/day")) << one.out;
        EXPECT_EQ(say({"help", command}).out, one.out);
        for (const std::string& line : lines_of(one.out)) EXPECT_LE(line.size(), 100u) << line;
    }
    EXPECT_TRUE(has(say({"run", "--help"}).out, "--order"));
    EXPECT_TRUE(has(say({"predict", "--help"}).out, "\nExample: scripts/day predict N ID GATE...\n"));
}

TEST(Usage, TheVersionIsTheCommitOfTheCheckout) {
    Scratch scratch;
    scratch.lesson();
    scratch.pretend("git", "case \"$*\" in *describe*) echo 1234567-dirty ;; *log*) echo 2026-11-30 ;; esac");
    const std::string rest = "1 day, in " + scratch.tree.source.string() + "\n";
    EXPECT_EQ(say({"--version"}).out, "Daybreak, commit 1234567-dirty of 2026-11-30, " + rest);
    scratch.pretend("git", "exit 128");
    EXPECT_EQ(say({"--version"}).out, "Daybreak, of an unknown commit, " + rest);
}

TEST(Nearest, IsWhatFewMistakesAreAwayFrom) {
    const std::vector<std::string> names = {"C", "C_ragged", "second-barrier", "race", "init"};
    EXPECT_EQ(nearest("c", names), "C");
    EXPECT_EQ(nearest("A", names), "");
    EXPECT_EQ(nearest("rcae", names), "race");
    EXPECT_EQ(nearest("rice", names), "race");
    EXPECT_EQ(nearest("rise", names), "");
    EXPECT_EQ(nearest("c-raged", names), "C_ragged");
    EXPECT_EQ(nearest("second_bariers", names), "second-barrier");
    EXPECT_EQ(nearest("first-barrier", names), "");
    EXPECT_EQ(nearest("", names), "");
    EXPECT_EQ(nearest("x", {}), "");
}

TEST(List, ShowsDaysEvidenceAndWhatComesNext) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    Evidence evidence;
    evidence.header = {{"sha256", "old"}, {"verdict", "pass"}};
    write_file(lesson.evidence("h200"), evidence.text());
    fs::create_directories(scratch.tree.source / "lessons" / "day008-empty");
    const Said said = say({"list"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(has(said.out, "  7  Doubling: y is twice x"));
    EXPECT_TRUE(has(said.out, "h200 pass (stale)"));
    EXPECT_TRUE(has(said.out, "! lessons/day008-empty needs exactly one .cu file and has 0"));
    EXPECT_TRUE(said.out.ends_with("\nNext: scripts/day run 7\n"));
}

TEST(Course, DaysAreNamedAsRanges) {
    std::vector<Lesson> lessons;
    for (const int number : {1, 2, 3, 5, 8, 9}) lessons.emplace_back().number = number;
    EXPECT_EQ(days_listed(lessons), "1-3, 5, 8 and 9");
}

TEST(Course, ADamagedLessonSaysWhatIsWrong) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    write_file(lesson.program, "// Day 8 - Doubling\n");
    EXPECT_EQ(say({"run", "7"}).err,
              "day: the first line of lessons/day007-doubling/doubling.cu must be `// Day 7 - TITLE`\n");
}

TEST(Run, FirstLineNamesTheDeviceAndTheRestIsTheProgramsOwn) {
    Scratch scratch;
    scratch.lesson("echo \"order=${DAYBREAK_ORDER-none}\" \"$@\"; echo oops >&2; exit 4");
    Said said = say({"run", "7"});
    EXPECT_EQ(said.code, 4);
    EXPECT_EQ(said.out, "Day 7 - Doubling: y is twice x | CPU device (no GPU seen)\norder=none\n");
    EXPECT_EQ(said.err, "oops\n");
    said = say({"run", "007", "--order", "random:5", "--epochs", "5", "-v", "--", "--order", "x"});
    EXPECT_EQ(said.out,
              "Day 7 - Doubling: y is twice x | CPU device (--order)\norder=random:5 --epochs 5 -v --order x\n");
    EXPECT_TRUE(has(say({"run", "7", "--device", "cpu"}).out, "CPU device (--device cpu)"));
}

TEST(Run, DeathBySignalIsNamed) {
    Scratch scratch;
    scratch.lesson("kill -ABRT $$");
    const Said said = say({"run", "7"});
    EXPECT_EQ(said.code, 134);
    EXPECT_EQ(
        said.err,
        "day: the program was killed by SIGABRT (Aborted); what is wrong with it, and where: scripts/day check 7\n");
}

TEST(Run, TheGpuIsUsedWhereItCanBe) {
    Scratch scratch;
    scratch.lesson("echo \"$0\"");
    EXPECT_TRUE(has(say({"run", "7", "--device", "gpu"}).err,
                    "--device gpu needs a GPU and nvidia-smi says: No devices were found: use --device cpu"));
    scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
    EXPECT_TRUE(has(say({"run", "7"}).out, "CPU device (NVIDIA H200 seen, but no nvcc)"));
    EXPECT_TRUE(has(say({"run", "7", "--device", "gpu"}).err, "--device gpu needs nvcc"));
    EXPECT_TRUE(has(say({"run", "7", "--device", "gpu", "--order", "forward"}).err, "--order needs --device cpu"));
    scratch.pretend("nvcc", "exit 0");
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    const Said said = say({"run", "7"});
    EXPECT_TRUE(has(said.out, "| NVIDIA H200\n")) << said.out;
    EXPECT_TRUE(has(said.out, "/gpu/day007\n")) << said.out;
}

TEST(Build, AFailureShowsTheCompilersWords) {
    Scratch scratch;
    scratch.lesson();
    scratch.pretend("cmake", "echo 'doubling.cu:8: error'; exit 1");
    Said said = say({"run", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(said.err,
              "doubling.cu:8: error\nday: day 7 does not build for the CPU device: the lines above say why\n");
    scratch.pretend("cmake", "echo 'fatal error: x.o: No space left on device'; exit 1");
    EXPECT_TRUE(has(say({"run", "7"}).err, "day: no space left on the disk of "));
    fs::remove(scratch.tree.build / "CMakeCache.txt");
    EXPECT_TRUE(has(say({"run", "7"}).err, "is not configured: run scripts/day, which does it"));
}

TEST(Build, AnUnknownTargetIsLookedForByConfiguringAgain) {
    Scratch scratch;
    scratch.lesson("echo ran");
    scratch.pretend("cmake", "cd " + scratch.root.string() +
                                 "\n[ $1 = -S ] && { touch configured; exit 0; }\n[ -e configured ] && exit 0\n"
                                 "echo \"ninja: error: unknown target 'day007.cpu'\"; exit 1");
    EXPECT_TRUE(has(say({"run", "7"}).out, "ran\n"));
}

TEST(Build, TwoOfOneFolderWaitForEachOther) {
    Scratch scratch;
    scratch.lesson("echo ran");
    const std::string busy = (scratch.root / "busy").string();
    scratch.pretend("cmake", "mkdir " + busy + " || { echo two at once; exit 1; }\nsleep 0.2; rmdir " + busy);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back(
            [&] { EXPECT_EQ(failure_of([&] { build(scratch.tree, target_of(scratch.tree, "7"), Build::cpu); }), ""); });
    for (std::thread& thread : threads) thread.join();
}

TEST(Build, AnotherArchitectureConfiguresAgain) {
    Scratch scratch;
    scratch.lesson();
    scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
    scratch.pretend("nvcc", "exit 0");
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    scratch.pretend("cmake", "echo \"$1\" >>" + (scratch.root / "calls").string());
    scratch.set("CUDAARCHS", "75");
    say({"run", "7"});
    scratch.set("CUDAARCHS", "90");
    say({"run", "7"});
    EXPECT_EQ(read_file(scratch.root / "calls"), "-S\n--build\n-S\n--build\n");  // the cache says: no wish
}

TEST(Build, AFileIsCompiledByItsOwnLineOrTheUsualOne) {
    const auto command = [](const std::string& source) {
        std::string text;
        for (const std::string& word : compile_command(source, "cc", "/a b/x.cu", "/out")) text += "[" + word + "]";
        return text;
    };
    EXPECT_EQ(command("int main() {}"), "[cc][-O3][-I][.][/a b/x.cu][-o][/out]");
    EXPECT_EQ(command("// Alone:  nvcc -O1 -I . y.cu -o y -lz\n"), "[cc][-O1][-I][.][/a b/x.cu][-lz][-o][/out]");
}

TEST(Build, AFileRunsAndAnotherOfTheSameNameDoesToo) {
    Scratch scratch;
    // A compiler whose programs print the source.
    Scratch::script(scratch.tree.build / "cpucc",
                    "while [ $1 != -o ]; do case $1 in *.cu) f=$1 ;; esac; shift; done\n"
                    "printf '#!/bin/sh\\ncat %s\\n' $f >$2; chmod +x $2");
    for (const char* folder : {"a", "b", "link"}) fs::create_directories(scratch.root / folder);
    fs::create_symlink("x.txt", scratch.root / "link" / "x.cu");  // is compiled by its own name
    for (const char* folder : {"a", "b", "link"}) {
        const fs::path file = scratch.root / folder / "x.cu";
        std::ofstream(file) << folder << "\n";
        const Said said = say({"run", file.string()});
        EXPECT_EQ(said.out, file.string() + " | CPU device (no GPU seen)\n" + folder + "\n") << said.err;
    }
    const fs::path files = scratch.tree.build / "files";
    EXPECT_EQ(std::distance(fs::directory_iterator(files), fs::directory_iterator()), 3);
}

TEST(New, MakesADayThatIsStillToBeWritten) {
    Scratch scratch;
    scratch.lesson();
    const Said said = say({"new", "45", "register-tiling"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(said.out.ends_with("\nNext: scripts/day run 45\n")) << said.out;
    const Lesson lesson = lesson_of_day(scratch.tree, 45);  // nothing is wrong with it
    EXPECT_EQ(lesson.name(), "day045-register-tiling");
    EXPECT_EQ(lesson.program.filename(), "register_tiling.cu");
    EXPECT_EQ(lesson.heading(), "Day 45 - Register tiling");
    EXPECT_TRUE(read_file(lesson.page()).starts_with("# " + lesson.heading() + "\n\n## Question\n"));
    EXPECT_TRUE(fs::exists(lesson.breaks()));
    EXPECT_EQ(std::distance(fs::directory_iterator(lesson.folder), fs::directory_iterator()), 3);
}

TEST(New, RefusesInOneLineAndMakesNothing) {
    Scratch scratch;
    scratch.lesson();
    const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
        {{"new", "7", "halving"}, "day 7 is there already: lessons/day007-doubling"},
        {{"new", "0", "halving"}, "0 is no day: a number from 1 to 999"},
        {{"new", "1000", "halving"}, "1000 is no day: a number from 1 to 999"},
        {{"new", "halving", "45"}, "halving is no day: a number from 1 to 999"},
        {{"new", "45", "Halving"}, "Halving is no slug: small letters and digits, single hyphens between them"},
        {{"new", "45", "a--b"}, "a--b is no slug"},
        {{"new", "45", "../b"}, "../b is no slug"},
        {{"new", "45", "b-"}, "b- is no slug"}};
    for (const auto& [typed, line] : mistakes) {
        const Said said = say(typed);
        EXPECT_NE(said.code, 0);
        EXPECT_TRUE(said.err.starts_with("day: " + line)) << said.err;
        EXPECT_EQ(line_count(said.err), 1) << said.err;
    }
    const fs::path lessons = scratch.tree.source / "lessons";
    EXPECT_EQ(std::distance(fs::directory_iterator(lessons), fs::directory_iterator()), 1);
}

TEST(Check, ASoundProgramPassesInThreeOrders) {
    Scratch scratch;
    scratch.set("SUM", "pass");
    scratch.lesson(REPORTING);
    const Said said = say({"check", "7"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(has(said.out, "random:1  pass"));
    EXPECT_TRUE(said.out.ends_with("\nSound: 3 orders agree, 2 checks pass, no findings.\nNext: scripts/day show 7\n"))
        << said.out;
}

TEST(Check, WhatIsNotMeasuredIsNotCountedAsPassed) {
    Scratch scratch;
    scratch.set("SUM", "n/a");
    scratch.lesson(REPORTING);
    EXPECT_TRUE(has(say({"check", "7"}).out, "1 checks pass, 1 not measured here"));
}

TEST(Check, AFailingGateIsAFinding) {
    Scratch scratch;
    scratch.set("SUM", "fail");
    scratch.lesson(REPORTING);
    const Said said = say({"check", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "FAIL"));
    EXPECT_TRUE(has(said.out, "  sum\n"));
    EXPECT_TRUE(has(said.out, "    FAILED: sum\n"));
    EXPECT_TRUE(has(said.out, "finding: 3 of 3 orders fail\n"));
    EXPECT_FALSE(has(said.out, "order of the threads"));
}

TEST(Check, AnOptionThatTheProgramDoesNotKnowIsNoFinding) {
    Scratch scratch;
    scratch.lesson("echo \"unknown option $1\"; exit 2");
    Said said = say({"check", "7", "--orders"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(said.out.ends_with("\n    unknown option --orders\n")) << said.out;
    EXPECT_EQ(said.err,
              "day: the program does not take --orders (exit 2 in every order); scripts/day check --help lists what "
              "check takes itself\n");
    EXPECT_FALSE(has(said.out, "finding:"));
    // Without an option it is the program that is wrong, and so it is where one order alone says so.
    said = say({"check", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "finding: 3 of 3 orders fail\n")) << said.out;
    scratch.lesson("[ $DAYBREAK_ORDER = reverse ] || exit 2");
    EXPECT_EQ(say({"check", "7", "--orders"}).code, 1);
}

TEST(Check, OrdersThatDisagreeAreAFinding) {
    Scratch scratch;
    scratch.lesson("SUM=pass; [ $DAYBREAK_ORDER = reverse ] && SUM=fail\n" + REPORTING);
    const Said said = say({"check", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "finding: 1 of 3 orders fail\n"));
    EXPECT_TRUE(has(said.out, "finding: sum changes with the order of the threads"));
    EXPECT_TRUE(has(said.out, "Next: scripts/day run 7 --device cpu --order reverse --all-gates\n"));
}

TEST(Check, AProgramThatDiesEarlyDoesNotPassByAnOldReport) {
    Scratch scratch;
    scratch.set("SUM", "pass");
    scratch.lesson(REPORTING);
    EXPECT_EQ(say({"check", "7"}).code, 0);
    Scratch::script(scratch.tree.build / "check" / "day007", "kill -SEGV $$");
    const Said said = say({"check", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "SIGSEGV"));
    Scratch::script(scratch.tree.build / "check" / "day007", "exit 77");
    const Said skipped = say({"check", "7"});
    EXPECT_EQ(skipped.code, 77);
    EXPECT_TRUE(has(skipped.out, "Skipped, not passed"));
}

TEST(Check, AFileWithoutGatesIsNotAskedForAReport) {
    Scratch scratch;
    Scratch::script(scratch.tree.build / "cpucc",
                    "while [ $1 != -o ]; do shift; done\n"
                    "printf '#!/bin/sh\\necho \"$#$DAYBREAK_EXACT\"; [ $# = 0 ]' >$2; chmod +x $2");
    write_file(scratch.root / "x.cu", "// #include \"verify/gate.h\"\nint main() {}\n");
    const Said said = say({"check", (scratch.root / "x.cu").string()});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(has(said.out, "3 orders end with exit 0 and the same output; it checks no gate"));
    EXPECT_TRUE(said.out.ends_with("\nNext: scripts/day counts " + (scratch.root / "x.cu").string() + "\n"));
}

// A program whose every run writes one finding: a race, noticed from one side or the other.
const std::string RACING = R"(echo '========= Race'
W='"access": "write", "file": "x.cu", "line": 3'
R='"access": "read", "file": "x.cu", "line": 4'
[ $DAYBREAK_ORDER = reverse ] && { T=$W; W=$R; R=$T; }
cat >$DAYBREAK_FINDINGS <<END
{"tool": "racecheck", "kind": "race", $W, "other": {$R}, "text": "========= Race\\n", "count": 2}
END
exit 1)";

TEST(Check, AFindingOfEveryOrderIsToldOnce) {
    Scratch scratch;
    scratch.lesson(RACING);
    const fs::path report = scratch.root / "findings.jsonl";
    const Said said = say({"check", "7", "--racecheck", "--report", report.string()});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "three thread orders, racecheck\n")) << said.out;
    EXPECT_TRUE(has(said.out, "reverse   finding"));
    EXPECT_EQ(said.out.find("========= Race"), said.out.rfind("========= Race"));
    EXPECT_FALSE(has(said.out, "met in order"));
    EXPECT_TRUE(has(said.out, "finding: one finding by the checker, above\n"));
    EXPECT_EQ(lines_of(read_file(report)).size(), 1u);
}

// A program that finds one thing after the other, the race not in every order.
const std::string FINDING = R"(line() {
    cat <<END
{"tool": "$1", "kind": "$1", "file": "x.cu", "line": $2, "text": "========= $1 $2\\n"}
END
}
{
    line initcheck 1
    line synccheck 2
    line memcheck 3
    [ $DAYBREAK_ORDER = forward ] || line racecheck 4
    line initcheck 5
} >$DAYBREAK_FINDINGS
exit 1)";

TEST(Check, WhatExplainsMostComesFirst) {
    Scratch scratch;
    scratch.lesson(FINDING);
    const fs::path report = scratch.root / "findings.jsonl";
    const Said said = say({"check", "7", "--report", report.string()});
    std::size_t at = 0, line = 0;
    for (const char* words : {"racecheck 4", "memcheck 3", "initcheck 1", "initcheck 5", "synccheck 2"}) {
        const std::size_t next = said.out.find(std::string("\n========= ") + words + "\n");
        ASSERT_NE(next, said.out.npos) << words << said.out;
        EXPECT_GT(next, at) << said.out;
        at = next;
        EXPECT_TRUE(has(lines_of(read_file(report)).at(line++), words));
    }
    EXPECT_TRUE(has(said.out, "=========     met in order reverse and random:1\n"));
}

TEST(Check, WhatNeverEndsIsEndedAndNamed) {
    Scratch scratch;
    scratch.lesson(
        "sleep 600 & echo $! >" + (scratch.root / "child").string() +
        "\necho '========= kernel spin still runs at x.cu:5, thread (1,0,0) in block (0,0,0)'; while :; do :; done");
    Said said = say({"check", "7", "--limit", "1"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "forward   no end ")) << said.out;
    EXPECT_TRUE(has(said.out,
                    "\nfinding: forward did not end within 1 s of processor time: kernel spin still runs at x.cu:5, "
                    "thread (1,0,0) in block (0,0,0); no other order was run\n"))
        << said.out;
    EXPECT_FALSE(has(said.out, "reverse"));
    EXPECT_FALSE(has(said.out, "orders fail"));
    EXPECT_TRUE(said.out.ends_with("\nIf it only needs more time:\nNext: scripts/day check 7 --limit 10\n"))
        << said.out;
    EXPECT_TRUE(soon_gone(scratch.root / "child"));

    EXPECT_FALSE(has(said.out, "The end of") || has(said.out, "All of")) << said.out;  // it said nothing itself

    // What it had not yet said, and how it did not end, are no differences between the orders.
    scratch.lesson(
        "echo one; [ $DAYBREAK_ORDER = reverse ] && { echo '========= kernel spin still runs at x.cu:5';"
        " echo '========= ERROR SUMMARY: 0 errors'; while :; do :; done; }; echo two");
    said = say({"check", "7", "--limit", "1"});
    EXPECT_TRUE(has(said.out,
                    "\nAll of the output in order reverse:\n    one\n\nfinding: reverse did not end within 1 s "
                    "of processor time: kernel spin still runs at x.cu:5; no other order was run\nIf it only"))
        << said.out;
    EXPECT_FALSE(has(said.out, "changes with the order") || has(said.out, "different values")) << said.out;

    // What did end is still compared.
    scratch.lesson("echo $DAYBREAK_ORDER; [ $DAYBREAK_ORDER = random:1 ] && while :; do :; done; exit 0");
    said = say({"check", "7", "--limit", "1"});
    EXPECT_TRUE(has(said.out,
                    "finding: random:1 did not end within 1 s of processor time\n"
                    "finding: forward and reverse print different values\n"))
        << said.out;
}

TEST(Check, WhatOnlyWaitsIsEndedToo) {
    Scratch scratch;
    scratch.lesson("[ $DAYBREAK_ORDER = random:1 ] && exec sleep 600; exit 0");  // it uses no processor
    CheckOptions options;
    options.target = "7";
    options.limit_s = 0.05;
    testing::internal::CaptureStdout();
    EXPECT_EQ(check(Tree::from_environment(), options), 1);
    const std::string out = testing::internal::GetCapturedStdout();
    EXPECT_TRUE(has(out, "finding: random:1 did not end within 0.5 s\n")) << out;
    EXPECT_EQ(longer(1), 10);
    EXPECT_EQ(longer(MOST_LIMIT_S), MOST_LIMIT_S);
}

TEST(Check, AFindingOfOneOrderNamesIt) {
    Scratch scratch;
    scratch.lesson("[ $DAYBREAK_ORDER = reverse ] || exit 0\n" + RACING);
    const Said said = say({"check", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "met in order reverse\n")) << said.out;
}

TEST(Check, SeveralFilesAreOneProgram) {
    Scratch scratch;
    Scratch::script(scratch.tree.build / "cpucc", "echo \"$*\" >" + (scratch.root / "said").string() +
                                                      "\nwhile [ $1 != -o ]; do shift; done\n"
                                                      "printf '#!/bin/sh\necho \"$*\"' >$2; chmod +x $2");
    const fs::path a = scratch.root / "a.cu", b = scratch.root / "b.cu";
    write_file(a, "int main() {}\n");
    write_file(b, "\n");
    const Said said =
        say({"check", a.string(), b.string(), "-I", (scratch.root / "include").string(), "-DN=3", "--", "--fast"});
    EXPECT_EQ(said.code, 0) << said.err;
    const std::string line = read_file(scratch.root / "said");
    EXPECT_TRUE(has(line, "--check ")) << line;
    EXPECT_TRUE(has(line, a.string() + " " + b.string() + " -I" + (scratch.root / "include").string() + " -DN=3 "))
        << line;
    EXPECT_EQ(say({"check", "7", b.string()}).code, 1);
}

// A compiler whose programs write the counts of one kernel, and end with exit code $CODE.
const std::string COUNTING =
    "echo \"$*\" >$(dirname $0)/said\nwhile [ $1 != -o ]; do shift; done\ncat >$2 <<'END'\n#!/bin/sh\necho hello $*\n"
    "[ \"$NOTHING\" ] || cat >$DAYBREAK_COUNTS <<'X'\n"
    "{\"kernel\": \"k\", \"launches\": 1, \"grid\": [2, 1, 1], \"block\": [32, 1, 1], \"blocks\": 2, \"bytes_read\": "
    "128, "
    "\"bytes_written\": 128, \"bytes_moved\": 2048}\n"
    "{\"kernel\": \"k\", \"file\": \"x.cu\", \"line\": 7, \"access\": \"global_load\", \"array\": \"a\", \"bytes\": 4, "
    "\"requests\": 2, \"lanes\": 64, \"bytes_asked\": 256, \"sectors\": 64, \"sample\": {\"block\": 0, \"warp\": 0, "
    "\"offsets\": [0, 64]}}\n"
    "X\nexit ${CODE-0}\nEND\nchmod +x $2";

TEST(Counts, OfEveryLineArePrintedAndDrawn) {
    Scratch scratch;
    Scratch::script(scratch.tree.build / "cpucc", COUNTING);
    const fs::path file = scratch.root / "x.cu";
    write_file(file, "int main() {}\n");
    Said said = say({"counts", file.string(), "--report", (scratch.root / "r").string(), "--size", "9"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(read_file(scratch.tree.build / "said"), "--count "));
    EXPECT_TRUE(has(said.out, " | CPU device, counts, no times\nhello --size 9\n")) << said.out;
    EXPECT_TRUE(has(said.out, "k, 2 blocks: grid 2, block 32\n"));
    EXPECT_TRUE(has(said.out, "move 2,048: 8.00 times as many\n"));
    EXPECT_TRUE(has(said.out, "   7  global load  a         4         2   32.0  32.00 sectors    256  2,048   12%\n"));
    EXPECT_TRUE(
        said.out.ends_with("Next: scripts/day counts " + file.string() + " --svg counts.svg --line 7 -- --size 9\n"));
    EXPECT_EQ(line_count(read_file(scratch.root / "r")), 2);

    const fs::path picture = scratch.root / "p.svg";
    said = say({"counts", file.string(), "--svg", picture.string()});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(said.out.ends_with("Next: scripts/day check " + file.string() + "\n"));
    EXPECT_TRUE(has(read_file(picture), "k, line 7: loads from a"));
    said = say({"counts", file.string(), "--svg", picture.string(), "--line", "8"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(has(said.err, "no access was counted in line 8"));
    said = say({"counts", file.string(), "--svg", picture.string(), "--array", "b"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(has(said.err, "no access of b was counted: the arrays are a\n")) << said.err;
    said = say({"counts", file.string(), "--svg", (scratch.root / "no" / "p.svg").string()});
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.out, "");
    EXPECT_FALSE(fs::exists(scratch.root / "no"));
}

TEST(Counts, TheLineThatWastesMostIsDrawn) {
    Scratch scratch;
    const auto line = [](int number, const char* access, const char* array, int requests, const std::string& counts) {
        return fmt::format(R"({{"kernel": "k", "line": {}, "access": "{}", "array": "{}", "bytes": 4, "requests": {}, )"
                           R"("lanes": {}, "bytes_asked": {}, {}}})",
                           number, access, array, requests, 32 * requests, 128 * requests, counts);
    };
    // Lines 1 and 2 move most and waste nothing: whole sectors, and one word for all lanes. Of line 4's two arrays one
    // is worse than the other, of both kernels' lines 3 is worst: 31 passes too many beat 28 sectors too many.
    std::string text = R"({"kernel": "k", "launches": 4, "grid": [1, 1, 1], "block": [64, 1, 1], "blocks": 30})";
    text += "\n" + line(1, "global_load", "good", 100, R"("sectors": 400)");
    text += "\n" + line(2, "shared_load", "s", 200, R"("wavefronts": 200, "conflicts": 0)");
    text += "\n" + line(3, "shared_load", "t", 1, R"("wavefronts": 32, "conflicts": 31)");
    text += "\n" + line(4, "global_load", "far", 1, R"("sectors": 32)");
    text += "\n" + line(4, "global_store", "near", 1, R"("sectors": 16)");
    text += "\n" + line(5, "branch", "", 9999, R"("divergent": 1)");
    const fs::path counted = scratch.root / "counted";
    write_file(counted, text + "\n");
    Scratch::script(scratch.tree.build / "cpucc",
                    "while [ $1 != -o ]; do shift; done\necho '#!/bin/sh' >$2; echo 'cp " + counted.string() +
                        " $DAYBREAK_COUNTS' >>$2; chmod +x $2");
    const fs::path file = scratch.root / "x.cu", other = scratch.root / "y.cu", picture = scratch.root / "p.svg";
    write_file(file, "int main() {}\n");
    write_file(other, "\n");
    Said said = say({"counts", file.string(), other.string(), "-DN=3", "--", "a b"});
    EXPECT_TRUE(has(said.out, "\nk, 4 launches, 30 blocks in all; the last launch: grid 1, block 64\n")) << said.out;
    EXPECT_TRUE(said.out.ends_with("Next: scripts/day counts " + file.string() + " " + other.string() +
                                   " -DN=3 --svg counts.svg --line 3 -- 'a b'\n"))
        << said.out;
    const auto drawn = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"counts", file.string(), "--svg", picture.string()});
        const std::string out = say(words).out;
        const std::size_t at = out.find("\nwrote ");
        return at == out.npos ? "nothing"
                              : out.substr(out.find(": ", at) + 2, out.find('\n', at + 1) - out.find(": ", at) - 2);
    };
    EXPECT_EQ(drawn({}), "k, line 3, t");
    EXPECT_EQ(drawn({"--line", "4"}), "k, line 4, far");
    EXPECT_EQ(drawn({"--line", "4", "--array", "near"}), "k, line 4, near");
    EXPECT_EQ(drawn({"--array", "good"}), "k, line 1, good");
    EXPECT_EQ(drawn({"--line", "1", "--array", "near"}), "nothing");
    write_file(counted, text.substr(0, text.find("\n{\"kernel\": \"k\", \"line\": 3")) + "\n");
    EXPECT_EQ(drawn({}), "k, line 2, s");  // nothing is wasted: the one that moves most
}

TEST(Counts, WhatNeverEndsIsEnded) {
    Scratch scratch;
    Scratch::script(scratch.tree.build / "cpucc",
                    "while [ $1 != -o ]; do shift; done\n"
                    "printf '#!/bin/sh\necho \"========= kernel spin still runs at x.cu:5\"\n"
                    "[ $# = 0 ] && exec sleep 600\nwhile :; do :; done' >$2; chmod +x $2");
    const fs::path file = scratch.root / "x.cu";
    write_file(file, "int main() {}\n");
    const Said said = say({"counts", file.string(), "--limit", "1", "--", "9"});
    EXPECT_EQ(said.code, 1);
    EXPECT_FALSE(has(said.out, "still runs")) << said.out;  // the last line says it
    EXPECT_EQ(
        said.err,
        fmt::format("day: the program did not end within 1 s of processor time: kernel spin still runs at x.cu:5; "
                    "nothing was counted: scripts/day check {0} -- 9 looks for the reason; if it only needs "
                    "longer: scripts/day counts {0} --limit 10 -- 9\n",
                    file.string()));

    CountsOptions options;  // without arguments it uses no processor
    options.target = file.string();
    options.limit_s = 0.05;
    testing::internal::CaptureStdout();
    const std::string idle = failure_of([&] { counts(Tree::from_environment(), options); });
    testing::internal::GetCapturedStdout();
    EXPECT_TRUE(idle.starts_with("the program did not end within 0.5 s: ")) << idle;
}

TEST(Counts, AProgramThatFailsSaysSo) {
    Scratch scratch;
    Scratch::script(scratch.tree.build / "cpucc", COUNTING);
    const fs::path file = scratch.root / "x.cu";
    write_file(file, "int main() {}\n");
    scratch.set("CODE", "3");
    Said said = say({"counts", file.string()});
    EXPECT_EQ(said.code, 3);
    EXPECT_TRUE(has(said.out, "note: the program ended with exit 3\n"));
    scratch.set("CODE", "0");
    scratch.set("NOTHING", "1");
    said = say({"counts", file.string()});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.err, "ran no kernel: nothing was counted"));
}

TEST(Record, CpuRunsAreWrittenDown) {
    Scratch scratch;
    scratch.set("DAYBREAK_ORDER", "reverse");  // the learner's own wish must not reach the plain run
    const Lesson lesson = scratch.lesson("echo \"order ${DAYBREAK_ORDER-none}\"");
    const Said said = say({"record", "7", "--device", "cpu"});
    EXPECT_EQ(said.code, 0) << said.err;
    const Evidence evidence = parse_evidence(read_file(lesson.evidence("cpu")), "cpu.txt");
    EXPECT_EQ(evidence.value("lesson"), "day007-doubling");
    EXPECT_EQ(evidence.value("sha256"), sha256_of({lesson.program})[0]);
    EXPECT_EQ(evidence.value("command"), "scripts/record 7 --device cpu");
    EXPECT_EQ(evidence.value("verdict"), "pass");
    ASSERT_EQ(evidence.sections.size(), 4u);
    EXPECT_EQ(evidence.section("run")->command, "scripts/day run 7 --device cpu");
    EXPECT_EQ(evidence.section("run")->output,
              "Day 7 - Doubling: y is twice x | CPU device (--device cpu)\norder none\n");
    EXPECT_EQ(evidence.section("order random:1")->command, "scripts/day run 7 --device cpu --order random:1");
    EXPECT_TRUE(has(evidence.section("order random:1")->output, "order random:1\n"));
    // What is recorded is what a learner sees who types the command.
    scratch.set("DAYBREAK_ORDER", std::nullopt);
    EXPECT_EQ(say({"run", "7", "--device", "cpu"}).out, evidence.section("run")->output);
    // Nothing but the file is left in its folder.
    EXPECT_EQ(std::distance(fs::directory_iterator(lesson.folder / "evidence"), fs::directory_iterator()), 1);
}

// What the compiler read is in its own list; another file of the checkout changes nothing.
TEST(Record, ItIsKeyedByWhatTheCompilerRead) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const fs::path root = scratch.tree.source, list = scratch.tree.build / "cpu" / "day007.d";
    for (const char* name : {"common/fill.h", "common/check.h", "verify/gate.h", "verify/cpu/include/cuda_runtime.h"})
        write_file(root / name, name);
    const auto keys = [&] {
        const Said said = say({"record", "7", "--device", "cpu"});
        EXPECT_EQ(said.code, 0) << said.err;
        std::vector<std::string> read;
        for (const auto& [key, value] : parse_evidence(read_file(lesson.evidence("cpu")), "cpu.txt").header)
            if (key == "read") read.push_back(value);
        return read;
    };
    EXPECT_EQ(keys(), std::vector<std::string>{"nothing"});
    write_file(list,
               fmt::format("day007: {0}/lessons/day007-doubling/doubling.cu {0}/verify/gate.h \\\n {0}/common/fill.h "
                           "/usr/include/stdio.h {0}/verify/cpu/include/cuda_runtime.h\n",
                           root.string()));
    Contents now(scratch.tree);
    EXPECT_EQ(keys(), (std::vector<std::string>{"common/fill.h " + now.digest("common/fill.h"),
                                                "verify/gate.h " + now.digest("verify/gate.h")}));
    EXPECT_EQ(parse_evidence(read_file(lesson.evidence("cpu")), "cpu.txt").value("cpu-device"), now.cpu_device());
    EXPECT_TRUE(has(say({"list"}).out, "cpu pass\n"));
    write_file(root / "common/check.h", "other");
    EXPECT_TRUE(has(say({"list"}).out, "cpu pass\n"));
    write_file(root / "common/fill.h", "other");
    EXPECT_TRUE(has(say({"list"}).out, "cpu pass (older)\n"));
    fs::remove(list);
    const Said said = say({"record", "7", "--device", "cpu"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.err, "is missing, the list of the files that the compiler read: rm ")) << said.err;
}

TEST(Record, AtTheEndItSaysWhichDaysOfOtherDevicesAreNoLongerCurrent) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const std::string next = "Next: scripts/pages\n";
    const auto end = [&] {
        const std::string out = say({"record", "7", "--device", "cpu"}).out;
        return out.substr(out.find('\n', out.find(" wrote ")) + 1);
    };
    EXPECT_EQ(end(), next);
    Evidence evidence;
    evidence.header = {{"sha256", sha256_of({lesson.program})[0]}, {"verdict", "pass"}, {"read", "nothing"}};
    write_file(lesson.evidence("a100"), evidence.text());
    EXPECT_EQ(end(), next);
    write_file(lesson.evidence("h200"), evidence.text() + "\n");
    evidence.header.pop_back();
    write_file(lesson.evidence("a100"), evidence.text());
    EXPECT_EQ(end(),
              "evidence of a100 is older: day 7; scripts/record N --device gpu there records it again\n"
              "evidence of h200 is edited by hand: day 7; scripts/record N --device gpu there records it again\n" +
                  next);
}

TEST(Record, AFailureIsWrittenDownAsOne) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson("[ x$DAYBREAK_ORDER = xreverse ] && kill -SEGV $$; exit 0");
    EXPECT_EQ(say({"record", "--device", "cpu"}).code, 1);
    const Evidence evidence = parse_evidence(read_file(lesson.evidence("cpu")), "cpu.txt");
    EXPECT_EQ(evidence.value("verdict"), "fail: order reverse (SIGSEGV (Segmentation fault))");
    EXPECT_EQ(evidence.section("order reverse")->ending, "SIGSEGV (Segmentation fault)");
    Contents now(scratch.tree);
    EXPECT_EQ(runs_text(recorded(now, lesson)), "cpu fail");
}

TEST(Record, ALessonForAnotherDeviceIsLeftOutAndTheOthersAreRecorded) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    std::string program = PROGRAM;
    for (const auto& [from, to] :
         {std::pair("Day 7", "Day 6"), {"day007", "day006"}, {"day007", "day006"}, {"Device: any", "Device: sm_90a"}})
        program.replace(program.find(from), std::string(from).size(), to);
    write_file(scratch.tree.source / "lessons" / "day006-doubling" / "doubling.cu", program);
    const std::string why =
        "day 6 needs a GPU of compute capability 9.0 (sm_90a), and this is the CPU device (--device cpu): no run on "
        "such a GPU is recorded yet\n";
    const Said all = say({"record", "--device", "cpu"});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_TRUE(all.out.starts_with("day006 cpu left out: " + why)) << all.out;
    EXPECT_TRUE(has(all.out, " cannot run them: day 6\nNext: scripts/pages\n")) << all.out;
    EXPECT_TRUE(fs::exists(lesson.evidence("cpu")));
    const Said one = say({"record", "6", "--device", "cpu"});
    EXPECT_EQ(one.code, NO_SUITABLE_DEVICE);
    EXPECT_EQ(one.err, "day: " + why);
}

TEST(Record, GpuRunsTheFourCheckersOrSaysThatTheyAreMissing) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson("echo hello");
    fs::remove(lesson.breaks());  // day_prove_test.cc records some
    scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
    scratch.pretend("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.88'");
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    scratch.pretend("compute-sanitizer", "echo \"exact $DAYBREAK_EXACT $*\"");
    EXPECT_EQ(say({"record", "--no-build"}).code, 0);
    Evidence evidence = parse_evidence(read_file(lesson.evidence("h200")), "h200.txt");
    EXPECT_EQ(evidence.value("device"), "NVIDIA H200");
    EXPECT_EQ(evidence.value("driver"), "580.1");
    EXPECT_EQ(evidence.value("toolkit"), "CUDA 13.0, V13.0.88");
    EXPECT_EQ(evidence.sections.size(), 5u);
    EXPECT_TRUE(has(evidence.section("racecheck")->command,
                    "DAYBREAK_EXACT=1 compute-sanitizer --tool racecheck --error-exitcode 9 "));
    EXPECT_TRUE(has(evidence.section("racecheck")->output, "exact 1 --tool racecheck"));

    scratch.pretend("compute-sanitizer", "exit 9");
    EXPECT_EQ(say({"record"}).code, 1);
    evidence = parse_evidence(read_file(lesson.evidence("h200")), "h200.txt");
    EXPECT_TRUE(evidence.value("verdict").starts_with("fail: memcheck (exit 9), racecheck (exit 9)"));

    fs::remove(scratch.root / "bin" / "compute-sanitizer");
    scratch.set("PATH", (scratch.root / "bin").string() + ":/usr/bin:/bin");
    EXPECT_EQ(say({"record"}).code, 1);
    evidence = parse_evidence(read_file(lesson.evidence("h200")), "h200.txt");
    EXPECT_EQ(evidence.value("verdict"), "incomplete: compute-sanitizer is missing");
    EXPECT_EQ(evidence.section("memcheck")->output, "compute-sanitizer: not found; this tool did not run\n");
}

TEST(Record, NothingIsHalfWritten) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    write_file(lesson.folder / "evidence", "in the way");  // a file where the folder must be
    const Said said = say({"record", "--device", "cpu"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.err, "day: cannot make the folder ")) << said.err;
    EXPECT_EQ(read_file(lesson.folder / "evidence"), "in the way");
}

TEST(Files, AFullDiskLeavesTheOldFile) {
    if (!fs::exists("/dev/full")) GTEST_SKIP();
    Scratch scratch;
    const fs::path file = scratch.root / "file";
    write_file(file, "old");
    // The temporary file's name is known: put the device that is always full in its place.
    fs::create_symlink("/dev/full", scratch.root / (".file." + std::to_string(getpid()) + ".tmp"));
    EXPECT_EQ(failure_of([&] { write_file(file, "new"); }),
              "cannot write " + file.string() + ": No space left on device");
    EXPECT_EQ(read_file(file), "old");
}

TEST(Apply, PrintsThePathOfABrokenCopy) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const Said said = say({"apply", "7", "thrice"});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.out, (scratch.tree.build / "breaks" / "day007" / "thrice.cu").string() + "\n");
    const std::string copy = read_file(said.out.substr(0, said.out.size() - 1));
    EXPECT_TRUE(copy.starts_with("#line 1 \"lessons/day007-doubling/doubling.cu\"\n// Day 7"));
    EXPECT_TRUE(has(copy, "y[n] = 3.0f * x[n]"));
    EXPECT_EQ(read_file(lesson.program), PROGRAM);
}

}  // namespace
}  // namespace day
