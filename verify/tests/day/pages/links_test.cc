#include "verify/day/pages/links.h"

#include <gtest/gtest.h>

#include "verify/day/pages/markdown.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

class PageLinks : public testing::Test {
 protected:
    PageLinks() {
        write("docs/gates.md",
              "# Gates, and how\n\n## `abs` and rel\n\n## Twice\n\n## Twice\n\n## See [limits](x.md) too\n\n"
              "```text\n# no heading\n```\n");
        write("lessons/day007-doubling/doubling.cu", "");
    }

    void write(const std::string& name, const std::string& text) { write_file(scratch.tree.source / name, text); }

    // The faults of a page in docs/, each as "line: text".
    std::string faults(const std::string& text) {
        write("docs/page.md", text);
        std::string all;
        for (const Problem& problem : Links(scratch.tree).dead(scratch.tree.source / "docs" / "page.md"))
            all += std::to_string(problem.line) + ": " + problem.text + "\n";
        return all;
    }

    Scratch scratch;
};

TEST_F(PageLinks, WhatIsThereIsFound) {
    EXPECT_EQ(
        faults("# Page\n[a](gates.md), [b](gates.md#gates-and-how) and [c](#page)\n"
               "[d](gates.md#abs-and-rel) [e](gates.md#twice) [f](gates.md#twice-1) [g](gates.md#see-limits-too)\n"
               "[h](../lessons/day007-doubling/) [i](../lessons/day007-doubling/doubling.cu \"its program\")\n"
               "[j](https://example.org/no#where) [k](mailto:a@example.org) ![l](no.svg)\n"),
        "");
}

TEST_F(PageLinks, WhatIsNotThereIsNamedWithItsLine) {
    EXPECT_EQ(faults("\n[a](gate.md)\n"), "2: the link to gate.md leads nowhere: there is no docs/gate.md\n");
    EXPECT_EQ(faults("[a](gates.md) and [b](../lessons/day008/)\n"),
              "1: the link to ../lessons/day008/ leads nowhere: there is no lessons/day008/\n");
    EXPECT_EQ(faults("[a](gates.md#gate)\n"),
              "1: the link to gates.md#gate leads nowhere: docs/gates.md has no such heading\n");
    for (const char* anchor : {"twice-2", "no-heading", "Twice", ""})
        EXPECT_NE(faults(std::string("[a](gates.md#") + anchor + ")\n"), "") << anchor;
    EXPECT_EQ(faults("# Page\n[a](#pages)\n"),
              "2: the link to #pages leads nowhere: docs/page.md has no such heading\n");
    EXPECT_EQ(faults("[a](../../else.md)\n"), "1: the link to ../../else.md leads nowhere: it leaves the repository\n");
}

TEST_F(PageLinks, CodeHoldsNoLinks) {
    EXPECT_EQ(
        faults(
            "A `[a](no.md)` and ``b ` [c](no.md)``\n\n    [d](no.md)\n\n    [e](no.md)\n\n```text\n[f](no.md)\n```\n"),
        "");
    EXPECT_EQ(faults("- one\n    [a](no.md)\n"), "2: the link to no.md leads nowhere: there is no docs/no.md\n");
    EXPECT_EQ(faults("`a` [b](no.md) `c`\n"), "1: the link to no.md leads nowhere: there is no docs/no.md\n");
    EXPECT_EQ(faults("a ` b [c](no.md)\n"), "1: the link to no.md leads nowhere: there is no docs/no.md\n");
    EXPECT_EQ(faults("```text\n```\n[a](no.md)\n"), "3: the link to no.md leads nowhere: there is no docs/no.md\n");
}

// As CommonMark has it: such a line is a block of HTML, also in the middle of a paragraph.
TEST_F(PageLinks, NoLineWithALinkBeginsWithAComment) {
    EXPECT_EQ(faults("Words\n<!-- term -->A [gate](gates.md) is.<!-- /term -->\n"),
              "2: a line that begins with a comment is HTML: its links are shown as typed\n");
    EXPECT_EQ(faults("<!-- term -->\nA [gate](gates.md) is.<!-- /term -->\n"), "");
    EXPECT_EQ(faults("Words <!-- term -->a [gate](gates.md) is.<!-- /term -->\n"), "");
}

TEST_F(PageLinks, TheCheckOfThePagesTellsThem) {
    fs::remove_all(scratch.tree.source / "lessons" / "day007-doubling");
    write("docs/gates.md", "# Gates\n");
    write("README.md", "[a](docs/gates.md#gates)\n");
    EXPECT_EQ(say({"pages", "--check"}).code, 0);
    write("README.md", "[a](docs/gates.md#doors)\n");
    const Said said = say({"pages", "--check"});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(said.out,
              "README.md:1: the link to docs/gates.md#doors leads nowhere: docs/gates.md has no such heading: mend the "
              "link\n");
}

}  // namespace
}  // namespace day
