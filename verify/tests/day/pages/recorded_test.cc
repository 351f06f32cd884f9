#include "verify/day/pages/recorded.h"

#include <gtest/gtest.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

// Day 7 with a page that keeps every rule, and a run of it on the CPU device.
class RecordedRuns : public testing::Test {
 protected:
    RecordedRuns() {
        write_file(root / "docs" / "glossary.md", "# Glossary\n\n### double\n");
        write_file(root / "common" / "fill.h", "fill");
        write_file(lesson.breaks(), BREAKS + "turns_on = [\"glossary: double\"]\n" + kernel_table());
        Contents now(scratch.tree);
        evidence.header = {{"sha256", now.source(lesson)},
                           {"read", "common/fill.h " + now.digest("common/fill.h")},
                           {"verdict", "pass"}};
        evidence.sections = {{"run", "scripts/day run 7", "y  4.1e-06  17.5%  -3\nlimit is 0.5.\n", "exit 0"}};
        write_file(lesson.evidence("cpu"), evidence.text());
        page();
        say({"pages"});
    }

    void page(const std::string& line = "Words.") {
        std::string text = "# Day 7 - Doubling: y is twice x\n" + line + "\n<!-- evidence: cpu run -->\n";
        for (int i = 0; i < 60; ++i) text += "Words.\n";
        write_file(lesson.page(),
                   text +
                       "<!-- breaks -->\n<!-- /breaks -->\nSo: <!-- term -->A [double](../../docs/glossary.md#double) "
                       "is twice as much.<!-- /term -->\n");
    }

    std::string wrong(const std::string& line, const Lesson* of) {
        page(line);
        Contents now(scratch.tree);
        std::string text;
        for (const Problem& problem : wrong_figures(now, lesson.page(), of))
            text += std::to_string(problem.line) + ": " + problem.text + "\n";
        return text;
    }
    std::string wrong(const std::string& line) { return wrong(line, &lesson); }

    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const fs::path root = scratch.tree.source;
    Evidence evidence;
    const std::string good = "1 pages are as their sources say\n";
};

TEST_F(RecordedRuns, AFigureStandsInItsSection) {
    for (const char* figure : {"4.1e-06", "17.5", "17.5%", "-3", "0.5", "limit is 0.5"})
        EXPECT_EQ(wrong(std::string("It is <!-- from: cpu run -->") + figure + "<!-- /from -->."), "") << figure;
    for (const char* figure : {"4.2e-06", "1e-06", "06", "17", "7.5", "5%", "3", "4.1"})
        EXPECT_EQ(
            wrong(std::string("It is <!-- from: cpu run -->") + figure + "<!-- /from -->."),
            std::string("2: ") + figure + " does not stand in [run] of lessons/day007-doubling/evidence/cpu.txt\n");
    EXPECT_EQ(wrong("<!-- from: cpu run -->0.5<!-- /from --> and <!-- from: cpu run -->0.6<!-- /from -->"),
              "2: 0.6 does not stand in [run] of lessons/day007-doubling/evidence/cpu.txt\n");
    EXPECT_EQ(wrong("<!-- from: 7 cpu run -->0.5<!-- /from -->", nullptr), "");
}

TEST_F(RecordedRuns, AMarkNamesItsFigureItsDeviceAndItsSection) {
    EXPECT_EQ(wrong("<!-- from: cpu run -->0.5"), "2: a `<!-- from: -->` without its figure and its end\n");
    EXPECT_EQ(wrong("<!-- from: cpu run --><!-- /from -->"), "2: a `<!-- from: -->` without its figure and its end\n");
    EXPECT_EQ(wrong("<!-- from: h200 run -->0.5<!-- /from -->"),
              "2: there is no lessons/day007-doubling/evidence/h200.txt: no such run is recorded\n");
    EXPECT_EQ(wrong("<!-- from: cpu memcheck -->0.5<!-- /from -->"),
              "2: lessons/day007-doubling/evidence/cpu.txt has no section [memcheck]\n");
    EXPECT_EQ(wrong("<!-- from: cpu run -->0.5<!-- /from -->", nullptr),
              "2: the evidence `cpu run` names no day, device and section\n");
    EXPECT_EQ(wrong("`<!-- from: h200 run -->425<!-- /from -->`"), "");  // code
}

TEST_F(RecordedRuns, TheCheckOfThePagesTellsAWrongFigure) {
    page("It is <!-- from: cpu run -->0.6<!-- /from -->.");
    say({"pages"});
    const Said said = say({"pages", "--check", lesson.folder.string()});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(said.out,
              "lessons/day007-doubling/README.md:2: 0.6 does not stand in [run] of "
              "lessons/day007-doubling/evidence/cpu.txt: write what was recorded, or scripts/record 7 --device cpu\n");
}

// That a header changed is told and is no fault; of another program the page must say it.
TEST_F(RecordedRuns, AnOlderRunIsNoFaultAStaleOneMustBeTold) {
    const auto check = [&] { return say({"pages", "--check", lesson.folder.string()}); };
    EXPECT_EQ(check().out, good);
    write_file(root / "common" / "fill.h", "other");
    EXPECT_EQ(check().out,
              "1 recorded run on the pages changed its age since (older, stale): scripts/record N runs a day again, "
              "scripts/pages notes the age; it is no fault\n" +
                  good);
    EXPECT_EQ(check().code, 0);
    say({"pages"});
    EXPECT_NE(read_file(lesson.page())
                  .find("```text\n(older: recorded before common/fill.h changed; scripts/record 7 --device cpu)\n$ "),
              std::string::npos);
    EXPECT_EQ(check().out, good);

    write_file(lesson.program, PROGRAM + "\n");
    EXPECT_EQ(check().code, 1);
    EXPECT_NE(check().out.find("README.md:3: what stands under this mark is not what it is made from"),
              std::string::npos);
    say({"pages"});
    EXPECT_EQ(check().out, good);
}

TEST_F(RecordedRuns, SoItIsWithTheTableOfDays) {
    const fs::path readme = root / "README.md";
    write_file(readme, "<!-- days -->\n<!-- /days -->\n");
    say({"pages"});
    const auto code = [&] { return say({"pages", "--check", readme.string()}).code; };
    write_file(root / "common" / "fill.h", "other");
    EXPECT_EQ(code(), 0);
    say({"pages"});
    EXPECT_NE(read_file(readme).find("| cpu pass (older) |"), std::string::npos);
    write_file(lesson.program, PROGRAM + "\n");
    EXPECT_EQ(code(), 1);
    say({"pages"});
    EXPECT_NE(read_file(readme).find("| cpu pass (stale) |"), std::string::npos);
    EXPECT_EQ(code(), 0);
}

TEST_F(RecordedRuns, ADifferenceBesidesTheAgeIsAFault) {
    write_file(root / "common" / "fill.h", "other");
    std::string text = read_file(lesson.page());
    write_file(lesson.page(), text.replace(text.find("17.5"), 4, "17.6"));
    EXPECT_EQ(say({"pages", "--check", lesson.folder.string()}).code, 1);
}

TEST_F(RecordedRuns, AFileThatWasEditedByHandIsAFault) {
    std::string text = read_file(lesson.evidence("cpu"));
    write_file(lesson.evidence("cpu"), text.replace(text.find("17.5"), 4, "17.6"));
    const Said said = say({"pages", "--check", lesson.folder.string()});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(
        said.out,
        "lessons/day007-doubling/README.md:3: lessons/day007-doubling/evidence/cpu.txt was edited by hand: its "
        "checksum does not hold: scripts/record 7 --device cpu\n"
        "lessons/day007-doubling/evidence/cpu.txt:1: edited by hand: its checksum does not hold: scripts/record 7 "
        "--device cpu\n");
    const fs::path readme = root / "README.md";
    write_file(readme, "<!-- days -->\n<!-- /days -->\n");
    say({"pages"});
    EXPECT_NE(read_file(readme).find("| cpu edited by hand |"), std::string::npos) << read_file(readme);
}

}  // namespace
}  // namespace day
