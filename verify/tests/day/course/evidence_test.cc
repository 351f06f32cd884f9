#include "verify/day/course/evidence.h"

#include <gtest/gtest.h>

#include "verify/day/course/catalogue.h"
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

TEST(Evidence, DevicesAreListedAndStaleOnesMarked) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    EXPECT_TRUE(recorded(lesson, "abc", "").empty());
    write_file(lesson.evidence("a100"), sample().text());
    write_file(lesson.evidence("cpu"), sample().text());
    const std::vector<Recorded> fresh = recorded(lesson, "abc", ""), stale = recorded(lesson, "def", "");
    ASSERT_EQ(fresh.size(), 2u);
    EXPECT_EQ(fresh[0].device, "cpu");
    EXPECT_EQ(fresh[1].device, "a100");
    EXPECT_EQ(fresh[0].verdict, "fail");
    EXPECT_FALSE(fresh[0].stale);
    EXPECT_TRUE(stale[0].stale);
}

TEST(Evidence, OfAGpuItIsStaleWhenABreakIsAnotherOne) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    Evidence some = sample();
    some.header.emplace_back("breaks", breaks_hash(breaks_of(scratch.tree, lesson)));
    some.sections.push_back({"break thrice", "scripts/day run ...", "exit 1\n", "PROVED"});
    write_file(lesson.evidence("h200"), some.text());
    const auto stale = [&] { return recorded(lesson, "abc", breaks_hash(breaks_of(scratch.tree, lesson)))[0].stale; };
    EXPECT_FALSE(stale());
    std::string text = BREAKS;
    write_file(lesson.breaks(), text.replace(text.find("Three is not two."), 17, "Two is not three."));
    EXPECT_FALSE(stale());  // words
    write_file(lesson.breaks(), text.replace(text.find("3.0f"), 4, "4.0f"));
    EXPECT_TRUE(stale());
    write_file(lesson.breaks(), text.replace(text.find("thrice"), 6, "fourth").replace(text.find("4.0f"), 4, "3.0f"));
    EXPECT_TRUE(stale());
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
