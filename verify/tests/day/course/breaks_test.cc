#include "verify/day/course/breaks.h"

#include <gtest/gtest.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

// BREAKS with one piece of its text exchanged.
std::string with(const std::string& from, const std::string& to) {
    std::string text = BREAKS;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text) {
    return failure_of([&] { parse_breaks(text, "breaks.toml"); });
}

TEST(Breaks, AreReadWhole) {
    const std::vector<Break> breaks = parse_breaks(BREAKS, "breaks.toml");
    ASSERT_EQ(breaks.size(), 1u);
    const Break& b = breaks[0];
    EXPECT_EQ(b.id, "thrice");
    EXPECT_EQ(b.title, "Take three | for two");
    EXPECT_EQ(b.level, 1);
    EXPECT_EQ(b.line, 3);
    ASSERT_EQ(b.edits.size(), 1u);
    EXPECT_EQ(b.edits[0].in, "doubling");
    EXPECT_EQ(b.edits[0].find, "2.0f");
    EXPECT_EQ(b.edits[0].replace, "3.0f");
    EXPECT_EQ(b.expect, Expect::gates);
    EXPECT_EQ(b.fail, (std::vector<std::string>{"y", "sum"}));
    EXPECT_EQ(b.hints.size(), 1u);
    EXPECT_EQ(b.why, "Three is not two.");
}

TEST(Breaks, StateFindingsAndOutcomes) {
    Break b = parse_breaks(with("fail = [\"y\", \"sum\"]", "finding = \"race\"\nmay_fail = [\"y\"]"), "b")[0];
    EXPECT_EQ(b.expect, Expect::finding);
    EXPECT_EQ(b.finding, "race");
    EXPECT_EQ(b.may_fail, std::vector<std::string>{"y"});
    b = parse_breaks(with("fail = [\"y\", \"sum\"]", "outcome = \"hang\"\ndevice = \"gpu\"\nflags = [\"--big\"]"),
                     "b")[0];
    EXPECT_EQ(b.expect, Expect::outcome);
    EXPECT_EQ(b.outcome, "hang");
    EXPECT_EQ(b.device, "gpu");
    EXPECT_EQ(b.flags, std::vector<std::string>{"--big"});
    b = parse_breaks(with("fail =", "finding = \"init\"\nfail ="), "b")[0];
    EXPECT_EQ(b.expect, Expect::finding);
    EXPECT_EQ(b.fail, (std::vector<std::string>{"y", "sum"}));
    b = parse_breaks(with("fail = [\"y\", \"sum\"]", "fail = []"), "b")[0];
    EXPECT_EQ(b.expect, Expect::gates);
    EXPECT_TRUE(b.fail.empty());
}

TEST(Breaks, AnEditMayReplaceByNothing) {
    EXPECT_EQ(parse_breaks(with("\"3.0f\"", "\"\""), "b")[0].edits[0].replace, "");
}

TEST(Breaks, UnknownKeysAreErrorsWithTheirLine) {
    EXPECT_EQ(complaint(with("level = 1", "level = 1\nlevle = 2")),
              "breaks.toml:7: unknown key `levle` in [[break]]: it knows edit, expect, id, level, text and title: did "
              "you mean level?");
    EXPECT_NE(complaint(with("in = ", "where = 1\nin = ")).find("breaks.toml:8: unknown key `where` in [[break.edit]]"),
              std::string::npos);
    EXPECT_NE(complaint(with("hints", "hint = 1\nhints")).find("unknown key `hint` in [break.text]"),
              std::string::npos);
    EXPECT_NE(complaint(with("fail =", "fial = 1\nfail =")).find("unknown key `fial` in [break.expect]"),
              std::string::npos);
    EXPECT_NE(complaint(with("format = 1", "format = 1\nauthor = \"me\""))
                  .find("breaks.toml:2: unknown key `author` in the file"),
              std::string::npos);
}

TEST(Breaks, AMistypedKeyIsNamedAndNotTheOneThatIsMissing) {
    EXPECT_EQ(complaint(with("level = 1", "levle = 1")),
              "breaks.toml:6: unknown key `levle` in [[break]]: it knows edit, expect, id, level, text and title: did "
              "you mean level?");
    EXPECT_EQ(complaint(with("find = ", "fnid = ")),
              "breaks.toml:9: unknown key `fnid` in [[break.edit]]: it knows find, in and replace: did you mean find?");
    EXPECT_EQ(complaint(with("fail = ", "fial = ")),
              "breaks.toml:12: unknown key `fial` in [break.expect]: it knows device, fail, finding, flags, may_fail, "
              "other_checks, outcome and silent: did you mean fail?");
    EXPECT_EQ(
        complaint(with("hints = ", "hint = ")),
        "breaks.toml:14: unknown key `hint` in [break.text]: it knows hints, turns_on and why: did you mean hints?");
    EXPECT_EQ(complaint(with("[break.text]", "[break.txet]")),
              "breaks.toml:13: unknown key `txet` in [[break]]: it knows edit, expect, id, level, text and title: did "
              "you mean text?");
    EXPECT_EQ(
        complaint(with("format", "fromat")),
        "breaks.toml:1: unknown key `fromat` in the file: it knows break, format and kernel: did you mean format?");
    // Of two, the first one of the file.
    EXPECT_NE(complaint(with("level = 1", "zeal = 1\nanger = 2")).find("breaks.toml:6: unknown key `zeal`"),
              std::string::npos);
    // Another format may have other keys.
    EXPECT_EQ(complaint(with("format = 1", "format = 2\nauthor = \"me\"")),
              "breaks.toml:1: `format` is 2 and must be 1");
}

TEST(Breaks, OnlyABreakThatIsStatedSilentMaySaySo) {
    const std::string claim = with("Three is not two.", "Three is not two, and no checker objects.");
    EXPECT_EQ(complaint(claim),
              "breaks.toml:15: `why` of thrice says that the checker is silent: only a break with `silent = "
              "true`, which is proved, may say so");
    std::string stated = claim;
    stated.replace(stated.find("fail = "), 7, "silent = true\nfail = ");
    EXPECT_TRUE(parse_breaks(stated, "breaks.toml")[0].silent);
    EXPECT_EQ(complaint(with("fail = [\"y\", \"sum\"]", "outcome = \"crash\"\nsilent = true")),
              "breaks.toml:13: `silent` says that the checker finds nothing: it goes with `fail` alone");
}

TEST(Breaks, ADraftIsRefusedByTheLineOfWhatIsStillToBeWritten) {
    const std::string title = with("Take three | for two", "(write it: the edit, in a line)");
    EXPECT_EQ(complaint(title),
              "breaks.toml:5: break thrice: `title` is still to be written: put your text in place of \"(write it: the "
              "edit, in a line)\"");
    EXPECT_EQ(complaint(with("Count.", "(write it: a question)")),
              "breaks.toml:14: break thrice: `hints` is still to be written: put your text in place of \"(write it: a "
              "question)\"");
    EXPECT_EQ(complaint(with("Three is not two.", "(write it: why)")),
              "breaks.toml:15: break thrice: `why` is still to be written: put your text in place of \"(write it: "
              "why)\"");
    EXPECT_EQ(parse_breaks(title, "b", Drafts::allowed)[0].title, "(write it: the edit, in a line)");
}

TEST(Breaks, WrongTypesAndMissingFieldsAreErrorsWithTheirLine) {
    EXPECT_EQ(complaint(with("level = 1", "level = \"1\"")),
              "breaks.toml:6: `level` in [[break]] must be a whole number");
    EXPECT_EQ(complaint(with("id = \"thrice\"\n", "")), "breaks.toml:3: [[break]] needs `id`: a string, key = \"...\"");
    EXPECT_EQ(complaint(with("[\"Count.\"]", "\"Count.\"")),
              "breaks.toml:14: `hints` in [break.text] must be a list of strings, key = [\"...\"]");
    EXPECT_EQ(complaint(with("[\"Count.\"]", "[1]")), "breaks.toml:14: `hints` in [break.text] must hold strings only");
    EXPECT_EQ(complaint(with("[\"Count.\"]", "[]")), "breaks.toml:14: `hints` is empty: give at least one");
    EXPECT_EQ(complaint(with("\"Three is not two.\"", "\" \"")), "breaks.toml:15: `why` in [break.text] is empty");
    EXPECT_EQ(complaint(with("[[break.edit]]", "[break.edit]")),
              "breaks.toml:7: `edit` in [[break]] must be one or more [[break.edit]]");
    EXPECT_EQ(complaint("format = 1\n"), "breaks.toml:1: the file needs `break`: one or more [[break]]");
    EXPECT_NE(complaint(""), "");
}

TEST(Breaks, ValuesOutsideTheFormatAreErrors) {
    EXPECT_EQ(complaint(with("format = 1", "format = 2")), "breaks.toml:1: `format` is 2 and must be 1");
    EXPECT_NE(complaint(with("level = 1", "level = 4")).find("breaks.toml:6: `level` is 4"), std::string::npos);
    EXPECT_NE(complaint(with("level = 1", "level = 4294967297")).find("breaks.toml:6: `level` is 4294967297 and must"),
              std::string::npos);
    for (const char* id : {"Thrice!", "a--b", "-a", "a-"})
        EXPECT_NE(complaint(with("\"thrice\"", "\"" + std::string(id) + "\""))
                      .find("breaks.toml:4: `id` is \"" + std::string(id) + "\" and must be a slug"),
                  std::string::npos)
            << id;
    EXPECT_EQ(complaint(with("[\"Count.\"]", "[\"Count.\",\n\" \"]")),
              "breaks.toml:15: `hints` in [break.text] holds an empty string: fill it or take it out");
    EXPECT_EQ(complaint(with("\"sum\"]", "\"\"]")),
              "breaks.toml:12: `fail` in [break.expect] holds an empty string: fill it or take it out");
    EXPECT_EQ(complaint(with("Take three | for two", "Take\\nthree")),
              "breaks.toml:5: `title` in [[break]] must be one line");
    EXPECT_NE(complaint(with("\"3.0f\"", "\"2.0f\"")).find("changes nothing"), std::string::npos);
    EXPECT_NE(complaint(with("fail = [\"y\", \"sum\"]", "finding = \"crash\""))
                  .find("must be one of race, memory, init and sync"),
              std::string::npos);
    EXPECT_NE(complaint(with("fail = [\"y\", \"sum\"]", "")).find("states none of them"), std::string::npos);
    EXPECT_NE(complaint(with("fail =", "outcome = \"hang\"\nfail =")).find("states `outcome` and another"),
              std::string::npos);
    EXPECT_NE(complaint(with("fail =", "may_fail = [\"y\"]\nfail =")).find("`may_fail` goes with `finding` only"),
              std::string::npos);
    EXPECT_EQ(complaint(BREAKS + BREAKS.substr(BREAKS.find("[[break]]"))),
              "breaks.toml:17: two breaks have the id thrice");
}

TEST(Breaks, BrokenTomlIsAnErrorWithItsLine) {
    const std::string line = complaint("format = 1\n[[break]\n");
    EXPECT_TRUE(line.starts_with("breaks.toml:2: ")) << line;
    EXPECT_TRUE(line.ends_with(": mend that line; docs/style.md shows a whole break")) << line;
    EXPECT_EQ(line.find('\n'), line.npos) << line;
}

TEST(Breaks, AnEditIsMadeInItsRegionOnly) {
    const std::string source = "void f() { x = 1; }\n// x = 1;\nvoid g() { x = 1; }\n";
    Break b;
    b.id = "b";
    b.edits = {{"g", "x = 1", "x = 2", 5}};
    EXPECT_EQ(broken(source, b, "breaks.toml", "a.cu"),
              "#line 1 \"a.cu\"\nvoid f() { x = 1; }\n// x = 1;\nvoid g() { x = 2; }\n");
}

TEST(Breaks, AnEditMustApplyExactlyOnce) {
    const std::string source = "void f() { x = 1; x = 1; }\n";
    Break b;
    b.id = "b";
    const auto says = [&](const Edit& edit) {
        b.edits = {edit};
        return failure_of([&] { broken(source, b, "breaks.toml", "a.cu"); });
    };
    EXPECT_EQ(
        says({"f", "x = 1", "", 5}),
        "breaks.toml:5: break b: `find` must stand exactly once in f and stands 2 times: take in more of the text "
        "around the one that is meant");
    EXPECT_EQ(says({"f", "y", "", 6}),
              "breaks.toml:6: break b: `find` must stand exactly once in f and stands 0 times: copy it anew from a.cu");
    EXPECT_EQ(says({"h", "y", "", 7}),
              "breaks.toml:7: break b: `in`: a.cu: no function and no `// ANCHOR:` named h in it");
    b.edits = {{"f", "f() { x", "1", 1}, {"f", "{ x = 1; x", "2", 2}};
    EXPECT_EQ(failure_of([&] { broken(source, b, "breaks.toml", "a.cu"); }),
              "breaks.toml:2: break b: two edits overlap: make them one");
}

TEST(Breaks, LineDirectivesKeepTheLessonsLines) {
    const std::string source = "void f() {\n    a();\n    b();  // tail\n    c();\n    d();\n}\n";
    Break b;
    b.id = "b";
    b.edits = {{"f", "d()", "e()", 1}, {"f", "a();\n    b();", "ab();", 1}};
    EXPECT_EQ(broken(source, b, "breaks.toml", "a.cu"),
              "#line 1 \"a.cu\"\nvoid f() {\n    ab();  // tail\n#line 4 \"a.cu\"\n    c();\n    e();\n}\n");
    // Two edits on one line: the directive comes after both.
    b.edits = {{"f", "{\n    a", "{ a", 1}, {"f", "();\n    b", "(); b", 1}};
    EXPECT_EQ(broken(source, b, "breaks.toml", "a.cu"),
              "#line 1 \"a.cu\"\nvoid f() { a(); b();  // tail\n#line 4 \"a.cu\"\n    c();\n    d();\n}\n");
}

TEST(Breaks, AreHeldAgainstTheProgram) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const auto says = [&](const std::string& text) {
        return failure_of([&] { check_breaks(scratch.tree, lesson, parse_breaks(text, "breaks.toml")); });
    };
    EXPECT_EQ(says(BREAKS), "");
    EXPECT_EQ(says(with("\"sum\"", "\"total\"")),
              "lessons/day007-doubling/breaks.toml:12: break thrice names the gate total, and "
              "lessons/day007-doubling/doubling.cu declares y and sum: name one of these");
    EXPECT_EQ(says(with("fail = [\"y\", \"sum\"]", "finding = \"race\"\nfail = [\"y\"]\nmay_fail = [\"smu\"]")),
              "lessons/day007-doubling/breaks.toml:14: break thrice names the gate smu, and "
              "lessons/day007-doubling/doubling.cu declares y and sum: did you mean sum?");
    EXPECT_EQ(says(with("fail = [\"y\", \"sum\"]", "finding = \"race\"\nfail = [\"y\"]\nmay_fail = [\"y\"]")),
              "lessons/day007-doubling/breaks.toml:14: break thrice names the gate y twice: once is enough");
    EXPECT_NE(says(with("\"2.0f\"", "\"4.0f\"")).find("stands 0 times"), std::string::npos);
}

// ---- The kernels that are written -----------------------------------------------------------------

const std::string KERNEL = kernel_table();

TEST(Kernels, AreReadWhole) {
    EXPECT_TRUE(parse_kernels(BREAKS, "b").empty());
    const std::vector<KernelTask> kernels = parse_kernels(BREAKS + KERNEL, "b");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_EQ(kernels[0].name, "doubling");
    EXPECT_EQ(kernels[0].gates, (std::vector<std::string>{"y", "sum"}));
    EXPECT_EQ(kernels[0].hints,
              (std::vector<std::string>{"What does a thread do?", "Which element is its own?", "The last line."}));
    EXPECT_EQ(kernels[0].line, 17);
    EXPECT_EQ(kernels[0].gates_line, 19);
    EXPECT_EQ(parse_breaks(BREAKS + KERNEL, "b").size(), 1u);
}

TEST(Kernels, AreHeldAgainstTheProgram) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const auto says = [&](const std::string& from, const std::string& to) {
        std::string text = BREAKS + KERNEL;
        text.replace(text.find(from), from.size(), to);
        write_file(lesson.breaks(), text);
        return failure_of([&] { kernels_of(scratch.tree, lesson); });
    };
    const std::string name = "lessons/day007-doubling/breaks.toml";
    EXPECT_EQ(says(", \"The last line.\"", "").substr(0, name.size() + 38),
              name + ":20: `hints` has 2 and must have three");
    EXPECT_EQ(says("gates = [\"y\", \"sum\"]", "gates = []").substr(0, name.size() + 21),
              name + ":19: `gates` is empty");
    EXPECT_EQ(says("gates = [\"y\"", "gates = [\"z\""),
              name +
                  ":19: kernel doubling names the gate z, and lessons/day007-doubling/doubling.cu declares y and sum: "
                  "name one of these");
    EXPECT_EQ(
        says("name = \"doubling\"", "name = \"halving\""),
        name + ":17: [[kernel]] names halving, and the kernels of lessons/day007-doubling/doubling.cu are doubling");
    EXPECT_EQ(says("\"thrice\"", "\"write-doubling\""),
              name + ":3: a break cannot be called write-doubling: so is the exercise of the kernel doubling");
    EXPECT_EQ(says("line.\"]\n", "line.\"]\n" + KERNEL), name + ":23: two [[kernel]] have the name doubling");
    EXPECT_EQ(says("What", "Which"), "");
}

TEST(Kernels, EachOneThatDoesSomethingHasATable) {
    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    const auto says = [&] { return failure_of([&] { expect_kernels(scratch.tree, lesson); }); };
    EXPECT_EQ(says().substr(0, 87),
              "lessons/day007-doubling/breaks.toml:1: the kernel doubling has no [[kernel]] table, fro");
    write_file(lesson.breaks(), BREAKS + KERNEL);
    EXPECT_EQ(says(), "");
    write_file(lesson.program, PROGRAM + "__global__ void nothing() {\n    // there is nothing to write\n}\n");
    EXPECT_EQ(says(), "");
    write_file(lesson.program, PROGRAM + "__global__ void something(int* x) { *x = 1; }\n");
    EXPECT_NE(says().find("the kernel something has no [[kernel]] table"), std::string::npos);
}

TEST(Kernels, AnEmptyOneKeepsAllElse) {
    const KernelTask kernel{"k", {"y"}, {"a", "b", "c"}, 3, 4};
    const std::string source =
        "__global__ void k(int* y)\n{\n    // }\n    if (y) {\n        *y = 1;\n    }\n} // k\nint z;\n";
    const Break exercise = emptied(source, kernel);
    EXPECT_EQ(exercise.id, "empty-k");
    EXPECT_EQ(exercise.fail, std::vector<std::string>{"y"});
    EXPECT_TRUE(exercise.emptied);
    const std::string text = broken(source, exercise, "breaks.toml", "a.cu");
    const std::string unused = "#pragma GCC diagnostic ignored \"-Wunused-";  // and a warning would be told of
    EXPECT_EQ(text, unused + "parameter\"\n" + unused + "function\"\n#line 1 \"a.cu\"\n" +
                        "__global__ void k(int* y)\n{} // k\n#line 8 \"a.cu\"\nint z;\n");
    EXPECT_EQ(failure_of([&] { emptied(source + source, kernel); }), "2 kernels are named k: there must be one");
}

TEST(Breaks, DeclaredGatesAreReadFromTheProgram) {
    EXPECT_EQ(declared_gates(PROGRAM), (std::vector<std::string>{"y", "sum"}));
    EXPECT_EQ(
        declared_gates("// Gates g(a, b, {\"no\"});\nGates g{a, b, {\"Z\"}, {{\"--flag\", \"N\", \"1\", \"t\"}}};"),
        std::vector<std::string>{"Z"});
    EXPECT_TRUE(declared_gates("int main() {}").empty());
}

}  // namespace
}  // namespace day
