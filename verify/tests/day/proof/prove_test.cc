// The prover, with a planted case for each verdict. The compiler is a script, and what it makes is one too: it looks
// at the factor in `y[n] = FACTOR * x[n];` and does what that word says; so does HOST in `return HOST *
// gates.finish();`.
#include "verify/day/proof/prove.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "verify/day/base/process.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/evidence.h"
#include "verify/day/proof/judge.h"
#include "verify/day/trial/copies.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

constexpr const char* COMPILER = R"(
while [ $# -gt 0 ]; do
    case $1 in -o) out=$2; shift ;; -MF) rule=$2; shift ;; --check) check=1 ;; *.cu) source=$1 ;; esac
    shift
done
echo "$source" >> "${0%/*}/compiled"
echo "copy: $source ${0%/*}/header.h" > "$rule"
host=$(sed -n 's/^ *return \([a-z]*\) \* gates.*$/\1/p' "$source")
factor=$(sed -n 's/^ *if (n < N) y\[n\] = \(.*\) \* x\[n\];.*$/\1/p' "$source" | sed 's, */\*.*\*/,,')
[ "$factor" = killing ] && kill -KILL $$
[ "$factor" = nonsense ] && { echo 'doubling.cu:9:22: error: nonsense is not declared' >&2; exit 1; }
[ "$factor" = warned ] && echo 'doubling.cu:9:22: warning: unused' >&2
{ echo '#!/bin/sh'; echo "factor='$factor' check=$check host='$host'"; echo 'factor=$(echo "$factor" | sed -n "$((${DAYBREAK_COPY:-0} + 1))p")'; cat "${0%/*}/program"; echo "# ${source##*/}"; } > "$out"
chmod +x "$out"
)";

constexpr const char* PROGRAM_BODY = R"(
while [ $# -gt 0 ]; do
    case $1 in --report) report=$2; shift ;; --all-gates) all=1 ;; esac
    shift
done
code=0
: > "$report"
echo "$DAYBREAK_ORDER" >> "${0%/*}/ran"
sees=0.01
[ "$host" = eased ] && sees=0.5
gate() {  # name, percent of the allowance, case
    percent=$2
    [ -n "$DAYBREAK_SCRAMBLE" ] && [ "$host" != blind ] && percent=nan
    case $percent in
        nan) verdict=fail used='"nan"' bad=', "bad": {"index": [0]}' ;;
        vacuous) verdict=fail used=0.0 bad=', "why": "vacuous"' ;;
        na) verdict=n/a used=null bad= ;;
        [0-9][0-9][0-9]*) verdict=fail used=$percent bad=', "bad": {"index": [0]}' ;;
        *) verdict=pass used=$percent bad= ;;
    esac
    word=$verdict
    [ $verdict = fail ] && word=FAIL
    printf '%-10s  %-4s  %-14s  %9s  %8s  %7s  %s\n' "${3:-small}" "$1" "[4, 4]" 1e-6 1% 1e-2 $word
    [ "$factor" = forged ] && verdict=pass bad=
    echo "{\"case\": \"${3:-small}\", \"gate\": \"$1\", \"kind\": \"check\", \"shape\": [4, 4], \"sees\": $sees, \"used\": $used, \"verdict\": \"$verdict\"$bad}" >> "$report"
    [ $verdict = fail ] && { code=1; echo "FAILED: $1"; }
    [ $code = 1 ] && [ -z "$all" ] && exit 1
}
finding() {  # tool, line
    [ -n "$check" ] && echo "{\"tool\": \"$1\", \"kind\": \"$1\", \"file\": \"lessons/day007-doubling/doubling.cu\", \"line\": $2}" >> "$DAYBREAK_FINDINGS"
    [ -n "$check" ] && code=1
}
case $factor in
    2.0f | 1.0f+1.0f | warned) gate y 1; gate sum 2 ;;
    3.0f) gate y 900; gate sum 900 ;;
    half) gate y 900; gate sum 2 ;;
    later) gate y 1; gate sum 900 ;;
    nan) gate y nan; gate sum nan ;;
    vacuous) gate y vacuous; gate sum 900 ;;
    thin) gate y 150; gate sum 900 ;;
    nearly) gate y 900; gate sum 40 ;;
    flaky) if [ "$DAYBREAK_ORDER" = reverse ]; then gate y 900; else gate y 1; fi; gate sum 2 ;;
    race) finding racecheck 9; gate y 1; gate sum 2 ;;
    race-by-order) finding racecheck 9; if [ "$DAYBREAK_ORDER" = reverse ]; then gate y 900; else gate y 1; fi; gate sum 2 ;;
    race-and-y) finding racecheck 9; gate y 900; gate sum 2 ;;
    race-elsewhere) finding racecheck 13; gate y 1; gate sum 2 ;;
    init) finding initcheck 9; gate y 1; gate sum 2 ;;
    sync) finding synccheck 9; gate y 1; gate sum 2 ;;
    memory) finding memcheck 9; gate y 1; gate sum 2 ;;
    canary) finding memcheck 9; if [ -n "$check" ]; then gate y na; else gate y 900; fi; gate sum 2 ;;
    never-measured) finding memcheck 9; gate y na; gate sum 2 ;;
    early) gate y 1; exit 0 ;;
    dropped) gate y 1; gate sum 2; exit 0 ;;
    unmeasured) gate y 1; gate sum 2; gate y na large; exit 0 ;;
    unchecked)
        gate y 1
        echo '-           sum   -                      -         -        -  FAIL'
        echo '{"case": "", "gate": "sum", "kind": "unchecked", "used": null, "verdict": "fail", "why": "never checked"}' >> "$report"
        exit 1 ;;
    canary-alone) finding memcheck 9; gate y 1; gate sum 2; gate y 1 large; [ -n "$check" ] || exit 1 ;;
    crash-when-wild) finding memcheck 9; kill -SEGV $$ ;;
    deaf) all=1; gate y 900; gate sum 900 ;;
    slow) sleep 1; gate y 1; gate sum 2 ;;
    sync-elsewhere) finding synccheck 13; gate y 1; gate sum 2 ;;
    usage) exit 2 ;;
    crash) gate y 1; kill -SEGV $$ ;;
    shy) if [ -n "$DAYBREAK_COPY" ]; then gate y 900; else gate y 1; fi; gate sum 2 ;;
    lying) all=1; gate y 900; gate sum 2; exit 0 ;;
    forged) all=1; gate y 900; gate sum 2; exit 0 ;;
    three) gate y 1; gate sum 2; gate y 1 large; exit 3 ;;
    chance) if [ -f "${0%/*}/once" ]; then gate y 1; else gate y 900; : > "${0%/*}/once"; fi; gate sum 2 ;;
    device-error) gate y 1; echo cudaErrorIllegalAddress > "$DAYBREAK_STATUS"; echo 'doubling.cu:13: an illegal memory access'; exit 3 ;;
    '') eval "${empty:-gate y nan; gate sum nan}" ;;
    hang) gate y 1; sleep 1000 & echo $! > "${0%/*}/grandchild"; sleep 1000 ;;
    *) exit 9 ;;
esac
[ $code = 0 ] && gate y 1 large
exit $code
)";

// BREAKS, with another factor and another statement.
std::string one_break(const std::string& factor, const std::string& expect) {
    std::string text = BREAKS;
    text.replace(text.find("3.0f"), 4, factor);
    text.replace(text.find("fail = [\"y\", \"sum\"]"), 19, expect);
    return text;
}

class ProverTest : public testing::Test {
 protected:
    void SetUp() override {
        scratch.lesson();
        Scratch::script(scratch.tree.build / "cpucc", COMPILER);
        write_file(scratch.tree.build / "program", PROGRAM_BODY);
        fs::remove(scratch.tree.build / "CMakeCache.txt");  // nothing to configure
    }
    // What the prover says of one break.
    Proof proof_of(const std::string& factor, const std::string& expect, double limit_s = 0.0) {
        return proof(one_break(factor, expect), limit_s);
    }
    Proof proof(const std::string& breaks, double limit_s = 0.0) {
        const Lesson lesson = lesson_of_day(scratch.tree, 7);
        write_file(lesson.breaks(), breaks);
        ProveOptions options;
        options.limit_s = limit_s;
        const std::vector<LessonProof> all = prove_lessons(scratch.tree, {lesson}, Device::cpu, options);
        if (all[0].proofs.empty()) {
            ADD_FAILURE() << (all[0].faults.empty() ? "nothing proved" : all[0].faults[0]);
            return {};
        }
        return all[0].proofs[0];
    }
    std::string verdict(const std::string& factor, const std::string& expect) {
        const Proof one = proof_of(factor, expect);
        return std::string(verdict_word(one.verdict)) + (one.why.empty() ? "" : ": ") + one.why;
    }

    Scratch scratch;
};

TEST_F(ProverTest, ProvesExactlyTheStatedSet) {
    EXPECT_EQ(verdict("3.0f", "fail = [\"y\", \"sum\"]"), "PROVED");
    EXPECT_EQ(verdict("later", "fail = [\"sum\"]"), "PROVED");
    EXPECT_EQ(verdict("1.0f+1.0f", "fail = []"), "PROVED");
}

TEST_F(ProverTest, NanAndVacuousAreBeyondEveryAllowance) {
    const Proof one = proof_of("nan", "fail = [\"y\", \"sum\"]");
    EXPECT_EQ(one.verdict, Verdict::proved) << one.why;
    EXPECT_EQ(one.runs.at(0).trial.gate("y")->percent, std::numeric_limits<double>::infinity());
    EXPECT_EQ(verdict("vacuous", "fail = [\"y\", \"sum\"]"), "PROVED");
}

TEST_F(ProverTest, WrongSet) {
    EXPECT_EQ(verdict("half", "fail = [\"y\", \"sum\"]"), "WRONG-SET: states y and sum, and forward: y fails");
    EXPECT_EQ(verdict("3.0f", "fail = [\"y\"]"), "WRONG-SET: states y, and forward: y and sum fail");
    EXPECT_EQ(verdict("half", "fail = []"), "WRONG-SET: states none, and forward: y fails");
    EXPECT_EQ(verdict("half", "outcome = \"crash\"").substr(0, 24), "WRONG-SET: states crash,");
}

TEST_F(ProverTest, APlainRunStopsAtTheFirstStatedGate) {
    EXPECT_EQ(verdict("3.0f", "fail = [\"sum\", \"y\"]"),
              "WRONG-SET: a plain run stops at y, and `fail` names sum first");
    EXPECT_EQ(verdict("deaf", "fail = [\"y\", \"sum\"]"),
              "WRONG-SET: a plain run must stop at y with exit 1, and after 1 more checks it ends with exit 1");
}

TEST_F(ProverTest, Survived) {
    EXPECT_EQ(verdict("1.0f+1.0f", "fail = [\"y\"]"), "SURVIVED: states that y fails, and every gate passes");
    EXPECT_EQ(verdict("1.0f+1.0f", "finding = \"race\""),
              "SURVIVED: states race, and the checker finds nothing and every gate passes");
    EXPECT_EQ(verdict("1.0f+1.0f", "outcome = \"nobuild\""), "SURVIVED: states nobuild, and every gate passes");
}

TEST_F(ProverTest, Stale) {
    std::string text = BREAKS;
    text.replace(text.find("2.0f"), 4, "5.0f");
    const Proof one = proof(text);
    EXPECT_EQ(one.verdict, Verdict::stale);
    EXPECT_EQ(one.why,
              "lessons/day007-doubling/breaks.toml:9: break thrice: `find` must stand exactly once in doubling and "
              "stands 0 times: copy it anew from lessons/day007-doubling/doubling.cu");
    text.replace(text.find("\"doubling\""), 10, "\"halving\"");
    EXPECT_EQ(proof(text).verdict, Verdict::stale);
}

TEST_F(ProverTest, Ambiguous) {
    std::string text = BREAKS;
    text.replace(text.find("find = \"2.0f\""), 13, "find = \"N\"");
    const Proof one = proof(text);
    EXPECT_EQ(one.verdict, Verdict::ambiguous);
    EXPECT_NE(one.why.find("stands 2 times: take in more of the text around"), std::string::npos) << one.why;
}

// The same text in a comment above the function, and in another function, does not make it ambiguous.
TEST_F(ProverTest, ATextThatAlsoStandsElsewhereIsFoundInItsFunction) {
    const fs::path program = lesson_of_day(scratch.tree, 7).program;
    std::string source = read_file(program);
    source.replace(source.find("// y[n] = 2 x[n]"), 16, "// y[n] = 2.0f * x[n], and 2.0f is two");
    source += "// 2.0f\nfloat two() { return 2.0f; }\n";
    write_file(program, source);
    EXPECT_EQ(verdict("3.0f", "fail = [\"y\", \"sum\"]"), "PROVED");
}

TEST_F(ProverTest, NoOp) {
    EXPECT_EQ(verdict("2.0f /* as before */", "fail = []").substr(0, 5), "NO-OP");
    // Of host code the two programs tell, byte by byte.
    std::string text = one_break("return (gates.finish())", "fail = []");
    text.replace(text.find("\"doubling\""), 10, "\"main\"");
    text.replace(text.find("2.0f"), 4, "return gates.finish()");
    EXPECT_EQ(proof(text).verdict, Verdict::no_op);
}

TEST_F(ProverTest, NoOpByNvcc) {
    // What nvcc makes of the text has no comments and no places; it folds 1.0f+1.0f, which the host compiler here does
    // not.
    Scratch::script(scratch.root / "cuda" / "nvcc", R"(
while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift ;; *.cu) source=$1 ;; esac; shift; done
grep -q later "$source" && { echo 'doubling.cu(9): error: identifier "later" is undefined' >&2; exit 2; }
grep -q half "$source" && echo 'doubling.cu(9): warning #177-D: variable "n" was declared but never referenced' >&2
{ echo "// $source"; grep -o ' = .* \* x' "$source" | sed 's/1.0f+1.0f/2.0f/'; } > "$out")");
    scratch.set("CUDACXX", (scratch.root / "cuda" / "nvcc").string());
    EXPECT_EQ(verdict("1.0f+1.0f", "fail = []"), "NO-OP: the edit changes nothing that is executed");
    EXPECT_EQ(verdict("3.0f", "fail = [\"y\", \"sum\"]"), "PROVED");
    EXPECT_EQ(verdict("later", "fail = [\"sum\"]"),
              "UNBUILT: nvcc refuses it: doubling.cu(9): error: identifier \"later\" is undefined");
    EXPECT_EQ(verdict("half", "fail = [\"y\"]").substr(0, 56),
              "UNBUILT: it compiles with warnings: doubling.cu(9): warn");
    EXPECT_EQ(verdict("nonsense", "outcome = \"nobuild\""),
              "WRONG-SET: states nobuild, and nvcc compiles it: only the CPU device refuses the text");
    EXPECT_EQ(verdict("nonsense /* later */", "outcome = \"nobuild\""), "PROVED");
    EXPECT_EQ(verdict("crash", "outcome = \"crash\""), "PROVED");
    EXPECT_EQ(verdict("crash /* later */", "outcome = \"crash\"").substr(0, 26), "UNBUILT: nvcc refuses it: ");

    Scratch::script(scratch.root / "cuda" / "nvcc", "echo 'error: unsupported GNU version' >&2; exit 1");
    write_file(lesson_of_day(scratch.tree, 7).breaks(), BREAKS);
    EXPECT_NE(say({"prove", "7"})
                  .out.find("the compiler could not work on clean: error: unsupported GNU version: scripts/day doctor"),
              std::string::npos);
}

TEST_F(ProverTest, Unbuilt) {
    EXPECT_EQ(verdict("nonsense", "fail = [\"y\"]"),
              "UNBUILT: it does not compile: doubling.cu:9:22: error: nonsense is not declared");
    EXPECT_EQ(verdict("warned", "fail = []"), "UNBUILT: it compiles with warnings: doubling.cu:9:22: warning: unused");
    EXPECT_EQ(verdict("nonsense", "outcome = \"nobuild\""), "PROVED");
}

TEST_F(ProverTest, Incomplete) {
    EXPECT_EQ(verdict("early", "fail = []"), "INCOMPLETE: forward: it never checks sum");
    EXPECT_EQ(verdict("usage", "fail = [\"y\"]"), "INCOMPLETE: forward: it ends with exit 2");
    EXPECT_EQ(verdict("dropped", "fail = []"),
              "INCOMPLETE: forward: where the unbroken program checks y (case large), it checks nothing more");
    EXPECT_EQ(verdict("unmeasured", "fail = []"),
              "INCOMPLETE: forward: where the unbroken program checks y (case large), it checks y (case large, n/a)");
    // The program's own complaint about it is no failure of the gate.
    EXPECT_EQ(verdict("unchecked", "fail = [\"sum\"]").substr(0, 40), "INCOMPLETE: forward: it ends with exit 1");
    // A crash is no failure of a gate that nobody reached.
    EXPECT_EQ(verdict("crash-when-wild", "finding = \"memory\""), "PROVED");
    EXPECT_EQ(verdict("crash-when-wild", "finding = \"memory\"\nmay_fail = [\"y\"]"), "PROVED");
    EXPECT_EQ(verdict("crash-when-wild", "finding = \"memory\"\nfail = [\"y\"]"),
              "INCOMPLETE: forward: it ends before y fails");
}

TEST_F(ProverTest, Crash) {
    EXPECT_EQ(verdict("crash", "fail = [\"y\"]").substr(0, 44), "CRASH: forward: SIGSEGV (Segmentation fault)");
    EXPECT_EQ(verdict("device-error", "fail = [\"y\"]"),
              "CRASH: forward: exit 3: doubling.cu:13: an illegal memory access");
    EXPECT_EQ(verdict("crash", "outcome = \"crash\""), "PROVED");
    EXPECT_EQ(verdict("device-error", "outcome = \"crash\""), "PROVED");
}

TEST_F(ProverTest, AHangEndsWithAllThatItStarted) {
    const Proof one = proof_of("hang", "fail = [\"y\"]", 0.5);
    EXPECT_EQ(one.verdict, Verdict::hang);
    EXPECT_EQ(one.why.substr(0, 21), "forward: killed after");
    const fs::path folder = scratch.tree.build / "breaks" / "day007" / "thrice";
    const fs::path copy = fs::directory_iterator(folder / "cpu")->path();
    EXPECT_TRUE(soon_gone(copy / "grandchild"));
    EXPECT_EQ(proof_of("hang", "outcome = \"hang\"", 0.1).verdict, Verdict::proved);
}

TEST_F(ProverTest, WhatIsOnlySlowDoesNotHang) {
    EXPECT_EQ(verdict("slow", "outcome = \"hang\"").substr(0, 8), "SURVIVED");
    const Proof one = proof_of("slow /* again */", "outcome = \"hang\"", 0.4);  // the first order is waited for
    EXPECT_EQ(one.verdict, Verdict::flaky);
    EXPECT_EQ(one.why, "states hang, and not every order does: forward: exit 0");
}

TEST_F(ProverTest, Flaky) {
    EXPECT_EQ(verdict("flaky", "fail = [\"y\"]"), "FLAKY: y fails in order reverse and not in forward and random:1");
    EXPECT_EQ(verdict("flaky", "fail = []").substr(0, 5), "FLAKY");
}

// What succeeded against the prover once.
TEST_F(ProverTest, AFailedGateEndsWithExitOne) {
    EXPECT_EQ(verdict("lying", "fail = [\"y\"]"),
              "INCOMPLETE: forward: it ends with exit 0 although a gate failed: "
              "small       sum   [4, 4]               1e-6        1%     1e-2  pass");
}

TEST_F(ProverTest, AReportThatIsNotThePrintedTableIsNone) {
    EXPECT_EQ(verdict("forged", "fail = []"),
              "INCOMPLETE: forward: its report says pass of y (case small), and its table fail of y (case small)");
}

TEST_F(ProverTest, ExitThreeIsNoCrashOfTheDevice) {
    EXPECT_EQ(verdict("three", "outcome = \"crash\"").substr(0, 68),
              "WRONG-SET: states crash, and it does this: forward: exit 3, and the ");
}

TEST_F(ProverTest, WhatChanceDoesIsNotProved) { EXPECT_EQ(verdict("chance", "fail = [\"y\"]").substr(0, 5), "FLAKY"); }

// The break of `main`, with a factor in the kernel as well.
std::string host_break(const std::string& host, const std::string& expect) {
    std::string text = one_break("return " + host + " * gates.finish()", expect);
    text.replace(text.find("\"doubling\""), 10, "\"main\"");
    return text.replace(text.find("2.0f"), 4, "return gates.finish()");
}

TEST_F(ProverTest, ATestThatIsMadeEasierSaysSo) {
    const Proof one = proof(host_break("eased", "fail = []"));
    EXPECT_EQ(one.verdict, Verdict::incomplete);
    EXPECT_EQ(
        one.why,
        "forward: y (case small) is checked otherwise than by the unbroken program (kind check, shape [4,4], sees "
        "0.5; there kind check, shape [4,4], sees 0.01): if the break is about the test, state `other_checks = "
        "true`");
    EXPECT_EQ(proof(host_break("eased", "fail = []\nother_checks = true")).verdict, Verdict::proved);
    const Proof same = proof(host_break("other", "fail = []\nother_checks = true"));
    EXPECT_EQ(same.why, "states `other_checks`, and every check is made as by the unbroken program");
}

TEST_F(ProverTest, AGateThatComparesAThingWithItselfIsFound) {
    const Proof one = proof(host_break("blind", "fail = []"));
    EXPECT_EQ(one.verdict, Verdict::incomplete);
    EXPECT_EQ(one.why, "y passes whatever the device wrote: the edit made it compare a thing with itself");
    EXPECT_EQ(proof(host_break("other", "fail = []")).verdict, Verdict::proved);
}

TEST_F(ProverTest, AFindingThatIsNotStatedIsAFault) {
    EXPECT_EQ(verdict("race-and-y", "fail = [\"y\"]"),
              "WRONG-SET: states y, and the checker finds race: state it as `finding`");
    EXPECT_EQ(verdict("half", "fail = [\"y\"]\nsilent = true"), "PROVED");
    EXPECT_EQ(verdict("race", "fail = []\nsilent = true").substr(0, 9), "WRONG-SET");
}

TEST_F(ProverTest, ARaceLiesInWhatTheEditReaches) {
    const auto with_host = [](const std::string& factor) {
        std::string text = one_break(factor, "finding = \"race\"");
        const std::string edit =
            "[[break.edit]]\nin = \"main\"\nfind = \"return gates.finish()\"\n"
            "replace = \"return other * gates.finish()\"\n";
        return text.insert(text.find("[break.expect]"), edit);
    };
    EXPECT_EQ(proof(with_host("race")).verdict, Verdict::proved);
    EXPECT_EQ(proof(with_host("race-elsewhere")).verdict, Verdict::wrong_set);
}

TEST_F(ProverTest, AKilledCompilerCostsOneProof) {
    std::string other = one_break("3.0f", "fail = [\"y\", \"sum\"]");
    other = other.replace(other.find("thrice"), 6, "second").substr(other.find("[[break]]"));
    write_file(lesson_of_day(scratch.tree, 7).breaks(), one_break("killing", "fail = [\"y\"]") + "\n" + other);
    const Said said = say({"prove", "7", "--jobs", "1"});
    EXPECT_EQ(said.code, 1);
    EXPECT_NE(said.out.find("it could not be tried: the compiler of thrice was killed by SIGKILL"), std::string::npos)
        << said.out;
    EXPECT_NE(said.out.find("day007 PROVED     second"), std::string::npos) << said.out;
}

// Of two breaks, each text is compiled and run once; a changed text costs its own runs, and a changed header all.
TEST_F(ProverTest, WhatWasRunIsKeptByContents) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    const auto lines = [&](const char* name) {
        int count = 0;
        for (const auto& entry : fs::recursive_directory_iterator(scratch.tree.build))
            if (entry.path().filename() == name) count += int(lines_of(read_file(entry.path())).size());
        return count;
    };
    std::string other = one_break("half", "fail = [\"y\"]");
    other = other.replace(other.find("thrice"), 6, "second").substr(other.find("[[break]]"));
    const auto proves = [&](const std::string& breaks) {
        write_file(lesson.breaks(), breaks);
        EXPECT_EQ(say({"prove", "7"}).code, 0);
        return std::pair(lines("compiled"), lines("ran"));
    };
    write_file(scratch.tree.build / "header.h", "1\n");
    const auto first = proves(one_break("3.0f", "fail = [\"y\", \"sum\"]") + "\n" + other);
    EXPECT_EQ(proves(BREAKS + "\n" + other), first);  // nothing is done again
    fs::last_write_time(scratch.tree.build / "header.h", fs::file_time_type::clock::now());
    EXPECT_EQ(proves(BREAKS + "\n" + other), first);
    const auto second = proves(one_break("nan", "fail = [\"y\", \"sum\"]") + "\n" + other);
    EXPECT_EQ(second.first, first.first + 2);  // for the CPU device and for its checker
    EXPECT_GT(second.second, first.second);
    write_file(scratch.tree.build / "header.h", "2\n");
    EXPECT_EQ(proves(one_break("nan", "fail = [\"y\", \"sum\"]") + "\n" + other).first, second.first + 5);
}

TEST_F(ProverTest, Thin) {
    EXPECT_EQ(verdict("thin", "fail = [\"y\", \"sum\"]"),
              "THIN: y fails with 150 % of its allowance in order forward: it must be over 300 %");
    EXPECT_EQ(verdict("nearly", "fail = [\"y\"]"),
              "THIN: sum passes with 40 % of its allowance in order forward: it must be under 33 %");
}

TEST_F(ProverTest, AFindingIsTheCheckers) {
    for (const std::string kind : {"race", "memory", "init", "sync"})
        EXPECT_EQ(verdict(kind, "finding = \"" + kind + "\""), "PROVED");
    EXPECT_EQ(verdict("race-by-order", "finding = \"race\"\nmay_fail = [\"y\"]"), "PROVED");
    EXPECT_EQ(verdict("race-and-y", "finding = \"race\"\nfail = [\"y\"]"), "PROVED");
    EXPECT_EQ(verdict("race-by-order", "finding = \"race\"\nfail = [\"y\"]").substr(0, 5), "FLAKY");
    EXPECT_EQ(verdict("race-by-order", "finding = \"race\"").substr(0, 5), "FLAKY");
    EXPECT_EQ(verdict("race-and-y", "finding = \"race\""), "WRONG-SET: states none, and forward: y fails");
    EXPECT_EQ(verdict("canary", "finding = \"memory\"\nfail = [\"y\"]"), "PROVED");  // gives way to the checker
    EXPECT_EQ(verdict("never-measured", "finding = \"memory\"\nfail = [\"y\"]").substr(0, 10), "INCOMPLETE");
    EXPECT_EQ(verdict("canary-alone", "finding = \"memory\""), "PROVED");
    EXPECT_EQ(verdict("canary-alone", "finding = \"init\"").substr(0, 10), "INCOMPLETE");
    EXPECT_EQ(verdict("init", "finding = \"race\""), "WRONG-SET: states race, and the checker finds init");
    EXPECT_EQ(verdict("race-elsewhere", "finding = \"race\""),
              "WRONG-SET: states race, and the checker finds it on lines that the edit has nothing to do with");
    EXPECT_EQ(verdict("sync-elsewhere", "finding = \"sync\"").substr(0, 9), "WRONG-SET");
    EXPECT_EQ(verdict("race", "fail = []"),
              "WRONG-SET: states that nothing fails, and the checker finds race: state it as `finding`");
}

TEST_F(ProverTest, WhatAnotherDeviceMustShowIsNotProvedHere) {
    EXPECT_EQ(verdict("race", "fail = [\"y\"]\ndevice = \"gpu\""),
              "INCOMPLETE: only a GPU can show it, and no recorded run that holds proves it");
    EXPECT_EQ(say({"prove", "7", "--break", "thrice"}).code, 1);
}

TEST(Report, AFindingIsCalledByTheLearnersWord) {
    const std::vector<Finding> findings = {{"memcheck", "unchecked-launch", "", "", ""},
                                           {"memcheck", "out-of-bounds", "", "", ""},
                                           {"racecheck", "race", "", "", ""},
                                           {"memcheck", "leak", "", "", ""},
                                           {"memcheck", "misaligned", "", "", ""}};
    EXPECT_EQ(finding_words(findings), (std::vector<std::string>{"unchecked-launch", "memory", "race", "leak"}));
}

TEST(Judge, WhatWasNotRunIsNotProved) {
    for (const Expect expect : {Expect::gates, Expect::finding, Expect::outcome}) {
        Proof proof;
        proof.exercise.expect = expect;
        judge(Clean{}, proof, Device::cpu);
        EXPECT_EQ(proof.verdict, Verdict::incomplete);
    }
}

TEST_F(ProverTest, ThePrintedTableIsTheKillMatrix) {
    write_file(lesson_of_day(scratch.tree, 7).breaks(), BREAKS);
    const Said said = say({"prove", "7", "--jobs", "1"});
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    EXPECT_NE(said.out.find("break   level  verdict  finding  core s  y  sum\nthrice  1      PROVED   -"),
              std::string::npos)
        << said.out;
    EXPECT_NE(said.out.find("Sound: 1 of 1 breaks proved, and every gate is failed by one of them.\nNext: "),
              std::string::npos);
}

TEST_F(ProverTest, AGateThatNoBreakFailsIsAnError) {
    write_file(lesson_of_day(scratch.tree, 7).breaks(), one_break("later", "fail = [\"sum\"]"));
    const Said said = say({"prove", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_NE(said.out.find("ERROR lessons/day007-doubling/breaks.toml:1: no break fails the gate y in every order"),
              std::string::npos)
        << said.out;
    EXPECT_EQ(say({"prove", "7", "--break", "thrice"}).code, 0);
}

TEST_F(ProverTest, WithoutABreakNothingIsProved) {
    const fs::path breaks = lesson_of_day(scratch.tree, 7).breaks();
    for (const char* text : {"format = 1\n", "format = 1\nbreak = []\n", ""}) {
        write_file(breaks, text);
        EXPECT_EQ(say({"prove", "7"}).code, 1) << text;
    }
    fs::remove(breaks);
    EXPECT_EQ(say({"prove", "7"}).code, 1);
    write_file(breaks, BREAKS);
    EXPECT_EQ(say({"prove", "7", "--break", "thirce"}).err,
              "day: day 7 has no break thirce: did you mean thrice? scripts/day show 7 lists them\n");
}

TEST_F(ProverTest, StatementsAreCheckedWithoutRunning) {
    const fs::path breaks = lesson_of_day(scratch.tree, 7).breaks();
    fs::remove(scratch.tree.build / "cpucc");
    write_file(breaks, BREAKS);
    EXPECT_EQ(say({"prove", "7", "--stated", "1"}).code, 0);
    EXPECT_NE(say({"prove", "7", "--stated", "2"}).err.find("1 breaks, and 2 of them have a test"), std::string::npos);
    write_file(breaks, one_break("3.0f", "fail = [\"y\"]"));
    EXPECT_NE(say({"prove", "7", "--stated", "1"}).err.find("no break states that it fails the gate sum"),
              std::string::npos);
    write_file(breaks, one_break("2.0f ", "fail = [\"y\", \"sum\"]").replace(BREAKS.find("2.0f"), 4, "7.0f"));
    EXPECT_NE(say({"prove", "7", "--stated", "1"}).err.find("stands 0 times"), std::string::npos);
}

TEST_F(ProverTest, ACorruptFileIsNamedWithItsLineAndRemedy) {
    const fs::path breaks = lesson_of_day(scratch.tree, 7).breaks();
    const auto says = [&](const std::string& text) {
        write_file(breaks, text);
        const Said said = say({"prove"});
        EXPECT_EQ(said.code, 1);
        return said.out;
    };
    EXPECT_NE(
        says(one_break("half", "fail = [\"z\"]"))
            .find("breaks.toml:12: break thrice names the gate z, and lessons/day007-doubling/doubling.cu declares "
                  "y and sum: name one of these"),
        std::string::npos);
    EXPECT_NE(says(BREAKS + "wy = 1\n").find("breaks.toml:16: unknown key `wy` in [break.text]: it knows hints"),
              std::string::npos);
    EXPECT_NE(says(one_break("half", "fail = [\"y\", \"y\"]")).find("names the gate y twice"), std::string::npos);
}

TEST_F(ProverTest, AnUnsoundLessonProvesNothing) {
    write_file(lesson_of_day(scratch.tree, 7).breaks(), BREAKS);
    const fs::path program = lesson_of_day(scratch.tree, 7).program;
    const std::string source = read_file(program);
    const auto says = [&](const std::string& factor) {
        std::string text = source;
        write_file(program, text.replace(text.find("2.0f"), 4, factor));
        const Said said = say({"prove", "7"});
        EXPECT_EQ(said.code, 1);
        return said.out;
    };
    EXPECT_NE(says("half").find("the unbroken program fails y (order forward)"), std::string::npos);
    EXPECT_NE(says("early").find("the unbroken program never checks sum, which it declares"), std::string::npos);
    EXPECT_NE(says("nonsense").find("the unbroken program does not build"), std::string::npos);
    EXPECT_NE(says("nearly").find("the unbroken program fails y"), std::string::npos);
}

TEST_F(ProverTest, OnlyWhatChangedIsProved) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    write_file(lesson.breaks(), BREAKS);
    const auto git = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"git", "-c", "user.name=a", "-c", "user.email=a@b"};
        all.insert(all.end(), words.begin(), words.end());
        EXPECT_TRUE(capture({.words = all, .folder = scratch.tree.source}).good());
    };
    git({"init", "-q"}), git({"add", "."}), git({"commit", "-qm", "all"});
    EXPECT_EQ(say({"prove", "--changed", "HEAD"}).out.substr(0, 43), "Nothing to prove: no day differs from HEAD.");
    write_file(lesson.page(), "A page.\n");
    EXPECT_EQ(say({"prove", "--changed", "HEAD"}).out.substr(0, 7), "Nothing");
    write_file(lesson.breaks(), BREAKS + "\n");
    EXPECT_EQ(say({"prove", "--changed", "HEAD"}).out.substr(0, 6), "day007");
    EXPECT_EQ(say({"prove", "--changed", "no-such"}).code, 2);
}

// On a GPU the same programs run once each, and compute-sanitizer is asked for what is stated.
TEST_F(ProverTest, RecordWritesWhatEveryBreakDoesOnAGpu) {
    scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
    scratch.pretend(
        "nvcc", std::string("[ \"$1\" = --version ] && { echo 'tools, release 13.0, V13.0.88'; exit; }\n") + COMPILER);
    fs::copy_file(scratch.tree.build / "program", scratch.root / "bin" / "program");
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    scratch.pretend("compute-sanitizer",
                    "echo \"$*\" >>" + (scratch.root / "asked").string() +
                        "; echo '========= RACECHECK SUMMARY: 4 hazards displayed (4 errors, 0 warnings)'");
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    const std::string first = one_break("3.0f", "fail = [\"y\", \"sum\"]");
    std::string second = one_break("race", "finding = \"race\"\nmay_fail = [\"y\"]"),
                third = one_break("half", "fail = []\ndevice = \"cpu\"");
    second = second.replace(second.find("thrice"), 6, "racing").substr(second.find("[[break]]"));
    third = third.replace(third.find("thrice"), 6, "cpu-only").substr(third.find("[[break]]"));
    std::string fourth = one_break("memory", "finding = \"memory\"");
    fourth = fourth.replace(fourth.find("thrice"), 6, "wild").substr(fourth.find("[[break]]"));
    write_file(lesson.breaks(), first + "\n" + second + "\n" + third + "\n" + fourth + kernel_table("\"y\""));
    const Said said = say({"record", "7", "--no-build"});
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    const Evidence evidence = parse_evidence(read_file(lesson.evidence("h200")), "h200.txt");
    EXPECT_EQ(evidence.value("verdict"), "pass");
    ASSERT_TRUE(evidence.section("break thrice") && evidence.section("break racing"));
    EXPECT_FALSE(evidence.section("break empty-doubling"));  // the CPU device shows that
    const std::string thrice = evidence.section("break thrice")->output;
    EXPECT_TRUE(thrice.starts_with("fails: y, sum\n")) << thrice;
    EXPECT_TRUE(thrice.ends_with("  FAIL\nFAILED: sum\nexit 1\n")) << thrice;
    EXPECT_EQ(evidence.section("break thrice")->ending, "PROVED");
    const std::string racing_rows = evidence.section("break racing")->output;
    EXPECT_TRUE(racing_rows.starts_with("fails: nothing\n")) << racing_rows;
    EXPECT_EQ(racing_rows.substr(racing_rows.find("exit 0")),
              "exit 0\n$ compute-sanitizer --tool racecheck ... --all-gates\n"
              "========= RACECHECK SUMMARY: 4 hazards displayed (4 errors, 0 warnings)\n"
              "stated: race; it does no harm here, and compute-sanitizer reports it\n");
    EXPECT_EQ(evidence.section("break cpu-only")->ending, "ELSEWHERE");
    EXPECT_NE(evidence.section("break wild")->output.find("$ compute-sanitizer --tool memcheck ... --all-gates\n"),
              std::string::npos)
        << evidence.section("break wild")->output;
    EXPECT_NE(read_file(scratch.root / "asked").find("--tool memcheck --error-exitcode 9"), std::string::npos);

    const auto racing = [&](const std::string& sanitizer) {
        scratch.pretend("compute-sanitizer", sanitizer);
        write_file(lesson.breaks(), first + "\n" + second);
        const int code = say({"record", "7", "--no-build"}).code;
        const Evidence all = parse_evidence(read_file(lesson.evidence("h200")), "h200.txt");
        const Section& section = *all.section("break racing");
        return fmt::format("{}{} ({})", section.output, section.ending, code);
    };
    EXPECT_NE(racing("echo '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)'")
                  .find("it does no harm here, and compute-sanitizer does not report it\nstated: race, which the CPU "
                        "device's checker finds; this GPU shows nothing of it\nUNSEEN (0)"),
              std::string::npos);
    EXPECT_NE(racing("exit 1").find(
                  "compute-sanitizer gave no summary: exit 1\nstated: race; it does no harm here, and "
                  "compute-sanitizer says nothing of it\nstated: race, of which this GPU shows nothing, and "
                  "compute-sanitizer gave no summary: exit 1\nINCOMPLETE (1)"),
              std::string::npos);

    write_file(lesson.breaks(), one_break("half", "fail = [\"y\", \"sum\"]"));
    EXPECT_EQ(say({"record", "7", "--no-build"}).code, 1);
    EXPECT_NE(read_file(lesson.evidence("h200")).find("break thrice (WRONG-SET)"), std::string::npos);
}

// A lesson without a plain path, and a break that only a GPU shows: its evidence speaks, as long as it holds.
TEST_F(ProverTest, WhatOnlyAGpuCanShowIsProvedByItsEvidence) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    std::string program = read_file(lesson.program);
    const std::size_t line = program.find("// Device:");
    write_file(lesson.program, program.replace(line, program.find('\n', line) - line, "// Device: sm_90a"));
    scratch.pretend("nvidia-smi",
                    "case $* in *compute_cap*) echo 'NVIDIA H200, 580.1, 9.0' ;; *) echo 'NVIDIA H200, 580.1' ;; esac");
    scratch.pretend(
        "nvcc", std::string("[ \"$1\" = --version ] && { echo 'tools, release 13.0, V13.0.88'; exit; }\n") + COMPILER);
    fs::copy_file(scratch.tree.build / "program", scratch.root / "bin" / "program");
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    scratch.pretend("compute-sanitizer", "echo '========= RACECHECK SUMMARY: 0 hazards displayed'");
    write_file(lesson.breaks(), BREAKS);
    const Said recorded = say({"record", "7", "--no-build"});
    EXPECT_EQ(recorded.code, 0) << recorded.out << recorded.err;

    scratch.pretend("nvidia-smi", "echo 'No devices were found'; exit 6");
    scratch.set("CUDACXX", "/no/nvcc");
    const Said said = say({"prove", "7"});
    EXPECT_EQ(said.code, 77);
    EXPECT_NE(said.out.find("day007 RECORDED   thrice"), std::string::npos) << said.out << said.err;
    EXPECT_NE(said.out.find("Skipped, not proved here: 0 of 1 breaks proved, 1 RECORDED on a GPU.\n"),
              std::string::npos)
        << said.out;
    write_file(lesson.breaks(), BREAKS + kernel_table("\"y\""));  // and no break is another one
    const Said kernel = say({"prove", "7"});
    EXPECT_EQ(kernel.code, 77);
    EXPECT_NE(kernel.out.find("day007 ELSEWHERE  empty-doubling"), std::string::npos) << kernel.out << kernel.err;
    EXPECT_EQ(say({"prove", "7", "--kernels"}).code, 77);
    write_file(lesson.breaks(), one_break("half", "fail = [\"y\"]"));  // other breaks than were recorded
    const Said other = say({"prove", "7"});
    EXPECT_EQ(other.code, 1);
    EXPECT_NE(other.out.find("only a GPU can show it, and no recorded run that holds proves it"), std::string::npos);
}

// ---- Kernels without their bodies -----------------------------------------------------------------

// `empty` in PROGRAM_BODY says what the program does without its kernel.
class EmptyKernel : public ProverTest {
 protected:
    // What the prover says of the kernel when its program does that with an empty body.
    std::string verdict_of_kernel(const std::string& gates, const std::string& empty) {
        write_file(scratch.tree.build / "program", "empty='" + empty + "'\n" + PROGRAM_BODY);
        Scratch::script(scratch.tree.build / "cpucc", std::string(COMPILER) + "# " + empty + "\n");
        write_file(lesson_of_day(scratch.tree, 7).breaks(), BREAKS + kernel_table(gates));
        const Said said = say({"prove", "7", "--kernels"});
        for (const std::string& line : lines_of(said.out))
            if (line.starts_with("Sound") || line.find("breaks.toml") != line.npos) return line;
        return said.out + said.err;
    }
};

TEST_F(EmptyKernel, FailsExactlyItsGates) {
    const std::string sound = "Sound: 1 of 1 kernels fail exactly their gates while they are empty.";
    EXPECT_EQ(verdict_of_kernel("\"y\", \"sum\"", ""), sound);
    EXPECT_EQ(verdict_of_kernel("\"sum\", \"y\"", ""), sound);  // as a set
    EXPECT_EQ(verdict_of_kernel("\"sum\"", "gate y 1; gate sum 900"), sound);
    const std::string place = "lessons/day007-doubling/breaks.toml:17: kernel empty-doubling: ";
    EXPECT_EQ(verdict_of_kernel("\"y\"", ""), "WRONG-SET " + place + "states y, and forward: y and sum fail");
    EXPECT_EQ(verdict_of_kernel("\"y\", \"sum\"", "gate y 900; gate sum 1"),
              "WRONG-SET " + place + "states y and sum, and forward: y fails");
    EXPECT_EQ(verdict_of_kernel("\"y\"", "gate y 1; gate sum 1"),
              "SURVIVED " + place + "states that y fails, and every gate passes");
    EXPECT_EQ(verdict_of_kernel("\"y\"", "kill -SEGV $$").substr(0, 5), "CRASH");
    EXPECT_EQ(verdict_of_kernel("\"y\"", "gate y 150; gate sum 1").substr(0, 4), "THIN");
    EXPECT_EQ(
        verdict_of_kernel("\"y\"", "if [ $DAYBREAK_ORDER = reverse ]; then gate y 900; else gate y 1; fi; gate sum 1")
            .substr(0, 5),
        "FLAKY");
}

TEST_F(EmptyKernel, IsProvedWithTheDayAndCostsTwoRuns) {
    Scratch::script(scratch.root / "cuda" / "nvcc", R"(echo "$*" >> "${0%/*}/asked"
while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift ;; *.cu) source=$1 ;; esac; shift; done
cp "$source" "$out")");
    scratch.set("CUDACXX", (scratch.root / "cuda" / "nvcc").string());
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    write_file(lesson.breaks(), BREAKS + kernel_table("\"y\", \"sum\""));
    const Said said = say({"prove", "7"});
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    EXPECT_NE(said.out.find("day007 PROVED     empty-doubling "), std::string::npos) << said.out;
    EXPECT_NE(said.out.find("empty-doubling  -      PROVED   -        "), std::string::npos) << said.out;
    EXPECT_NE(said.out.find("Sound: 1 of 1 breaks proved, and every gate is failed by one of them; 1 of 1 kernels fail "
                            "exactly their gates while they are empty.\n"),
              std::string::npos)
        << said.out;
    const fs::path folder = scratch.tree.build / "breaks" / "day007" / "empty-doubling";
    EXPECT_EQ(read_file(fs::directory_iterator(folder / "cpu")->path() / "ran"), "forward\nreverse\n");
    EXPECT_FALSE(fs::exists(folder / "check"));
    EXPECT_EQ(read_file(scratch.root / "cuda" / "asked").find("empty-doubling"), std::string::npos);
    EXPECT_EQ(say({"prove", "7", "--break", "empty-doubling"}).code, 0);
    EXPECT_NE(say({"prove", "7", "--break", "empty-halving"}).err.find("its breaks are thrice and empty-doubling"),
              std::string::npos);
    EXPECT_EQ(say({"apply", "7", "empty-doubling"}).code, 0);
}

TEST_F(EmptyKernel, OfADayWithoutAKernelNothingIsProved) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    std::string program = read_file(lesson.program);
    program.replace(program.find("__global__"), 10, "static");
    write_file(lesson.program, program);
    write_file(lesson.breaks(), BREAKS);
    const Said said = say({"prove", "7", "--kernels"});
    EXPECT_EQ(said.code, 77) << said.out << said.err;
    EXPECT_TRUE(said.out.ends_with(
        "\nSkipped, nothing to prove: no kernel is to be written on day 7.\nNext: scripts/day prove 7\n"))
        << said.out;
}

TEST_F(EmptyKernel, IsNoBreakOfAGate) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    write_file(lesson.breaks(), one_break("half", "fail = [\"y\"]") + kernel_table("\"y\", \"sum\""));
    const Said said = say({"prove", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_NE(said.out.find("no break fails the gate sum in every order"), std::string::npos) << said.out;
    EXPECT_EQ(breaks_hash(breaks_of(scratch.tree, lesson)),
              breaks_hash(parse_breaks(one_break("half", "fail = [\"y\"]"), "breaks.toml")));
}

TEST_F(EmptyKernel, RunsAsTheBreaksOfTheDayDo) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    const auto flags = [&](const std::string& breaks) {
        write_file(lesson.breaks(), breaks + kernel_table("\"y\""));
        return with_kernels(scratch.tree, lesson, breaks_of(scratch.tree, lesson)).back().flags;
    };
    const std::string flagged = one_break("half", "fail = [\"y\"]\nflags = [\"--big\"]");
    std::string plain = one_break("half", "fail = [\"y\"]");
    plain = plain.replace(plain.find("thrice"), 6, "plain").substr(plain.find("[[break]]"));
    EXPECT_EQ(flags(flagged), std::vector<std::string>{"--big"});
    EXPECT_EQ(flags(flagged + "\n" + plain), std::vector<std::string>{});
}

TEST_F(EmptyKernel, WhatIsStatedIsCheckedWithoutARun) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    write_file(lesson.breaks(), BREAKS + kernel_table("\"y\""));
    EXPECT_EQ(say({"prove", "7", "--stated", "1"}).out,
              "Day 7 - Doubling: y is twice x: 1 breaks; each applies, and every gate is in some `fail`. 1 kernel to "
              "write.\nNext: scripts/day prove 7\n");
    write_file(lesson.breaks(), BREAKS + kernel_table("\"z\""));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"prove", "7", "--stated", "1"}, {"prove", "7", "--kernels"}})
        EXPECT_EQ(say(words).err,
                  "day: lessons/day007-doubling/breaks.toml:19: kernel doubling names the gate z, and "
                  "lessons/day007-doubling/doubling.cu declares y and sum: name one of these\n");
    // Each kernel of the program must have a table.
    write_file(lesson.breaks(), BREAKS);
    EXPECT_EQ(say({"prove", "7", "--kernels"}).err,
              "day: lessons/day007-doubling/breaks.toml:1: the kernel doubling has no [[kernel]] table, from which a "
              "learner writes it: add name, gates and three hints (docs/style.md)\n");
}

// ---- All at once ----------------------------------------------------------------------------------

// Five breaks and more are compiled as one program with the unbroken one, which must do there what it does alone.
TEST_F(ProverTest, ManyCopiesAreOneProgram) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    std::string breaks = one_break("3.0f", "fail = [\"y\", \"sum\"]");
    for (const std::string id : {"b", "c", "d", "e"}) {
        std::string more = one_break("half", "fail = [\"y\"]");
        breaks += "\n" + more.replace(more.find("thrice"), 6, id).substr(more.find("[[break]]"));
    }
    breaks += kernel_table("\"y\", \"sum\"");  // one of them in the plain build, and in no other
    write_file(lesson.breaks(), breaks);
    const Said said = say({"prove", "7", "--jobs", "1"});
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    EXPECT_NE(said.out.find("empty-doubling  -      PROVED"), std::string::npos) << said.out;
    const auto members = [&](const std::string& kind) {
        const fs::path all = scratch.tree.build / "breaks" / "day007" / "all" / kind;
        return times(read_file(fs::directory_iterator(all)->path() / "all.cu"), "namespace daybreak_copy_");
    };
    EXPECT_EQ(members("cpu"), 7u);
    EXPECT_EQ(members("check"), 6u);
    EXPECT_NE(said.out.find("Sound: 5 of 5 breaks proved"), std::string::npos) << said.out;
    EXPECT_EQ(lines_of(read_file(scratch.tree.build / "compiled")).size(), 3u);  // clean, and all of them, twice
    EXPECT_EQ(say({"prove", "7", "--copies"}).code, 0);

    std::string program = read_file(lesson.program);
    write_file(lesson.program, program.replace(program.find("2.0f"), 4, "shy"));
    std::size_t at = 0;
    while ((at = breaks.find("2.0f", at)) != std::string::npos) breaks.replace(at, 4, "shy");
    write_file(lesson.breaks(), breaks);
    const Said shy = say({"prove", "7", "--jobs", "1"});
    EXPECT_EQ(shy.code, 1);
    EXPECT_NE(shy.out.find("the unbroken program does not do what it does alone when it is compiled together with its"),
              std::string::npos)
        << shy.out;
}

// Beside the evidence of a GPU: what may fail fails somewhere, and not everywhere.
TEST_F(ProverTest, WhatMayFailIsNeitherSureNorImpossible) {
    scratch.pretend("compute-sanitizer", "echo '========= RACECHECK SUMMARY: 1 hazards displayed'");
    const auto proved_beside_a_gpu = [&](const std::string& factor) {
        scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
        scratch.pretend("nvcc",
                        std::string("[ \"$1\" = --version ] && { echo 'release 13.0, V13.0.88'; exit; }\n") + COMPILER);
        write_file(scratch.root / "bin" / "program", PROGRAM_BODY);
        scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
        write_file(lesson_of_day(scratch.tree, 7).breaks(),
                   one_break(factor, "finding = \"race\"\nmay_fail = [\"y\"]"));
        say({"record", "7", "--no-build", "--device", "gpu"});
        scratch.set("CUDACXX", "/no/nvcc");
        return verdict(factor, "finding = \"race\"\nmay_fail = [\"y\"]");
    };
    EXPECT_EQ(proved_beside_a_gpu("race-and-y"),
              "WRONG-SET: `may_fail` names y, which fails in every order and on h200: it belongs in `fail`");
    EXPECT_EQ(proved_beside_a_gpu("race"), "WRONG-SET: `may_fail` names y, which fails in no order and not on h200");
    EXPECT_EQ(proved_beside_a_gpu("race-by-order"), "PROVED");
}

TEST_F(ProverTest, TheReportHasALineForEachBreak) {
    write_file(lesson_of_day(scratch.tree, 7).breaks(), BREAKS);
    const fs::path report = scratch.root / "report";
    EXPECT_EQ(say({"prove", "7", "--report", report.string()}).code, 0);
    const std::string text = read_file(report);
    EXPECT_EQ(lines_of(text).size(), 1u);
    EXPECT_NE(text.find("\"verdict\":\"PROVED\""), std::string::npos) << text;
    EXPECT_NE(text.find("\"order\":\"random:1\""), std::string::npos) << text;
}

// What has not changed is neither built nor, where that is asked for, run again.
TEST_F(ProverTest, UnchangedCopiesAreKept) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    const std::string source = read_file(lesson.program);
    TrialOptions options;
    options.keep = true;
    EXPECT_FALSE(try_source(scratch.tree, lesson, source, "clean", options).kept);
    EXPECT_TRUE(try_source(scratch.tree, lesson, source, "clean", options).kept);
    options.order = "reverse";
    EXPECT_FALSE(try_source(scratch.tree, lesson, source, "clean", options).kept);
    Scratch::script(scratch.tree.build / "cpucc", std::string(COMPILER) + "# another compiler\n");
    EXPECT_FALSE(try_source(scratch.tree, lesson, source, "clean", options).kept);
    scratch.pretend("c++", "exit 0");  // what it calls
    EXPECT_FALSE(try_source(scratch.tree, lesson, source, "clean", options).kept);
    EXPECT_TRUE(try_source(scratch.tree, lesson, source, "clean", options).kept);
}

TEST_F(ProverTest, AGpusCopiesAreMadeAnewForAnotherToolkitOrArchitecture) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    const fs::path nvcc = scratch.root / "bin" / "nvcc";
    Scratch::script(nvcc, COMPILER);
    write_file(scratch.root / "bin" / "program", PROGRAM_BODY);
    scratch.set("CUDACXX", nvcc.string());
    const auto kept = [&] {
        return build_copy(scratch.tree, lesson, read_file(lesson.program), "clean", Build::gpu).kept;
    };
    EXPECT_FALSE(kept());
    EXPECT_TRUE(kept());
    write_file(scratch.tree.build / "gpu_flags.txt", "-arch=sm_75\n");
    EXPECT_FALSE(kept());
    EXPECT_TRUE(kept());
    Scratch::script(nvcc, std::string(COMPILER) + "# another toolkit\n");
    EXPECT_FALSE(kept());
}

// Copies of texts that are no more do not pile up.
TEST_F(ProverTest, OldCopiesGo) {
    const Lesson lesson = lesson_of_day(scratch.tree, 7);
    const auto make = [&](const std::string& text) {
        return build_copy(scratch.tree, lesson, read_file(lesson.program) + text, "try", Build::cpu).program;
    };
    const fs::path old = make("// 1\n"), young = make("// 2\n");
    const auto age = [](const fs::path& copy) {
        fs::last_write_time(copy.parent_path(), fs::file_time_type::clock::now() - std::chrono::hours(25));
    };
    age(old);
    age(young);
    EXPECT_EQ(make("// 2\n"), young);  // asked for again
    make("// 3\n");
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(young));
}

}  // namespace
}  // namespace day
