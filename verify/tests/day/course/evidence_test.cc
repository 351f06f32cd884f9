#include "verify/day/course/evidence.h"

#include <gtest/gtest.h>

#include "verify/day/course/catalogue.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/device.h"
#include "verify/day/trial/report.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

Evidence sample() {
    Evidence evidence;
    evidence.header = {{"lesson", "day007-doubling"}, {"sha256", "abc"}, {"verdict", "fail: run (exit 1)"}};
    evidence.sections = {{"run", "scripts/day run 7", "a\n\n[looks like a heading]\n\n", "exit 1"},
                         {"order forward", "scripts/day run 7 --order forward", "", "exit 0"}};
    return evidence;
}

TEST(Evidence, IsReadAsItWasWritten) {
    const Evidence read = parse_evidence(sample().text(), "cpu.txt");
    EXPECT_EQ(read.text(), sample().text());
    EXPECT_EQ(read.value("sha256"), "abc");
    EXPECT_EQ(read.value("nothing"), "");
    ASSERT_NE(read.section("run"), nullptr);
    EXPECT_EQ(read.section("run")->command, "scripts/day run 7");
    EXPECT_EQ(read.section("run")->output, "a\n\n[looks like a heading]\n\n");
    EXPECT_EQ(read.section("order forward")->output, "");
    EXPECT_EQ(read.section("order forward")->ending, "exit 0");
    EXPECT_EQ(read.section("memcheck"), nullptr);
}

TEST(Evidence, AFileOfAnotherKindIsOneLine) {
    EXPECT_EQ(failure_of([] { parse_evidence("hello\n", "cpu.txt"); }),
              "cpu.txt:1: no `key: value` line: record it again with scripts/record");
    EXPECT_EQ(failure_of([] { parse_evidence("a: b\n\nhello\n", "cpu.txt"); }),
              "cpu.txt:2: no [section]: record it again with scripts/record");
}

// A course with day 7, a header, and a CPU device of two files.
class EvidenceAge : public testing::Test {
 protected:
    EvidenceAge() {
        write("common/check.h", "check");
        write("common/fill.h", "fill");
        write("verify/cpu/runtime/run.cc", "run");
        write("verify/source/lexer.cc", "lex");
        write("verify/counts.h", "counts");
    }

    void write(const std::string& name, const std::string& text) { write_file(scratch.tree.source / name, text); }

    // Evidence as it is recorded now.
    Evidence fresh(bool of_gpu) {
        Contents now(scratch.tree);
        Evidence evidence = sample();
        evidence.header = {{"lesson", lesson.name()},
                           {"sha256", now.source(lesson)},
                           {"read", "common/check.h " + now.digest("common/check.h")},
                           {"read", "common/fill.h " + now.digest("common/fill.h")},
                           {"verdict", "pass"}};
        if (!of_gpu) evidence.header.emplace_back("cpu-device", now.cpu_device());
        if (!of_gpu) return evidence;
        evidence.header.emplace_back("breaks", breaks_hash(breaks_of(scratch.tree, lesson)));
        evidence.sections.push_back({"break thrice", "scripts/day run ...", "fails: y, sum\nexit 1\n", "PROVED"});
        return evidence;
    }

    std::string shown() {
        Contents now(scratch.tree);
        return runs_text(recorded(now, lesson));
    }
    std::string why() {
        Contents now(scratch.tree);
        return recorded(now, lesson).at(0).validity.why;
    }

    Scratch scratch;
    const Lesson lesson = scratch.lesson();
};

TEST_F(EvidenceAge, DevicesAreListedTheCpuDeviceFirst) {
    EXPECT_EQ(shown(), "-");
    write_file(lesson.evidence("a100"), fresh(true).text());
    write_file(lesson.evidence("cpu"), fresh(false).text());
    EXPECT_EQ(shown(), "cpu pass, a100 pass");
}

TEST_F(EvidenceAge, ItIsStaleWhenTheProgramIsAnotherOne) {
    write_file(lesson.evidence("cpu"), fresh(false).text());
    write("common/check.h", "other");  // which is told only of a program that is the same
    write_file(lesson.program, PROGRAM + "\n");
    EXPECT_EQ(shown(), "cpu pass (stale)");
    EXPECT_EQ(why(), "recorded from an older doubling.cu");
}

TEST_F(EvidenceAge, ItIsOlderWhenAFileThatWasReadIsAnotherOne) {
    write_file(lesson.evidence("cpu"), fresh(false).text());
    write("common/timing.h", "new, and read by nobody");
    EXPECT_EQ(shown(), "cpu pass");
    write("common/fill.h", "other");
    EXPECT_EQ(shown(), "cpu pass (older)");
    EXPECT_EQ(why(), "recorded before common/fill.h changed");
    write("common/fill.h", "fill");  // contents count, not times
    EXPECT_EQ(shown(), "cpu pass");
    fs::remove(scratch.tree.source / "common/fill.h");
    EXPECT_EQ(shown(), "cpu pass (older)");
}

TEST_F(EvidenceAge, OfTheCpuDeviceItIsOlderWhenThatIsAnotherOne) {
    write_file(lesson.evidence("cpu"), fresh(false).text());
    write_file(lesson.evidence("h200"), fresh(true).text());
    for (const char* name : {"verify/cpu/runtime/run.cc", "verify/source/lexer.cc", "verify/counts.h"}) {
        const std::string old = read_file(scratch.tree.source / name);
        write(name, "other");
        EXPECT_EQ(shown(), "cpu pass (older), h200 pass") << name;
        EXPECT_EQ(why(), "recorded before the CPU device changed");
        write(name, old);
        EXPECT_EQ(shown(), "cpu pass, h200 pass");
    }
    write("verify/cpu/runtime/more.cc", "");
    EXPECT_EQ(shown(), "cpu pass (older), h200 pass");
}

TEST_F(EvidenceAge, FromBeforeThatItIsOlderAndWithoutAChecksumStale) {
    Evidence old = fresh(false);
    old.header = {{"sha256", old.value("sha256")}, {"verdict", "pass"}};
    write_file(lesson.evidence("cpu"), old.text());
    EXPECT_EQ(shown(), "cpu pass (older)");
    EXPECT_EQ(why(), "it does not name the headers that were read");
    old.header.emplace_back("read", "nothing");
    write_file(lesson.evidence("cpu"), old.text());
    EXPECT_EQ(shown(), "cpu pass");
    std::string text = old.text();
    write_file(lesson.evidence("cpu"), text.substr(text.find('\n') + 1));
    EXPECT_EQ(shown(), "cpu pass (stale)");
    EXPECT_EQ(why(), "it has no checksum");
}

TEST_F(EvidenceAge, EditedByHandItIsNoRecord) {
    const std::string text = fresh(true).text();
    for (const auto& [from, to] : {std::pair("verdict: pass", "verdict: fail"), std::pair("PROVED", "SURVIVED"),
                                   std::pair("fails: y, sum", "fails: y"), std::pair("checksum: ", "checksum: 0"),
                                   std::pair("\n\n[", "\n[")}) {  // the last one breaks its form
        std::string edited = text;
        ASSERT_NE(edited.find(from), edited.npos);
        write_file(lesson.evidence("h200"), edited.replace(edited.find(from), std::string(from).size(), to));
        EXPECT_EQ(shown(), "h200 edited by hand") << to;
        Contents now(scratch.tree);
        EXPECT_TRUE(recorded_break(now, lesson, "thrice").empty()) << to;
    }
}

TEST_F(EvidenceAge, OfAGpuItIsStaleWhenABreakIsAnotherOne) {
    write_file(lesson.evidence("h200"), fresh(true).text());
    EXPECT_EQ(shown(), "h200 pass");
    std::string text = BREAKS;
    write_file(lesson.breaks(), text.replace(text.find("Three is not two."), 17, "Two is not three."));
    EXPECT_EQ(shown(), "h200 pass");  // words
    write_file(lesson.breaks(), text.replace(text.find("3.0f"), 4, "4.0f"));
    EXPECT_EQ(shown(), "h200 pass (stale)");
    EXPECT_EQ(why(), "recorded with other breaks");
    write_file(lesson.breaks(), text.replace(text.find("thrice"), 6, "fourth").replace(text.find("4.0f"), 4, "3.0f"));
    EXPECT_EQ(shown(), "h200 pass (stale)");
}

TEST_F(EvidenceAge, ABreaksVerdictIsReadWithItsGates) {
    Evidence evidence = fresh(true);
    evidence.sections.push_back({"break harmless", "", fails_line({}) + "exit 0\n", "UNSEEN"});
    evidence.sections.push_back({"break refused", "", "", "UNBUILT"});
    write_file(lesson.evidence("h200"), evidence.text());
    write_file(lesson.evidence("cpu"), fresh(false).text());
    const auto said = [&](const std::string& id) {
        Contents now(scratch.tree);
        std::string text;
        for (const RecordedBreak& one : recorded_break(now, lesson, id))
            text += one.device + " " + one.verdict + " (" + listed(one.failed_gates) + ")" +
                    (one.current ? "\n" : ", not current\n");
        return text;
    };
    EXPECT_EQ(said("thrice"), "h200 PROVED (y and sum)\n");
    EXPECT_EQ(said("harmless"), "h200 UNSEEN ()\n");
    EXPECT_EQ(said("refused"), "h200 UNBUILT ()\n");
    EXPECT_EQ(said("unknown"), "");
    write("common/check.h", "other");
    EXPECT_EQ(said("thrice"), "h200 PROVED (y and sum), not current\n");
    write("common/check.h", "check");
    write_file(lesson.program, PROGRAM + "\n");
    EXPECT_EQ(said("thrice"), "h200 PROVED (y and sum), not current\n");
}

// One process for the programs of all lessons, and each header once.
TEST_F(EvidenceAge, WhatManyLessonsAskForIsReadOnce) {
    scratch.pretend("sha256sum",
                    "echo asked >>" + (scratch.root / "asked").string() + "; PATH=${PATH#*:} sha256sum \"$@\"");
    std::vector<Lesson> lessons;
    for (int day = 8; day < 20; ++day) {
        const std::string number = (day < 10 ? "00" : "0") + std::to_string(day);
        const std::string file = "lessons/day" + number + "-more/more.cu";
        write(file, "// Day " + std::to_string(day) + " - More\n// Needs:  nothing\n// Device: any\n// Alone:  nvcc " +
                        file + " -o day" + number + "\n");
        lessons.push_back(lesson_of_day(scratch.tree, day));
    }
    Contents now(scratch.tree);
    for (const Lesson& one : lessons) EXPECT_EQ(now.source(one).size(), 64u);
    EXPECT_NE(now.source(lessons[0]), now.source(lessons[1]));
    EXPECT_EQ(read_file(scratch.root / "asked"), "asked\n");
    const std::string digest = now.digest("common/check.h");
    write("common/check.h", "other");
    EXPECT_EQ(now.digest("common/check.h"), digest);
}

TEST(FilesRead, OfACheckoutCalledByALinkHaveItsNamesToo) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const fs::path link = scratch.root / "link", real = scratch.tree.source;
    fs::create_directory_symlink(real, link);
    scratch.set("DAYBREAK_SOURCE_DIR", link.string() + "/");
    const Tree tree = Tree::from_environment();
    EXPECT_EQ(tree.source, link);
    const fs::path list = scratch.tree.build / "cpu" / "day007.d";
    write_file(list, "day007: " + lesson.program.string() + " " + real.string() + "/common/a.h " + link.string() +
                         "/common/b.h common/c.h\n");
    EXPECT_EQ(files_read(tree, list, lesson_of_day(tree, 7).program),
              (std::vector<std::string>{"common/a.h", "common/b.h", "common/c.h"}));
    EXPECT_EQ(target_of(tree, lesson.program.string()).file, link / "lessons" / "day007-doubling" / "doubling.cu");
}

TEST(FilesRead, AreThoseOfTheCheckoutWithoutTheProgramAndTheCpuDevice) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const std::string root = scratch.tree.source.string();
    const fs::path list = scratch.tree.build / "cpu" / "day007.d";
    write_file(list, scratch.tree.build.string() + "/cpu/day007: /usr/include/stdio.h \\\n " + root +
                         "/verify/gate.h " + root + "/verify/../common/a\\ b.h \\\n " + lesson.program.string() + " " +
                         root + "/verify/cpu/include/cuda_runtime.h " + root + "/verify/gate.h common/fill.h\n");
    EXPECT_EQ(files_read(scratch.tree, list, lesson.program),
              (std::vector<std::string>{"common/a b.h", "common/fill.h", "verify/gate.h"}));
    write_file(list, "day007: /elsewhere/lessons/day007-doubling/doubling.cu\n");
    EXPECT_EQ(failure_of([&] { files_read(scratch.tree, list, lesson.program); }),
              list.string() + " does not name lessons/day007-doubling/doubling.cu: it is of another checkout");
    fs::remove(list);
    EXPECT_EQ(failure_of([&] { files_read(scratch.tree, list, lesson.program); }),
              list.string() + " is missing, the list of the files that the compiler read: rm " +
                  (scratch.tree.build / "cpu" / "day007").string() + ", and build it again");
}

TEST(Evidence, HashIsSha256) {
    Scratch scratch;
    write_file(scratch.root / "abc", "abc");
    write_file(scratch.root / "empty", "");
    EXPECT_EQ(sha256_of({scratch.root / "abc", scratch.root / "empty"}),
              (std::vector<std::string>{"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}));
    EXPECT_NE(failure_of([&] { sha256_of({scratch.root / "none"}); }), "");
    EXPECT_TRUE(sha256_of({}).empty());
}

TEST(Evidence, OutputIsKeptAsAReaderSawIt) {
    EXPECT_EQ(recordable("\033[32mgreen\033[0m  \n10%\r50%\r100%\nwin\r\nlast"), "green\n100%\nwin\nlast\n");
    std::string lines;
    for (int i = 1; i <= 1000; ++i) lines += std::to_string(i) + "\n";
    const std::string kept = recordable(lines);
    EXPECT_NE(kept.find("\n300\n... 600 lines left out ...\n901\n"), std::string::npos);
    EXPECT_EQ(kept.substr(kept.size() - 5), "1000\n");
}

TEST(Device, SlugIsTheNameWithoutTheMaker) {
    EXPECT_EQ(device_slug("NVIDIA H200"), "h200");
    EXPECT_EQ(device_slug("NVIDIA GeForce RTX 4090"), "rtx-4090");
    EXPECT_EQ(device_slug("Tesla T4"), "t4");
    EXPECT_EQ(device_slug("NVIDIA A100-SXM4-80GB"), "a100-sxm4-80gb");
    EXPECT_EQ(device_slug("NVIDIA"), "gpu");
}

TEST(Report, IsReadLineByLineAndACutLastLineIsLeftOut) {
    Scratch scratch;
    const fs::path file = scratch.root / "report";
    EXPECT_TRUE(read_report(file).empty());
    write_file(file,
               R"({"case":"hand","gate":"Z","kind":"check","shape":[2,2],"max_error":0,"verdict":"pass"}
{"case":"hand","gate":"H","max_error":"nan","bad":{"index":[0],"got":"nan"},"verdict":"fail"}
{"case":"rag","gate":"H","verdict":"fail"}
{"case":"rag","gate":"lo)");
    const std::vector<Check> checks = read_report(file);
    ASSERT_EQ(checks.size(), 3u);
    EXPECT_EQ(checks[0].case_name, "hand");
    EXPECT_EQ(checks[0].verdict, "pass");
    EXPECT_EQ(failed_gates(checks), std::vector<std::string>{"H"});
}

}  // namespace
}  // namespace day
