// `day write`: a kernel is written in a copy, and counts when the gates, the checker and the orders have nothing to
// say.
#include <gtest/gtest.h>

#include "verify/day/commands/learn.h"
#include "verify/day/exercise/writing.h"
#include "verify/tests/day/exercise/loop.h"

namespace day {
namespace {

class Write : public Loop {
 protected:
    Write() {
        write_file(lesson.breaks(), LOOP_BREAKS + kernel_table());
        copy = progress_file().parent_path() / "write" / "doubling" / "doubling" / "doubling.cu";
    }
    // The lesson's own lines, or others, in the copy that is begun.
    void write_body(const std::string& line = "if (n < N) y[n] = 2.0f * x[n];") {
        say({"write", "7", "--fresh"});
        edit(copy, "    // Write this body",
             "    const int n = threadIdx.x;\n    " + line + "\n    // Write this body");
    }
    Said run() { return say({"write", "7", "doubling", "--run"}); }

    fs::path copy;
};

TEST_F(Write, TheCopyIsTheLessonButForTheBody) {
    const Said said = say({"write", "7"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(said.out, "Write doubling: " + copy.string() + ":8\n")) << said.out;
    EXPECT_TRUE(has(said.out, "// y[n] = 2 x[n]\n__global__ void doubling(const float* x, float* y, int N) {\n"))
        << said.out;
    EXPECT_FALSE(has(said.out, "2.0f"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling --run");
    const std::string text = read_file(copy);
    const std::size_t body = PROGRAM.find("{\n    const"), end = PROGRAM.find("}\n\nint main");
    EXPECT_TRUE(text.starts_with(PROGRAM.substr(0, body) + "{\n    // Write this body")) << text;
    EXPECT_TRUE(text.ends_with("\n" + PROGRAM.substr(end))) << text;
    EXPECT_FALSE(has(text, "2.0f"));
    // What was written stays there.
    write_file(copy, text + "// mine\n");
    say({"write", "7"});
    EXPECT_TRUE(has(read_file(copy), "// mine\n"));
    say({"write", "7", "--fresh"});
    EXPECT_EQ(read_file(copy), text);
    EXPECT_TRUE(has(read_file(copy.string() + ".old"), "// mine\n"));
    EXPECT_EQ(read_file(lesson.program), PROGRAM);
}

TEST_F(Write, FreshKeepsEveryTextThatWasWritten) {
    write_body("if (n < N) y[n] = 1.0f;  // first");
    say({"write", "7", "--fresh"});
    const Said again = say({"write", "7", "--fresh"});  // nothing was written since
    EXPECT_TRUE(has(again.out, "Its body is empty already.\n")) << again.out;
    EXPECT_TRUE(has(read_file(copy.string() + ".old"), "// first\n"));
    EXPECT_FALSE(fs::exists(copy.string() + ".old2"));
    for (const std::string word : {"second", "third"}) {
        write_body("if (n < N) y[n] = 1.0f;  // " + word);
        const Said said = say({"write", "7", "--fresh"});
        const std::string number = word == "second" ? "2" : "3";
        EXPECT_TRUE(has(flat(said.out),
                        "Its body is empty again; the old file is now " + copy.string() + ".old" + number + " "))
            << said.out;
        EXPECT_TRUE(has(read_file(copy.string() + ".old" + number), "// " + word));
    }
    EXPECT_TRUE(has(read_file(copy.string() + ".old"), "// first\n"));
}

TEST_F(Write, AnEmptyBodyFailsItsGates) {
    say({"write", "7"});
    const Said said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "y    FAIL         12.5%          case hand\n")) << said.out;
    EXPECT_TRUE(has(said.out, "Not yet: the body of doubling is still empty; scripts/day write 7 doubling --hint"))
        << said.out;
    EXPECT_FALSE(has(progress(), "passed"));
}

TEST_F(Write, AKernelIsWrittenWhenEveryGatePasses) {
    write_body("if (n < N) y[n] = 3.0f * x[n];");
    Said said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "Not yet: y and sum fail; scripts/day write 7 doubling --hint helps.\n")) << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling --run");

    write_body();
    said = run();
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    EXPECT_TRUE(has(said.out,
                    "doubling is written: every gate passes in every thread order, and the checker finds "
                    "nothing.\n"))
        << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling --compare");
    EXPECT_TRUE(has(progress(), "[doubling write-doubling]\nkernel: ")) << progress();
    EXPECT_TRUE(has(progress(), "passed: "));
    EXPECT_TRUE(has(say({}).out, "1 of 1\n"));
    EXPECT_TRUE(has(say({}).out, "0 of 3 breaks, 0 exactly right; 1 of 1 kernels written.\n")) << say({}).out;
    EXPECT_TRUE(has(say({}).out, "Last: day 7, kernel doubling, written\n"));
    EXPECT_TRUE(has(say({"list"}).out, "You: 0 of 3 breaks, 0 exactly right; 1 of 1 kernels written.\n"));
    EXPECT_TRUE(has(say({"show", "7"}).out, "Or write a kernel: doubling (written): scripts/day write 7\n"));
}

TEST_F(Write, WhatTheCheckerFindsOrAnotherOrderFailsIsNotWritten) {
    write_body("if (n < N) y[n] = 2.0f * x[n];  // WILD");
    edit(copy, "WILD", "\n    int WILD;");
    Said said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "x.cu:9: It is too far.\n")) << said.out;
    EXPECT_TRUE(has(said.out, "Not yet: every gate passes, and the checker finds memory and init.\n")) << said.out;
    write_body("if (n < N) y[n] = 2.0f * x[n];  // SOMETIMES");
    said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "sum  FAIL        700.0%          case hand\n")) << said.out;
    EXPECT_TRUE(has(flat(said.out),
                    "Not yet: it passes in the thread order forward, and above is what it does in the order reverse: "
                    "it fails sum."))
        << said.out;
    write_body("if (n < N) y[n] = 2.0f * x[n];  // CUT");
    said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "But the checker did not come to its end (killed after 0 s of processor time)"))
        << said.out;
    write_body("SYNTAX ERROR");
    said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "error: what is this\n")) << said.out;
    EXPECT_TRUE(has(said.out, "It does not build; the lines above say why.\nNext: ")) << said.out;
    EXPECT_FALSE(has(progress(), "passed"));
}

TEST_F(Write, ARaceThatOneOrderShowsToTheCheckerIsNotWritten) {
    write_body("if (n < N) y[n] = 2.0f * x[n];  // SHY");
    const Said said = run();
    EXPECT_EQ(said.code, 1) << said.out;
    EXPECT_TRUE(has(said.out, "race  found")) << said.out;
    EXPECT_TRUE(has(flat(said.out),
                    "Not yet: it passes in the thread order forward, and above is what it does in the order reverse: "
                    "the checker finds race."))
        << said.out;
    EXPECT_FALSE(has(progress(), "passed"));
}

TEST_F(Write, ARunThatDoesNotMakeTheLessonsChecksIsNotWritten) {
    const auto said_of = [&](const std::string& body) {
        write_body(body);
        const Said said = run();
        EXPECT_EQ(said.code, 1) << said.out;
        EXPECT_FALSE(has(progress(), "passed"));
        return flat(said.out);
    };
    const auto not_yet = [&](const std::string& body, const std::string& why) {
        const std::string out = said_of(body);
        EXPECT_TRUE(has(out, "Not yet: " + why + ".")) << out;
    };
    not_yet("_Exit(0);", "it never checks y, which it declares");
    not_yet("if (n < N) y[n] = 2.0f * x[n];  // FORGED",
            "its report says pass of y (case hand), and its table fail of y (case hand)");
    not_yet("if (n < N) y[n] = 2.0f * x[n];  // QUIET", "beside the checker it never checks y, which it declares");
    not_yet("if (n < N) y[n] = 2.0f * x[n];  // FRAIL", "beside the checker it fails sum");
    edit(lesson.program, "return gates", "/* MORE */ return gates");
    not_yet("if (n < N) y[n] = 2.0f * x[n];  // FEWER", "it makes other checks than the lesson");
    write_body();
    EXPECT_EQ(run().code, 0);
}

TEST_F(Write, WhatIsSavedDuringARunIsNotWhatPassed) {
    write_body();
    Scratch::script(scratch.tree.build / "cpucc", "echo '// saved meanwhile' >>'" + copy.string() + "'\n" + COMPILER);
    EXPECT_EQ(run().code, 0);
    EXPECT_TRUE(has(read_file(copy), "// saved meanwhile\n"));
    EXPECT_TRUE(has(say({"write", "7", "--compare"}).err, "your copy is another one than the one that passed"));
}

TEST_F(Write, WhereThereIsNvccItMustTakeTheTextToo) {
    scratch.pretend("nvcc", "echo 'doubling.cu(8): error: no such thing'; exit 1");
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    write_body();
    const Said said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(flat(said.out),
                    "Not yet: every gate passes, and nvcc refuses the text: doubling.cu(8): error: no "
                    "such thing."))
        << said.out << said.err;
    EXPECT_FALSE(has(progress(), "passed"));
}

// ---- Hints, compare, give up ----------------------------------------------------------------------

TEST_F(Write, HintsComeOneByOne) {
    Said said = say({"write", "7", "--hint"});
    EXPECT_TRUE(has(said.out, " 1. What does a thread do?\n\nHint 1 of 3; the same command gives the next one.\n"))
        << said.out;
    EXPECT_FALSE(has(said.out, "own?"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling --run");
    say({"write", "7", "--hint"});
    EXPECT_TRUE(has(say({"write", "7", "--hint"}).out, " 3. The last line.\n\nHint 3 of 3: there is no other.\n"));
    say({"write", "7", "--hint"});
    EXPECT_TRUE(has(progress(), "hints: 3\n"));
    EXPECT_TRUE(has(say({"show", "7"}).out, "doubling (begun, 3 hints)")) << say({"show", "7"}).out;
}

TEST_F(Write, TheLessonsIsShownWhenThisVeryTextHasPassed) {
    write_body("if (n < N) y[n] = 2.0f * (1.0f * x[n]);");
    EXPECT_EQ(say({"write", "7", "--compare"}).err,
              "day: write it first, until scripts/day write 7 doubling --run finds nothing to say; or ask for the "
              "lesson's, which counts as given up: scripts/day write 7 doubling --give-up\n");
    run();
    Said said = say({"write", "7", "--compare"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(said.out, "- is the lesson's, + is yours:\n")) << said.out;
    EXPECT_TRUE(has(said.out, "\n-    if (n < N) y[n] = 2.0f * x[n];\n+    if (n < N) y[n] = 2.0f * (1.0f * x[n]);\n"))
        << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day show 7 thrice");
    edit(copy, "1.0f", "1.00f");
    EXPECT_EQ(
        say({"write", "7", "--compare"}).err,
        "day: your copy is another one than the one that passed: scripts/day write 7 doubling --run looks at it\n");
    EXPECT_TRUE(has(say({}).out, "1 of 1 kernels written"));  // it was, all the same
}

TEST_F(Write, WhoGivesUpSeesTheLessonsAndItIsNotCounted) {
    Said said = say({"write", "7", "--give-up"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(said.out, "    if (n < N) y[n] = 2.0f * x[n];\n}\n")) << said.out;
    EXPECT_FALSE(has(said.out, "+ is yours"));
    EXPECT_TRUE(has(say({}).out, "0 of 1\n")) << say({}).out;
    EXPECT_TRUE(has(say({"show", "7"}).out, "doubling (given up)"));
    write_body();
    said = run();
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(has(flat(said.out), "It counts as given up: scripts/day reset 7 doubling starts over ")) << said.out;
    EXPECT_FALSE(has(progress(), "passed"));
    EXPECT_TRUE(has(say({"reset", "7", "doubling"}).out, "1 kernel forgotten in "));
    EXPECT_EQ(run().code, 0);
    EXPECT_TRUE(has(say({}).out, "1 of 1 kernels written"));
    // What was written before stays written.
    say({"write", "7", "--give-up"});
    EXPECT_FALSE(has(progress(), "gave-up"));
}

TEST_F(Write, OneWishAtATime) {
    EXPECT_EQ(say({"write", "7", "--run", "--hint"}).code, 2);
    EXPECT_EQ(say({"write", "7", "--compare", "--give-up"}).code, 2);
}

// ---- What is fair ---------------------------------------------------------------------------------

TEST_F(Write, WhoChangesAnythingElseHasNotWrittenTheKernel) {
    write_body();
    edit(copy, "{\"y\", \"sum\"}", "{\"y\"}");
    const Said said = run();
    EXPECT_EQ(said.code, 1) << said.out;
    EXPECT_TRUE(has(flat(said.out),
                    "It does not count: line 15 is not the lesson's, where `verify::Gates gates(argc, argv, {\"y\", "
                    "\"sum\"});` stands. Outside the body of doubling only #include <...> and new __device__ functions "
                    "may be added. Put it back, or begin again: scripts/day write 7 doubling --fresh "))
        << said.out;
    EXPECT_FALSE(has(progress(), "passed"));
    EXPECT_TRUE(has(flat(say({"write", "7"}).out), "It does not count: line 15 is not the lesson's"));

    const auto foreign = [&](const std::string& from, const std::string& to) {
        write_body();
        edit(copy, from, to);
        return beside(PROGRAM, read_file(copy), "doubling").foreign;
    };
    EXPECT_EQ(foreign("if (n < N)", "if (N > n)"), "");
    EXPECT_TRUE(has(foreign("float* y, int N", "float* y, long N"), "line 7 is not the lesson's"));
    EXPECT_TRUE(has(foreign("return gates.finish();", "return 0;"), "line 16 is not the lesson's"));
    EXPECT_TRUE(has(foreign("int main", "float two() { return 2.0f; }\nint main"), "line 14 is not the lesson's"));
    EXPECT_EQ(foreign("int main", "__device__ int n() { return 2; }\nint main"), "");  // the lesson's, in its body
    EXPECT_TRUE(has(foreign("int main", "__device__ int finish() { return 2; }\nint main"), "line 14 is not"));
    EXPECT_EQ(foreign("doubling(", "halving("), "0 kernels in it are named doubling: there must be one");
    EXPECT_EQ(foreign("#include \"verify/gate.h\"", "#include \"mine.h\"\n#include \"verify/gate.h\""),
              "line 5: only headers in <> may be added");
    EXPECT_EQ(foreign("    const int n", "#define gates mine\n    const int n"),
              "line 8: the macro gates changes the lesson too: call it otherwise");
}

TEST_F(Write, HelpersHeadersAndCommentsMayBeAdded) {
    write_body("if (n < N) y[n] = times(2.0f, 1) * x[n];");
    edit(copy, "#include \"verify", "#include <cmath>\n\n#include \"verify");
    edit(copy, "// y[n] = 2 x[n]",
         "__device__ float times(float a, int k) { return a * k; }\n\n// Mine: y[n] = 2 x[n]");
    edit(copy, "    const int n", "#pragma unroll\n    const int n");
    edit(copy, "    return gates.finish();", "\treturn gates . finish();  // as before");
    const Said said = run();
    EXPECT_EQ(said.code, 0) << said.out;
}

TEST_F(Write, AKernelCallsNoHostCode) {
    edit(lesson.program, "// y[n] = 2 x[n]", "float two() { return 2.0f; }\n\n// y[n] = 2 x[n]");
    write_body("if (n < N) y[n] = two() * x[n];");
    const Said said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(flat(said.out), "line 11: doubling calls two, which is host code: nvcc refuses that")) << said.out;
}

TEST_F(Write, HostCodeHasNoWayIntoTheBody) {
    const std::string source = "namespace host {\nint one() { return 1; }\n}\nfloat two() { return 2.0f; }\n" + PROGRAM;
    const auto foreign = [&](const std::string& line) {
        std::string text = source;
        return beside(source, text.replace(text.find("    if (n < N)"), 0, line + "\n"), "doubling").foreign;
    };
    const std::string calls = "line 13: doubling calls two, which is host code: nvcc refuses that";
    EXPECT_EQ(foreign("y[n] = ::two();"), calls);
    EXPECT_EQ(foreign("return ::two();"), calls);
    EXPECT_EQ(foreign("y[n] = two<float>();"), calls);
    EXPECT_EQ(foreign("y[n] = ::two<Pair<int, 3>>();"), calls);
    EXPECT_EQ(foreign("y[n] = (two)();"), calls);
    EXPECT_EQ(foreign("y[n] = host::one();"), "line 13: doubling calls one, which is host code: nvcc refuses that");
    EXPECT_EQ(foreign("y[n] = mine::two() + mine.two() + x->two();"), "");
    EXPECT_EQ(foreign("y[n] = two < n;"), "");
    EXPECT_EQ(foreign("#if 0\n{\n#endif\n}\nvoid host() {\n#if 0\n}\n#endif"),
              "line 13: #if hides lines from this check: write the body without it");
    for (const std::string word : {"ifdef A", "ifndef A", "elif A", "else", "endif"})
        EXPECT_TRUE(has(foreign("# " + word), "hides lines from this check")) << word;
    EXPECT_EQ(foreign("#define OPEN(a) if (a) { \\\n  int b;\n#define END }\nEND void host() OPEN(1)"),
              "line 13: the macro OPEN hides a brace: write it out");
    EXPECT_EQ(foreign("#define BOTH(a) if (a) { y[0] = 1; }"), "");
    EXPECT_EQ(foreign("%> void host() <%"), "line 13: the digraph %> hides a brace: write it out");
}

TEST_F(Write, ALessonThatHasChangedSaysSo) {
    write_body();
    edit(lesson.program, "verify::Gates gates(argc, argv", "verify::Gates  gates(argc, argv /* two */");
    EXPECT_EQ(run().code, 0);  // the same words
    edit(lesson.program, "return gates", "return 0 + gates");
    Said said = run();
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(flat(said.out),
                    "The lesson has changed since your copy was made, so it does not count. Begin with the new text, "
                    "and put your body there; the old file is kept: scripts/day write 7 doubling --fresh "))
        << said.out;
    EXPECT_TRUE(has(flat(say({"write", "7", "doubling"}).out), "The lesson has changed since your copy was made"));
    write_body();
    EXPECT_EQ(run().code, 0);
    // Another kernel in the lesson is another exercise.
    EXPECT_TRUE(has(say({}).out, "1 of 1 kernels written"));
    edit(lesson.program, "2.0f * x[n]", "x[n] + 1.0f * x[n]");
    EXPECT_TRUE(has(say({}).out, "0 of 1\n")) << say({}).out;
    EXPECT_TRUE(has(say({"show", "7"}).out, "doubling (changed since)"));
    EXPECT_TRUE(
        has(say({"write", "7"}).out, "The lesson's kernel has changed since you wrote it: it is open again.\n"));
    EXPECT_EQ(run().code, 0);
    EXPECT_TRUE(has(say({}).out, "1 of 1 kernels written"));
}

// ---- Which kernel, which day ----------------------------------------------------------------------

TEST_F(Write, AnUnknownKernelAndALessonWithoutOneAreOneLine) {
    EXPECT_EQ(say({"write", "7", "dobling"}).err,
              "day: day 7 has no kernel dobling: did you mean doubling? scripts/day show 7 lists them\n");
    EXPECT_EQ(say({"write", "7", "x"}).err, "day: day 7 has no kernel x: its kernels are doubling\n");
    EXPECT_EQ(say({"write", "7", "dou"}).code, 0);
    write_file(lesson.breaks(), LOOP_BREAKS);
    EXPECT_EQ(say({"write", "7"}).err,
              "day: day 7 has no kernel to write: lessons/day007-doubling/breaks.toml has no [[kernel]]; scripts/day "
              "show 7 lists its breaks\n");
    edit(lesson.program, "// Device: any", "// Device: sm_90a");
    const Said said = say({"write", "7"});
    EXPECT_EQ(said.code, 77);
    EXPECT_TRUE(
        said.err.starts_with("day: day 7 needs a GPU of compute capability 9.0 (sm_90a), and this is the CPU "
                             "device (where `write` runs what you write): "))
        << said.err;
}

TEST_F(Write, TheFirstOpenKernelIsMeant) {
    edit(lesson.program, "int main", "__global__ void halving(float* y) {\n    y[0] = 0.5f;\n}\n\nint main");
    std::string table = kernel_table();
    table.replace(table.find("\"doubling\""), 10, "\"halving\"");
    write_file(lesson.breaks(), LOOP_BREAKS + kernel_table() + table);
    write_body();
    Said said = say({"write", "7"});
    EXPECT_TRUE(has(said.out,
                    "kernel    fails while it is empty  you\ndoubling  y and sum                begun\n"
                    "halving   y and sum\n"))
        << said.out;
    EXPECT_EQ(run().code, 0);
    EXPECT_TRUE(has(say({"write", "7"}).out, "Write halving: "));
    EXPECT_TRUE(has(say({"write", "7", "halving", "--give-up"}).out, "    y[0] = 0.5f;\n"));
    EXPECT_TRUE(has(say({"write", "7"}).out, "Write halving: "));  // the last one
    EXPECT_TRUE(has(say({"write", "7"}).out, "You: given up.\nNext: scripts/day write 7 halving --compare\n"));
}

TEST_F(Write, TheKernelBegunLastIsMeantWhileItIsOpen) {
    edit(lesson.program, "int main", "__global__ void halving(float* y) {\n    y[0] = 0.5f;\n}\n\nint main");
    std::string table = kernel_table();
    table.replace(table.find("\"doubling\""), 10, "\"halving\"");
    write_file(lesson.breaks(), LOOP_BREAKS + kernel_table() + table);
    EXPECT_TRUE(has(say({"write", "7", "halving"}).out, "Write halving: "));
    EXPECT_TRUE(has(say({"write", "7", "--hint"}).out, "Write halving: "));
    EXPECT_TRUE(has(say({"write", "7", "--run"}).out, "Write halving: "));
    EXPECT_TRUE(has(say({"write", "7", "--give-up"}).out, "Write halving: "));
    EXPECT_TRUE(has(say({"write", "7"}).out, "Write doubling: "));  // the first that is open
    EXPECT_TRUE(has(say({"show", "7"}).out, "halving (given up, 1 hint)")) << say({"show", "7"}).out;
}

// ---- When it is proposed --------------------------------------------------------------------------

TEST_F(Write, AKernelIsProposedAfterTheBreaksOfLevelOne) {
    Said said = say({"predict", "7", "thrice", "y", "sum"});
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling");
    EXPECT_EQ(last_line(say({}).out), "Next: scripts/day write 7 doubling");
    // Whoever goes on with the breaks is not asked at each of them, but again at the end.
    said = say({"predict", "7", "turned-round", "none"});
    EXPECT_EQ(last_line(said.out), "Next: scripts/day show 7 racing");
    EXPECT_EQ(last_line(say({}).out), "Next: scripts/day show 7 racing");
    said = say({"predict", "7", "racing", "race"});
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling");
    say({"write", "7", "--hint"});
    EXPECT_EQ(last_line(say({}).out), "Next: scripts/day write 7 doubling");
    write_body();
    run();
    EXPECT_EQ(last_line(say({}).out), "Next: scripts/day whodunit 7");
}

TEST_F(Write, ResetForgetsKernelsWithTheDay) {
    say({"write", "7", "--hint"});
    say({"hint", "7", "thrice"});
    const std::string file = progress_file().string();
    EXPECT_TRUE(has(say({"reset", "7"}).out, "1 break and 1 kernel forgotten in " + file + "\n"));
    say({"write", "7", "--hint"});
    const Said said = say({"reset", "7", "write-doubling"});
    EXPECT_TRUE(has(said.out, "1 kernel forgotten in " + file + "\n")) << said.out << said.err;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day write 7 doubling");
    EXPECT_EQ(progress(), "daybreak progress 1\n");
}

TEST_F(Write, WatchRunsACopyThatIsSaved) {
    say({"write", "7"});
    int asked = 0;
    testing::internal::CaptureStdout();
    watch(scratch.tree, "7", [&] {
        if (++asked == 2) edit(copy, "    // Write this body", "    y[0] = 2.0f * x[n];\n    // Write this body");
        return asked == 4;
    });
    const std::string out = testing::internal::GetCapturedStdout();
    EXPECT_TRUE(has(out, "doubling.cu:1 (scripts/day write 7 doubling --run)\n")) << out;
    EXPECT_TRUE(has(out, "doubling is written: ")) << out;
    EXPECT_EQ(last_line(out), "Next: scripts/day write 7 doubling --run");
}

}  // namespace
}  // namespace day
