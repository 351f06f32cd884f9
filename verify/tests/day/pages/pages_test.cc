#include "verify/day/pages/pages.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/day/course/evidence.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

const std::string EXCERPT =
    "```cpp\n// y[n] = 2 x[n]\n__global__ void doubling(const float* x, float* y, int N) {\n"
    "    const int n = threadIdx.x;\n    if (n < N) y[n] = 2.0f * x[n];\n}\n```\n";

const std::string TERM = "So: <!-- term -->A [double](../../docs/glossary.md#double) is twice as much.<!-- /term -->\n";

class Pages : public testing::Test {
 protected:
    Pages() {
        write_file(scratch.tree.source / "docs" / "glossary.md", "# Glossary\n\n### double\n");
        write_file(lesson.breaks(), BREAKS + "turns_on = [\"glossary: double\"]\n" + kernel_table());
    }

    Page page(const std::string& text) { return generate_page(scratch.tree, lesson.page(), text, nullptr); }

    // The problems of a lesson's page, each as "line: text".
    std::vector<std::string> problems(const std::string& text, bool of_lesson = false) {
        std::vector<std::string> all;
        for (const Problem& p :
             generate_page(scratch.tree, lesson.page(), text, of_lesson ? &lesson : nullptr).problems)
            all.push_back(std::to_string(p.line) + ": " + p.text);
        return all;
    }

    // A page of the lesson that keeps every rule, with `more` in it.
    std::string good_page(const std::string& more = "", int filling = 60) {
        std::string text = "# Day 7 - Doubling: y is twice x\n" + more + "<!-- breaks -->\n<!-- /breaks -->\n";
        for (int i = 0; i < filling; ++i) text += "Words.\n";
        return text + TERM;
    }

    void record(const std::string& hash) {
        Evidence evidence;
        evidence.header = {{"lesson", lesson.name()}, {"sha256", hash}, {"read", "nothing"}, {"verdict", "pass"}};
        evidence.sections = {{"run", "scripts/day run 7", "all pass\n", "exit 0"},
                             {"order reverse", "scripts/day run 7 --order reverse", "oh\n", "exit 1"}};
        write_file(lesson.evidence("cpu"), evidence.text());
    }

    Scratch scratch;
    Lesson lesson = scratch.lesson();
};

TEST_F(Pages, ExcerptIsAddedReplacedAndThenLeftAlone) {
    const std::string mark = "Look:\n<!-- excerpt: doubling.cu#doubling -->\n";
    const Page added = page(mark + "Done.\n");
    EXPECT_EQ(added.text, mark + EXCERPT + "Done.\n");
    EXPECT_EQ(added.drifted, std::vector<int>{2});
    const Page replaced = page(mark + "```cpp\nold\n```\nDone.\n");
    EXPECT_EQ(replaced.text, added.text);
    EXPECT_EQ(replaced.drifted, std::vector<int>{2});
    const Page again = page(added.text);
    EXPECT_EQ(again.text, added.text);
    EXPECT_TRUE(again.drifted.empty());
    EXPECT_TRUE(again.problems.empty());
}

TEST_F(Pages, ExcerptMayComeFromTheRoot) {
    write_file(scratch.tree.source / "common" / "fill.h", "int fill() { return 1; }\n");
    EXPECT_EQ(page("<!-- excerpt: common/fill.h#fill -->\n").text,
              "<!-- excerpt: common/fill.h#fill -->\n```cpp\nint fill() { return 1; }\n```\n");
}

TEST_F(Pages, WhatCannotBeQuotedIsSaidAndLeftAsItIs) {
    const std::string text = "<!-- excerpt: doubling.cu#halving -->\n```cpp\nold\n```\n";
    EXPECT_EQ(page(text).text, text);
    EXPECT_EQ(problems(text)[0], "1: excerpt of doubling.cu: no function and no `// ANCHOR:` named halving in it");
    EXPECT_EQ(problems("\n<!-- excerpt: tripling.cu#f -->\n")[0], "2: excerpt of tripling.cu: there is no such file");
    EXPECT_EQ(problems("<!-- excerpt: doubling.cu -->\n")[0], "1: the excerpt `doubling.cu` names no FILE#NAME");
    write_file(lesson.program, PROGRAM + "void doubling() {}\n");
    EXPECT_NE(problems("<!-- excerpt: doubling.cu#doubling -->\n")[0].find("2 functions are named doubling"),
              std::string::npos);
}

TEST_F(Pages, CodeTypedByHandIsAProblem) {
    for (const char* language : {"cpp", "cuda", "c++", "C++", "cu"})
        EXPECT_EQ(problems(std::string("a\n```") + language + "\nint x;\n```\n").size(), 1u) << language;
    EXPECT_EQ(problems("<!-- excerpt: doubling.cu#doubling -->\n\n```cpp\nint x;\n```\n")[0].substr(0, 2), "3:");
    EXPECT_TRUE(problems("```text\nint x;\n```\n```\n<!-- excerpt: no.cu#no -->\n```\n").empty());
    EXPECT_TRUE(problems("    <!-- excerpt: no.cu#no -->\n").empty());  // an indented sample is no mark
}

TEST_F(Pages, FencesAndRegionsMustEnd) {
    EXPECT_EQ(problems("a\n```text\nb\n"), std::vector<std::string>{"2: this fence is never closed"});
    const std::string open = "<!-- days -->\nold\n";
    EXPECT_EQ(problems(open), std::vector<std::string>{"1: `<!-- days -->` has no `<!-- /days -->`"});
    EXPECT_EQ(page(open).text, open);
    EXPECT_EQ(problems("<!-- /days -->\n"), std::vector<std::string>{"1: `<!-- /days -->` closes nothing"});
}

TEST_F(Pages, EvidenceShowsCommandOutputAndABadEnd) {
    record(sha256_of({lesson.program})[0]);
    const Page page = generate_page(scratch.tree, lesson.page(),
                                    "<!-- evidence: cpu run -->\n<!-- evidence: cpu order reverse -->\n", &lesson);
    EXPECT_EQ(page.text,
              "<!-- evidence: cpu run -->\n```text\n$ scripts/day run 7\nall pass\n```\n"
              "<!-- evidence: cpu order reverse -->\n```text\n$ scripts/day run 7 --order reverse\noh\nexit 1\n```\n");
    EXPECT_EQ(this->page("<!-- evidence: 7 cpu run -->\n").text,
              "<!-- evidence: 7 cpu run -->\n```text\n$ scripts/day run 7\nall pass\n```\n");
}

TEST_F(Pages, StaleEvidenceSaysSo) {
    record("another");
    EXPECT_NE(page("<!-- evidence: 7 cpu run -->\n")
                  .text.find("```text\n(stale: recorded from an older doubling.cu; scripts/record 7 --device cpu)\n$ "),
              std::string::npos);
}

TEST_F(Pages, MissingEvidenceIsAProblemWithItsCommand) {
    const Page page = generate_page(scratch.tree, lesson.page(), "<!-- evidence: h200 run -->\n", &lesson);
    EXPECT_EQ(page.problems[0].text, "there is no lessons/day007-doubling/evidence/h200.txt: no such run is recorded");
    EXPECT_EQ(page.problems[0].remedy, "scripts/record 7 --device gpu");
    record("x");
    EXPECT_EQ(problems("<!-- evidence: 7 cpu memcheck -->\n")[0],
              "1: lessons/day007-doubling/evidence/cpu.txt has no section [memcheck]");
    EXPECT_EQ(problems("<!-- evidence: cpu run -->\n")[0],
              "1: the evidence `cpu run` names no day, device and section");
}

TEST_F(Pages, BreaksAreListedWithoutTheAnswers) {
    const std::string text = generate_page(scratch.tree, lesson.page(), good_page(), &lesson).text;
    EXPECT_NE(text.find("| Take three \\| for two | `doubling` | 1, read the code | `thrice` |\n"), std::string::npos);
    EXPECT_NE(text.find("look last.\n<!-- /breaks -->\nWords."), std::string::npos);
    EXPECT_EQ(text.find("Three is not two"), std::string::npos);
    EXPECT_EQ(text.find("Count."), std::string::npos);
    EXPECT_EQ(generate_page(scratch.tree, lesson.page(), text, &lesson).text, text);
}

TEST_F(Pages, TableOfDaysIsMade) {
    record(sha256_of({lesson.program})[0]);
    EXPECT_EQ(
        generate_page(scratch.tree, scratch.tree.source / "README.md", "<!-- days -->\n<!-- /days -->\n", nullptr).text,
        "<!-- days -->\n| day | lesson | recorded on |\n|---:|---|---|\n"
        "| 7 | [Doubling: y is twice x](lessons/day007-doubling/) | cpu pass |\n<!-- /days -->\n");
}

TEST_F(Pages, TableOfConformanceProgramsIsMade) {
    const std::string marks = "<!-- conformance -->\n<!-- /conformance -->\n";
    const fs::path page = scratch.tree.source / "docs" / "conformance.md";
    const auto made = [&] { return generate_page(scratch.tree, page, marks, nullptr); };
    EXPECT_EQ(made().problems[0].text, "there are no programs in verify/tests/conformance");
    const fs::path folder = scratch.tree.source / "verify" / "tests" / "conformance";
    write_file(folder / "two.cu", "// Two,\n// or | three.\n\n// not this\n");
    write_file(folder / "one.cu", "// __ldg_* and `_x`.\nint x;\n");
    EXPECT_EQ(made().text,
              "<!-- conformance -->\n2 programs:\n\n| program | what it shows |\n|---|---|\n"
              "| [one](../verify/tests/conformance/one.cu) | \\_\\_ldg\\_\\* and `_x`. |\n"
              "| [two](../verify/tests/conformance/two.cu) | Two, or \\| three. |\n<!-- /conformance -->\n");
    write_file(folder / "mute.cu", "int x;\n");
    EXPECT_EQ(made().problems[0].text, "verify/tests/conformance/mute.cu does not say what it shows");
}

TEST_F(Pages, TableOfFormsIsMade) {
    const std::string marks = "<!-- forms -->\n<!-- /forms -->\n";
    const fs::path page = scratch.tree.source / "docs" / "forms.md";
    const auto made = [&] { return generate_page(scratch.tree, page, marks, nullptr); };
    const fs::path folder = scratch.tree.source / "verify" / "tests" / "forms";
    write_file(folder / "a.cu", "// form: k<<<1, 2>>>\n// refused: for this\n");
    write_file(folder / "b.cu", "// form: __global__\n");
    EXPECT_EQ(made().text,
              "<!-- forms -->\n1 forms work, 1 are refused:\n\n| form | example | on the CPU device |\n|---|---|---|\n"
              "| \\_\\_global\\_\\_ | [b](../verify/tests/forms/b.cu) | works |\n"
              "| k\\<\\<\\<1, 2>>> | [a](../verify/tests/forms/a.cu) | refused |\n<!-- /forms -->\n");
    write_file(folder / "c.cu", "// formless\n");
    EXPECT_EQ(made().problems[0].text, "verify/tests/forms/c.cu does not say what form it shows");
}

TEST_F(Pages, ALessonsPageKeepsTheRules) {
    EXPECT_TRUE(problems(good_page(), true).empty());
    EXPECT_EQ(problems("# Day 7 - Other\n" + good_page().substr(good_page().find('\n') + 1), true),
              std::vector<std::string>{
                  "1: the page's title is not the program's: it must be `# Day 7 - Doubling: y is twice x`"});
    std::string seven;
    for (int i = 0; i < 7; ++i) seven += "<!-- excerpt: doubling.cu#doubling -->\n";
    EXPECT_EQ(problems(good_page(seven), true),
              std::vector<std::string>{"1: 7 excerpts on one page, and 6 are the most a reader follows"});
    EXPECT_EQ(problems(good_page("", 30), true).size(), 1u);                       // too short
    EXPECT_EQ(problems(good_page("", 200), true).size(), 1u);                      // too long
    EXPECT_TRUE(problems(good_page(seven.substr(0, 6 * 39), 130), true).empty());  // generated lines do not count
    EXPECT_EQ(problems("# Day 7 - Doubling: y is twice x\n" + TERM + std::string(70, '\n'), true),
              std::vector<std::string>{"1: the page has no list of breaks"});
}

TEST_F(Pages, PicturesMustExist) {
    EXPECT_EQ(problems("![a](no.svg) ![b](https://example.org/b.svg)\n"),
              std::vector<std::string>{"1: the picture no.svg does not exist"});
    write_file(lesson.folder / "picture.svg", "<svg/>");
    EXPECT_TRUE(problems("![a](picture.svg)\n").empty());
}

TEST_F(Pages, CommandChecksAndThenMends) {
    write_file(lesson.page(), good_page("<!-- excerpt: doubling.cu#doubling -->\n"));
    write_file(scratch.tree.source / "docs" / "gates.md", "# Gates\n```cpp\nint x;\n```\n");
    Said said = say({"pages", "--check"});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(
        said.out,
        "docs/gates.md:2: C++ typed by hand: a page shows only code that is compiled: put `<!-- excerpt: FILE#NAME "
        "-->` above the fence, then scripts/pages\n"
        "lessons/day007-doubling/README.md:2: what stands under this mark is not what it is made from: scripts/pages\n"
        "lessons/day007-doubling/README.md:3: what stands under this mark is not what it is made from: "
        "scripts/pages\n");
    EXPECT_EQ(say({"pages", lesson.folder.string()}).code, 0);
    EXPECT_EQ(say({"pages", "--check", lesson.page().string()}).out, "1 pages are as their sources say\n");
    EXPECT_EQ(say({"pages", "--check", "/tmp/other.md"}).code, 2);
}

TEST_F(Pages, ATermADayAndAllOfThemInTheGlossary) {
    const std::string untold = good_page().substr(0, good_page().size() - TERM.size());
    EXPECT_EQ(problems(untold, true), std::vector<std::string>{"1: the page defines no term"});
    const auto line = [](const std::string& text) {
        return std::to_string(std::count(text.begin(), text.end(), '\n'));
    };
    EXPECT_EQ(
        problems(good_page() + TERM, true),
        std::vector<std::string>{line(good_page() + TERM) + ": the page defines a second term, and a day has one"});
    EXPECT_EQ(
        problems(untold + "<!-- term -->A [half](../../docs/glossary.md#halves) is less.<!-- /term -->\n", true)[0],
        line(untold + ".\n") +
            ": the term half must link to ../../docs/glossary.md#half, and links to ../../docs/glossary.md#halves");
    EXPECT_EQ(problems(untold + "<!-- term -->A half.<!-- /term -->\n", true)[0],
              line(untold + ".\n") + ": the definition does not link its term to the glossary");
    EXPECT_EQ(problems(untold + "<!-- term -->A half.\n", true)[0],
              line(untold + ".\n") + ": `<!-- term -->` has no `<!-- /term -->`");

    const std::string marks = "# Glossary\n<!-- glossary -->\n<!-- /glossary -->\n";
    const fs::path glossary = scratch.tree.source / "docs" / "glossary.md";
    const auto made = [&] { return generate_page(scratch.tree, glossary, marks, nullptr); };
    write_file(lesson.page(), untold +
                                  "Then <!-- term -->a [Grid-stride loop](../../docs/glossary.md#grid-stride-loop)\n"
                                  "is a  walk ([grid](../../docs/glossary.md#grid)).<!-- /term -->\n");
    EXPECT_EQ(made().text,
              "# Glossary\n<!-- glossary -->\n\n### grid-stride loop\n\na **Grid-stride loop** is a walk "
              "([grid](#grid)). [Day 7](../lessons/day007-doubling/)\n\n<!-- /glossary -->\n");
    const fs::path other = scratch.tree.source / "lessons" / "day008-grids";
    write_file(other / "README.md", "<!-- term -->A [grid](../../docs/glossary.md#grid) is a launch.<!-- /term -->\n");
    EXPECT_LT(made().text.find("### grid\n"), made().text.find("### grid-stride loop\n"));
    write_file(other / "README.md",
               "<!-- term -->A [grid-stride loop](../../docs/glossary.md#grid-stride-loop) walks.<!-- /term -->\n");
    EXPECT_EQ(made().problems[0].text, "days 7 and 8 both define grid-stride loop");
    EXPECT_EQ(made().text, marks);
}

TEST_F(Pages, ALessonNeedsEarlierDaysOnly) {
    write_file(lesson.page(), good_page());
    say({"pages"});
    EXPECT_EQ(say({"pages", "--check"}).code, 0);
    write_file(scratch.tree.source / "common" / "fill.h", "// Data. Day 004 writes this out.\n");
    write_file(scratch.tree.source / "common" / "timing.h", "// Time. Day 007 writes this out.\n");
    write_file(scratch.tree.source / "common" / "other.h", "// Other things.\n");
    write_file(scratch.tree.source / "common" / "tool.h",
               "// A bar. A tool, no part of any day's idea.\n#pragma once\n");
    write_file(scratch.tree.source / "common" / "no_tool.h", "// A bar.\n// A tool, no part of any day's idea.\n");
    write_file(scratch.tree.source / "common" / "kernels.h",
               "// A bar. A tool, no part of any day's idea.\n__global__ void k() {}\n");
    write_file(scratch.tree.source / "lessons" / "day003-errors" / "README.md", "");
    const std::string program = "lessons/day007-doubling/doubling.cu:", good = "1 pages are as their sources say\n";
    // What is said when line 2 is `key`, and `include` is the first include, in line 5.
    const auto said = [&](const std::string& key, const std::string& include = "") {
        std::string text = PROGRAM;
        text.replace(text.find("// Needs:  nothing"), 18, key);
        if (!include.empty()) text.insert(text.find("#include"), "#include \"common/" + include + "\"\n");
        write_file(lesson.program, text);
        return say({"pages", "--check", lesson.folder.string()}).out;
    };
    EXPECT_EQ(said("// Needs:  003-errors, 005-grid-stride"), good);
    EXPECT_EQ(said("// Needs:  nothing", "fill.h"), good);
    EXPECT_EQ(said("// Needs:  nothing", "tool.h"), good);
    EXPECT_EQ(said("//"), "lessons/day007-doubling:1: " + program +
                              "1: needs a header line `// Needs:  nothing`: mend the folder\n");
    EXPECT_EQ(said("// Needs:  005-grid-stride, 003-errors"),
              program + "2: Needs: 003-errors stands behind day 5: sort the days\n");
    EXPECT_EQ(said("// Needs:  007-doubling"),
              program + "2: Needs: 007-doubling is not before day 7: name earlier days only\n");
    EXPECT_EQ(said("// Needs:  005-a, 012-b"),
              program + "2: Needs: 012-b is not before day 7: name earlier days only\n");
    EXPECT_EQ(said("// Needs:  003-error"),
              program + "2: Needs: 003-error is called 003-errors: use the folder's name\n");
    for (const std::string bad : {"005", "", "5-a", "005_a"})
        EXPECT_EQ(said("// Needs:  003-errors, " + bad),
                  program + "2: Needs: `" + bad + "` is not a day: name it as its folder is: 008-device-memory\n");
    EXPECT_EQ(said("// Needs:  nothing", "timing.h"),
              program + "5: common/timing.h may be included from day 8 on: write out what the lesson needs of it\n");
    for (const std::string header : {"other.h", "no_tool.h", "kernels.h"})
        EXPECT_EQ(said("// Needs:  nothing", header),
                  program + "5: the first line of common/" + header +
                      " does not say which day it comes from: end it in `Day NNN writes this out.`, or in `A tool, no "
                      "part of any day's idea.`\n");
    for (const std::string include :
         {"  #include \"common/timing.h\"", "#include <common/timing.h>", "# include \"common/timing.h\""}) {
        write_file(lesson.program, PROGRAM + include + "\n");
        EXPECT_NE(say({"pages", "--check"}).out.find("common/timing.h may be included from day 8 on"),
                  std::string::npos)
            << include;
    }
}

TEST_F(Pages, EachBreakHasItsWordsAndEachKernelItsTable) {
    write_file(lesson.page(), good_page());
    say({"pages", lesson.folder.string()});
    const auto said = [&](const std::string& breaks) {
        write_file(lesson.breaks(), breaks);
        return say({"pages", "--check", lesson.folder.string()}).out;
    };
    const std::string name = "lessons/day007-doubling/breaks.toml:";
    EXPECT_EQ(said(BREAKS + kernel_table()), name +
                                                 "3: break thrice has no `turns_on`: which words decide it?: turns_on "
                                                 "= [\"words of the page\"] in [break.text] (docs/style.md)\n");
    EXPECT_EQ(said(BREAKS + "turns_on = [\"glossary: triple\"]\n" + kernel_table()),
              name +
                  "16: break thrice turns on \"glossary: triple\": docs/glossary.md has no `### triple`: say it on the "
                  "page, or name the words that do\n");
    EXPECT_EQ(said(BREAKS + "turns_on = [\"Y is twice X\"]\n" + kernel_table()), "1 pages are as their sources say\n");
    EXPECT_NE(said(BREAKS + "turns_on = [\"is twic\"]\n" + kernel_table()).find("README.md does not say so"),
              std::string::npos);  // half a word
    EXPECT_NE(said(BREAKS + "turns_on = [\"twice\"]\n" + kernel_table()).find("one word decides nothing"),
              std::string::npos);
    EXPECT_EQ(said(BREAKS + "turns_on = [\"glossary: double\"]\n"),
              name +
                  "1: the kernel doubling has no [[kernel]] table, from which a learner writes it: add name, gates and "
                  "three hints (docs/style.md): mend breaks.toml\n");
}

TEST_F(Pages, CommandLooksAtTheBreaksAndForThePage) {
    write_file(lesson.breaks(), "format = 1\n");
    const Said said = say({"pages", "--check"});
    EXPECT_EQ(said.code, 1);
    EXPECT_NE(said.out.find("lessons/day007-doubling/breaks.toml:1: the file needs `break`"), std::string::npos);
    EXPECT_NE(said.out.find("lessons/day007-doubling/README.md:1: the day has no page"), std::string::npos);
}

}  // namespace
}  // namespace day
