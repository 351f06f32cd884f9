// The learner's loop from end to end, on a small course whose compiler and programs are pretended.

#include <gtest/gtest.h>

#include "verify/day/base/diff.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/screens.h"
#include "verify/tests/day/exercise/loop.h"

namespace day {
namespace {

// ---- Where am I -----------------------------------------------------------------------------------

TEST_F(Loop, DayAloneTellsANewLearnerWhereToBegin) {
    const Said said = say({});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(said.out, "  7  Doubling  ---      0 of 3\n")) << said.out;
    EXPECT_TRUE(has(said.out, "not predicted"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day run 7");
    EXPECT_FALSE(fs::exists(progress_file()));
}

TEST_F(Loop, DayAloneTellsWhereOneIs) {
    say({"predict", "7", "thrice", "y", "sum"});
    say({"predict", "7", "turned-round", "y"});
    Said said = say({});
    EXPECT_TRUE(has(said.out, "#+-      2 of 3\n")) << said.out;
    EXPECT_TRUE(has(said.out, "2 of 3 breaks, 1 exactly right."));
    EXPECT_TRUE(has(said.out, "Last: day 7, turned-round, 0 of 1\n"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day show 7 racing");
    EXPECT_EQ(last_line(say({"list"}).out), "Next: scripts/day show 7 racing");
    say({"explain", "7", "racing", "--give-up"});
    said = say({});
    EXPECT_TRUE(has(said.out, "#+.      3 of 3\n")) << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day whodunit 7");
}

TEST_F(Loop, AFaultyBreaksFileIsToldByEveryScreen) {
    edit(lesson.breaks(), "\"sum\"", "\"sun\"");
    const std::string fault =
        "lessons/day007-doubling/breaks.toml:12: break thrice names the gate sun, and "
        "lessons/day007-doubling/doubling.cu declares y and sum: did you mean sum?";
    EXPECT_TRUE(has(say({}).out, fault + "\n")) << say({}).out;
    for (const Words& words : {Words{"show", "7"}, {"predict", "7", "thrice", "y"}, {"hint", "7", "thrice"}}) {
        const Said said = say(words);
        EXPECT_EQ(said.code, 1) << words[0];
        EXPECT_TRUE(has(said.err, fault)) << said.err;
    }
}

TEST_F(Loop, ProgressSurvivesRenumbering) {
    say({"predict", "7", "thrice", "y", "sum"});
    fs::rename(lesson.folder, lesson.folder.parent_path() / "day019-doubling");
    lesson.folder = lesson.folder.parent_path() / "day019-doubling";
    edit(lesson.folder / "doubling.cu", "// Day 7", "// Day 19");
    edit(lesson.folder / "doubling.cu", "lessons/day007-doubling/doubling.cu -o day007",
         "lessons/day019-doubling/doubling.cu -o day019");
    const Said said = say({});
    EXPECT_TRUE(has(said.out, " 19  Doubling  #--      1 of 3\n")) << said.out;
}

TEST_F(Loop, ABreakThatIsAnotherOneNowIsOpenAgain) {
    say({"predict", "7", "thrice", "y", "sum"});
    edit(lesson.breaks(), "Count.", "Count on.");
    edit(lesson.breaks(), "Three is not two.", "Three is more than two.");
    EXPECT_TRUE(has(say({}).out, "#--"));
    edit(lesson.breaks(), "replace = \"3.0f\"", "replace = \"3.00f\"");
    EXPECT_TRUE(has(say({}).out, "---"));
    EXPECT_TRUE(has(say({"show", "7"}).out, "changed since")) << say({"show", "7"}).out;
    EXPECT_TRUE(has(say({"show", "7", "thrice"}).out, "it is open again"));
    EXPECT_EQ(say({"predict", "7", "thrice", "none"}).code, 0);
}

// ---- Show -----------------------------------------------------------------------------------------

TEST_F(Loop, ShowTellsWhatIsChangedAndNotWhatItDoes) {
    Said said = say({"show", "7"});
    EXPECT_TRUE(has(said.out, "    1  thrice        Take three | for two\n")) << said.out;
    EXPECT_TRUE(has(said.out, "    2  turned-round  Ask the other way round\n"));
    const std::string page = "The page: " + lesson.page().string() + "\n";
    EXPECT_TRUE(has(said.out, page)) << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day show 7 thrice");
    said = say({"show", "7", "thrice"});
    EXPECT_TRUE(has(said.out, "doubling.cu:9: in doubling\n@@ -6,7 +6,7 @@\n")) << said.out;
    EXPECT_TRUE(has(said.out, "\n-    if (n < N) y[n] = 2.0f * x[n];\n+    if (n < N) y[n] = 3.0f * x[n];\n"));
    EXPECT_TRUE(has(said.out, page + "Gates: y and sum.")) << said.out;
    EXPECT_FALSE(has(said.out, "Three is not two"));
    EXPECT_FALSE(has(said.out, "#line"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day predict 7 thrice");
}

TEST_F(Loop, ABeginningOfAnIdIsEnoughWhereItIsTheOnlyOne) {
    EXPECT_TRUE(has(say({"show", "7", "rac"}).out, "racing (level 3"));
    const Said said = say({"show", "7", "t"});
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.err, "day: day 7 has 2 breaks that begin with t: thrice and turned-round\n");
    EXPECT_EQ(say({"show", "7", "x"}).err,
              "day: day 7 has no break x: its breaks are thrice, turned-round and racing\n");
    EXPECT_EQ(say({"show", "7", "turned-ruond"}).err,
              "day: day 7 has no break turned-ruond: did you mean turned-round? scripts/day show 7 lists them\n");
}

// ---- Predict --------------------------------------------------------------------------------------

TEST_F(Loop, APredictionIsLockedAndHeldAgainstWhatHappens) {
    const Said said = say({"predict", "7", "thrice", "sum"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(said.out, "You say: sum. That is locked.\n"));
    EXPECT_TRUE(has(said.out, "y    -         FAIL         12.5%          case hand  missed\n")) << said.out;
    EXPECT_TRUE(has(said.out, "sum  fails     FAIL        700.0%          case hand  hit\n"));
    EXPECT_TRUE(has(said.out, "Score: 1 of 2\n"));
    EXPECT_TRUE(has(said.out, "Three is not two.\n"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day show 7 turned-round");
    EXPECT_TRUE(has(progress(), "[doubling thrice]\nbreak: "));
    EXPECT_TRUE(has(progress(), "\nsaid: sum\ndid: y sum\nscore: 1/2\n"));

    const Said again = say({"predict", "7", "thrice", "y", "sum"});
    EXPECT_EQ(again.code, 1);
    EXPECT_EQ(again.out, "");
    EXPECT_EQ(again.err,
              "day: you have predicted it, 1 of 2: scripts/day explain 7 thrice tells why, scripts/day reset 7 thrice "
              "starts over\n");
    EXPECT_EQ(read_file(lesson.program), PROGRAM);
}

TEST_F(Loop, ALockedPredictionThatDidNotRunGoesOn) {
    Scratch::script(scratch.tree.build / "cpucc", "kill -INT $PPID; sleep 5");
    const Said stopped = say({"predict", "7", "thrice", "sum", "y"});
    EXPECT_EQ(stopped.code, 130);
    EXPECT_EQ(stopped.err, "day: interrupted; your prediction stays locked: scripts/day predict 7 thrice goes on\n");
    EXPECT_EQ(last_line(say({}).out), "Next: scripts/day predict 7 thrice");

    Scratch::script(scratch.tree.build / "cpucc", COMPILER);
    EXPECT_EQ(say({"predict", "7", "thrice", "none"}).err,
              "day: a prediction is locked, and it is y sum: scripts/day predict 7 thrice puts it to the test\n");
    EXPECT_TRUE(has(say({"predict", "7", "thrice"}).out, "Score: 2 of 2, exactly right\n"));
}

TEST_F(Loop, WhatCannotBeSaidIsAUsageErrorAndLocksNothing) {
    for (const auto& [words, complaint] : std::vector<std::pair<Words, std::string>>{
             {{"z"},
              "day 7 has no gate z: its gates are y and sum; or say none, race, memory, init, sync, crash, hang "
              "or nobuild"},
             {{"y,sun"},
              "day 7 has no gate sun: did you mean sum? Its gates are y and sum; or say none, race, memory, init, "
              "sync, crash, hang or nobuild"},
             {{"rcae"},
              "day 7 has no gate rcae: did you mean race? Its gates are y and sum; or say none, race, memory, init, "
              "sync, crash, hang or nobuild"},
             {{","}, "you named nothing, so nothing is locked: name gates, or say `none`"},
             {{"none", "y"}, "`none` stands alone: say it, or name gates"},
             {{"none", "y", "race"}, "`none` stands alone: say it, or name gates"},
             {{"none", "race"}, "`none` stands alone: say it, or name gates; for no gate but a race say: race"},
             {{"and"}, "you named nothing, so nothing is locked: name gates, or say `none`"},
             {{"crash", "race"}, "`crash` stands alone: say it, or name gates"},
             {{},
              "say which of y and sum will fail, or none, race, memory, init, sync, crash, hang, nobuild: "
              "scripts/day predict 7 thrice WORDS"}}) {
        if (words.empty() && isatty(0)) continue;
        Words typed = {"predict", "7", "thrice"};
        typed.insert(typed.end(), words.begin(), words.end());
        const Said said = say(typed);
        EXPECT_EQ(said.code, 2);
        EXPECT_EQ(said.err, "day: " + complaint + "\n");
        EXPECT_EQ(said.out, "");
    }
    const Said said = say({"predict", "7", "y", "sum"});
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.err,
              "day: y is a gate, and the break comes first: scripts/day predict 7 ID y; scripts/day show 7 lists "
              "the breaks\n");
    EXPECT_FALSE(fs::exists(progress_file()));
}

TEST_F(Loop, AndMaySeparateGatesWhereNoneIsCalledSo) {
    EXPECT_TRUE(has(say({"predict", "7", "thrice", "y and sum"}).out, "You say: y and sum. That is locked.\n"));
    EXPECT_TRUE(has(progress(), "said: y sum\n"));
    edit(lesson.program, "{\"y\", \"sum\"}", "{\"y\", \"sum\", \"and\"}");
    EXPECT_EQ(prediction_of(lesson, {"y,", "and", "sum"}), (Words{"y", "sum", "and"}));
}

TEST_F(Loop, CommasMaySeparateGates) {
    const Said said = say({"predict", "7", "thrice", "sum,", "y"});
    EXPECT_TRUE(has(said.out, "You say: y and sum. That is locked.\n")) << said.out << said.err;
    EXPECT_TRUE(has(said.out, "Score: 2 of 2, exactly right\n"));
    EXPECT_TRUE(has(say({"predict", "7", "racing", "y,race"}).out, "Score: 2 of 2, exactly right\n"));
}

TEST_F(Loop, ASurvivorIsSaidAsNone) {
    const Said said = say({"predict", "7", "turned-round", "none"});
    EXPECT_TRUE(has(said.out, "You say: every gate passes."));
    EXPECT_TRUE(has(said.out, "Score: 1 of 1, exactly right\n")) << said.out;
    EXPECT_TRUE(has(flat(said.out),
                    "No gate sees it. Is there data that would, or is nothing wrong with it? scripts/day kill 7 "
                    "turned-round "))
        << said.out;
    EXPECT_TRUE(has(progress(), "said: none\ndid: none\nscore: 1/1\n"));
    // A gate that passes has no case in which it did.
    EXPECT_TRUE(has(said.out, "y    -         pass         12.5%\n")) << said.out;
    EXPECT_FALSE(has(said.out, "case ")) << said.out;
}

TEST_F(Loop, WhenTheCheckerIsAskedIsSaidOnce) {
    const std::string remark = "(The checker runs if you name race, memory, init or sync";
    const Said said = say({"predict", "7", "turned-round", "none"});
    EXPECT_TRUE(has(said.out, remark)) << said.out;
    EXPECT_TRUE(has(said.out, "scripts/day check $(scripts/day apply 7 turned-round))\n")) << said.out;
    EXPECT_FALSE(has(say({"predict", "7", "thrice", "y"}).out, remark));
    EXPECT_TRUE(has(flat(say({}).out), "Last: day 7, thrice")) << say({}).out;  // the break is what came last
}

TEST_F(Loop, AFindingIsLookedForWithTheCheckBuild) {
    const Said said = say({"predict", "7", "racing", "race"});
    EXPECT_TRUE(has(said.out, "race  found     found                       x.cu:9     hit\n")) << said.out;
    EXPECT_TRUE(has(said.out, "y     -         FAIL         12.5%          case hand  by order\n")) << said.out;
    // Before the answer.
    EXPECT_TRUE(has(flat(said.out),
                    "That is locked. Here one or more gates may fail or pass, depending on the order of the "
                    "threads and on the device: such a gate counts only if you name it and it fails."))
        << said.out;
    EXPECT_TRUE(has(said.out, "x.cu:9: Two threads use it.\n"));
    EXPECT_TRUE(has(said.out, "Score: 1 of 1, exactly right\n"));
    EXPECT_TRUE(has(say({"predict", "7", "thrice", "race", "sum", "y"}).out, "race  found     not found"));
}

TEST_F(Loop, OnAGpuTheFindingsAreStillTheCpuDevices) {
    EXPECT_TRUE(has(say({"predict", "7", "thrice", "y", "--device", "gpu"}).err, "day: --device gpu needs a GPU and "));
    EXPECT_FALSE(fs::exists(progress_file()));
    scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
    scratch.pretend("nvcc", COMPILER);
    scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    Said said = say({"predict", "7", "thrice", "y", "sum", "--device", "gpu"});
    EXPECT_TRUE(has(said.out, "You say: y and sum. That is locked. It runs on NVIDIA H200.\n")) << said.out << said.err;
    EXPECT_TRUE(has(said.out, "Score: 2 of 2, exactly right\n"));
    said = say({"predict", "7", "racing", "race", "--device", "gpu"});
    EXPECT_TRUE(has(said.out, "race  found     found")) << said.out << said.err;
}

TEST_F(Loop, ABadAccessIsCalledMemoryEverywhere) {
    edit(lesson.breaks(), "replace = \"threadIdx.x / 2 /* RACE */\"", "replace = \"threadIdx.x /* WILD */\"");
    edit(lesson.breaks(), "finding = \"race\"\nmay_fail = [\"y\"]", "finding = \"memory\"");
    Said said = say({"predict", "7", "racing", "memory"});
    EXPECT_TRUE(has(said.out, "memory  found     found                       x.cu:9  hit\n")) << said.out;
    EXPECT_TRUE(has(said.out, "Score: 1 of 1, exactly right\n"));
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    say({"try", "7"});
    edit(copy, "threadIdx.x", "threadIdx.x /* WILD */");
    said = say({"try", "7", "--run"});
    const std::size_t memory = said.out.find("memory  found"), init = said.out.find("init    found");
    EXPECT_NE(memory, said.out.npos) << said.out;
    EXPECT_LT(memory, init) << said.out;  // a bad access explains what nobody wrote
    EXPECT_LT(said.out.find("It is too far."), said.out.find("Nobody wrote it."));
    EXPECT_EQ(say({"try", "7", "--save", "wild"}).code, 0);
    EXPECT_EQ(exercise("wild").finding, "memory");
}

TEST_F(Loop, ACrashAndAProgramThatDoesNotBuildAreAnswersToo) {
    edit(lesson.breaks(), "replace = \"3.0f\"", "replace = \"ABORT\"");
    Said said = say({"predict", "7", "thrice", "crash"});
    EXPECT_TRUE(has(said.out, "SIGABRT (Aborted)")) << said.out;
    EXPECT_TRUE(has(said.out, "Score: 1 of 1, exactly right"));
    EXPECT_TRUE(has(said.out, "not reached"));
    edit(lesson.breaks(), "replace = \"ABORT\"", "replace = \"SYNTAX ERROR\"");
    said = say({"predict", "7", "thrice", "y"});
    EXPECT_TRUE(has(said.out, "error: what is this\n")) << said.out;
    EXPECT_TRUE(has(said.out, "Score: 0 of 2\n"));
}

// Then nothing is known of the text: there is no score and no answer, and the prediction is put to the test later.
TEST_F(Loop, ACompilerThatCannotWorkIsNoAnswer) {
    const fs::path compiler = scratch.tree.build / "cpucc";
    for (const std::string says : {"cpucc: cannot make a folder in /no: No such file or directory",
                                   "g++: fatal error: cannot execute 'as': execvp: No such file or directory",
                                   "g++: fatal error: Killed signal terminated program cc1plus",
                                   "x.cu:3:9: internal compiler error: Segmentation fault"}) {
        Scratch::script(compiler, "echo \"" + says + "\"; exit 1");
        const Said said = say({"predict", "7", "thrice", "y"});
        EXPECT_EQ(said.code, 1);
        EXPECT_EQ(said.err, "day: the compiler could not work on thrice: " + says +
                                ": scripts/day doctor looks at the machine\n");
        EXPECT_FALSE(has(said.out, "Score")) << said.out;
    }
    Scratch::script(compiler, COMPILER);
    EXPECT_TRUE(has(say({"predict", "7", "thrice"}).out, "Score: 1 of 2\n"));
}

TEST_F(Loop, ACheckerThatWasCutOffIsNoAnswer) {
    edit(lesson.breaks(), "2 /* RACE */", "2 /* CUT */");
    const Said said = say({"predict", "7", "racing", "race"});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(
        said.err,
        "day: the checker did not come to its end (killed after 0 s of processor time), and there is no score; your "
        "prediction stays "
        "locked: scripts/day predict 7 racing goes on, and scripts/day explain 7 racing --give-up gives the answer\n");
    EXPECT_FALSE(has(said.out, "not found")) << said.out;
    EXPECT_TRUE(has(progress(), "said: race\n"));
    EXPECT_FALSE(has(progress(), "score"));
    EXPECT_EQ(last_line(say({}).out), "Next: scripts/day predict 7 racing");
    // Nor when it was asked for another reason: what the break states is not known to be there.
    say({"reset", "7"});
    EXPECT_EQ(say({"predict", "7", "racing", "none"}).code, 1);
    EXPECT_FALSE(has(progress(), "score"));
    // What it found before is an answer when it was all that it was asked for.
    say({"reset", "7"});
    edit(lesson.breaks(), "2 /* CUT */", "2 /* RACE CUT */");
    EXPECT_TRUE(has(say({"predict", "7", "racing", "race"}).out, "Score: 1 of 1, exactly right\n"));
    // A program that ends so by itself leaves the checker no more to see.
    edit(lesson.breaks(), "replace = \"3.0f\"", "replace = \"ABORT\"");
    EXPECT_TRUE(has(say({"predict", "7", "thrice", "race"}).out, "Score: 0 of 2\n"));
}

TEST_F(Loop, TheScoreIsTheIntersectionOverTheUnion) {
    const auto score = [](const Words& said, const Words& did, const Words& optional) {
        const Score s = score_of(said, {did, optional});
        return std::to_string(s.hit) + "/" + std::to_string(s.of);
    };
    EXPECT_EQ(score({}, {}, {}), "1/1");
    EXPECT_EQ(score({}, {"a"}, {}), "0/1");
    EXPECT_EQ(score({"a"}, {}, {}), "0/1");
    EXPECT_EQ(score({"a", "b"}, {"b", "c"}, {}), "1/3");
    EXPECT_EQ(score({"race"}, {"race", "a"}, {"a"}), "1/1");       // what depends on the order may be left unsaid,
    EXPECT_EQ(score({"race", "a"}, {"race", "a"}, {"a"}), "2/2");  // counts when it was said and came,
    EXPECT_EQ(score({"race", "a"}, {"race"}, {"a"}), "1/1");       // and does no harm when it did not
    EXPECT_EQ(score({"a"}, {"race", "a"}, {"a"}), "1/2");
    EXPECT_EQ(score({"a"}, {"race"}, {"a"}), "0/1");
    EXPECT_EQ(score({"race"}, {"race", "init"}, {"init"}), "1/1");
}

// ---- Hint, explain, reset -------------------------------------------------------------------------

TEST_F(Loop, HintsComeOneByOne) {
    Said said = say({"hint", "7", "turned-round"});
    EXPECT_TRUE(has(said.out, " 1. First hint.\n"));
    EXPECT_FALSE(has(said.out, "Second"));
    said = say({"hint", "7", "turned-round"});
    EXPECT_TRUE(has(said.out, " 2. Second hint.\n"));
    EXPECT_TRUE(has(said.out, "Hint 2 of 2: there is no other.\n"));
    say({"hint", "7", "turned-round"});
    EXPECT_TRUE(has(progress(), "hints: 2\n"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day predict 7 turned-round");
    EXPECT_TRUE(has(say({"show", "7"}).out, "2 hints"));
}

TEST_F(Loop, HintsThatAreReadAfterwardsDoNotCount) {
    say({"hint", "7", "turned-round"});
    say({"predict", "7", "turned-round", "none"});
    const std::string before = progress();
    const Said said = say({"hint", "7", "turned-round"});
    EXPECT_TRUE(has(said.out, " 1. First hint.\n 2. Second hint.\n")) << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day explain 7 turned-round");
    EXPECT_EQ(progress(), before);
    EXPECT_TRUE(has(say({"show", "7"}).out, "exactly right, 1 hint\n"));
}

TEST_F(Loop, ExplainWaitsForAPrediction) {
    Said said = say({"explain", "7", "thrice"});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(said.err,
              "day: predict it first: scripts/day predict 7 thrice; or ask for the answer, which counts as given up: "
              "scripts/day explain 7 thrice --give-up\n");
    say({"predict", "7", "thrice", "y"});
    said = say({"explain", "7", "thrice"});
    EXPECT_TRUE(
        has(said.out, "You said:     y\nIt did:       y sum\nScore:        1 of 2\nThe answer:   y and sum fail.\n"))
        << said.out;
    EXPECT_TRUE(has(said.out, "Three is not two.\n"));
    said = say({"explain", "7", "racing", "--give-up"});
    EXPECT_TRUE(has(said.out, "The answer:   the checker reports a race; y may fail, by order and device.\n"))
        << said.out;
    EXPECT_EQ(say({"predict", "7", "racing", "race"}).err,
              "day: you have seen the answer: scripts/day reset 7 racing starts over\n");
}

TEST_F(Loop, ResetForgetsABreakADayOrEverything) {
    say({"hint", "7", "thrice"});
    say({"hint", "7", "racing"});
    EXPECT_EQ(say({"reset"}).code, 2);
    EXPECT_EQ(say({"reset", "7", "nothing"}).code, 2);
    const std::string file = progress_file().string();
    EXPECT_TRUE(has(say({"reset", "7", "thrice"}).out, "1 break forgotten in " + file + "\n"));
    EXPECT_TRUE(has(progress(), "racing"));
    EXPECT_TRUE(has(say({"reset", "7"}).out, "1 break forgotten"));
    EXPECT_EQ(progress(), "daybreak progress 1\n");
    EXPECT_TRUE(has(say({"reset", "--all"}).out, "0 breaks forgotten in " + file + "\n"));
    EXPECT_FALSE(fs::exists(file + ".old"));

    // Not the riddle of a lesson: it is no break.
    say({"hint", "7", "thrice"});
    say({"hint", "7", "racing"});
    say({"whodunit", "7"});
    const std::string before = progress();
    EXPECT_TRUE(
        has(say({"reset", "--all"}).out, "2 breaks forgotten in " + file + "; the old file is now " + file + ".old\n"));
    EXPECT_EQ(progress(), "daybreak progress 1\n");
    EXPECT_EQ(read_file(file + ".old"), before);
    say({"reset", "--all"});  // and once more
    EXPECT_EQ(read_file(file + ".old"), before);
    say({"hint", "7", "racing"});
    say({"reset", "--all"});  // with something to lose
    EXPECT_EQ(read_file(file + ".old"), before);
    EXPECT_TRUE(has(read_file(file + ".old2"), "racing"));
}

// ---- Try ------------------------------------------------------------------------------------------

TEST_F(Loop, TryGivesACopyRunsItAndSavesItAsABreak) {
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    Said said = say({"try", "7"});
    EXPECT_TRUE(has(said.out, "Your copy: " + copy.string() + ":1\n")) << said.out << said.err;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day try 7 --run");
    EXPECT_EQ(read_file(copy), PROGRAM);
    EXPECT_TRUE(has(say({"try", "7", "--run"}).out, "Your copy is the lesson itself"));
    EXPECT_TRUE(has(say({"try", "7", "--save", "mine"}).err, "is the lesson itself: break it first"));
    EXPECT_TRUE(has(say({"try", "7", "--save", "Mine"}).err, "--save mine\n"));  // the name comes first

    edit(copy, "y[n] = 2.0f * x[n]", "y[n] = 3.0f * x[n]");
    EXPECT_TRUE(has(say({"try", "7"}).out, "+    if (n < N) y[n] = 3.0f * x[n];\n"));
    said = say({"try", "7", "--run"});
    EXPECT_EQ(said.code, 1);  // as the program itself ends
    EXPECT_TRUE(has(said.out, "y    FAIL         12.5%          case hand\n")) << said.out;
    EXPECT_TRUE(has(said.out, "scripts/day try 7 --save NAME\n"));

    EXPECT_EQ(say({"try", "7", "--save", "thrice"}).err,
              "day: day 7 has a break thrice already: choose another name\n");
    const std::string rule = "`: a name is small letters, digits and dashes: scripts/day try 7 --save ";
    EXPECT_EQ(say({"try", "7", "--save", "No__Slug!"}).err, "day: `No__Slug!" + rule + "no-slug\n");
    EXPECT_EQ(say({"try", "7", "--save", "_"}).err, "day: `_" + rule + "NAME\n");
    EXPECT_EQ(read_file(lesson.breaks()), LOOP_BREAKS);
    said = say({"try", "7", "--save", "mine", "--title", "A \"title\""});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(has(said.out, "break mine is written there: y and sum fail.\n")) << said.out;
    const std::vector<Break> breaks = exercises_of(scratch.tree, lesson);
    ASSERT_EQ(breaks.size(), 4u);
    EXPECT_EQ(breaks[3].title, "A \"title\"");
    EXPECT_EQ(breaks[3].fail, (Words{"y", "sum"}));
    EXPECT_EQ(breaks[3].edits[0].in, "doubling");
    EXPECT_EQ(breaks[3].edits[0].find, "if (n < N) y[n] = 2.0f * x[n];");
    EXPECT_TRUE(has(said.out, "To undo it, take it out of that file.\n"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day prove 7 --break mine");

    // It is a draft: its author can play with it, and it is proved when its texts are written.
    const auto refused = [&](int line, const std::string& key) {
        const std::string start = "lessons/day007-doubling/breaks.toml:" + std::to_string(line) + ": break mine: `" +
                                  key + "` is still to be written: ";
        const Said one = say({"prove", "7", "--break", "mine"}), all = say({"prove", "7"}),
                   page = say({"pages", "--check"});
        return one.code == 1 && all.code == 1 && page.code == 1 && has(one.err, start) && has(all.out, start) &&
               has(page.out + page.err, start) && !has(all.out, "PROVED");
    };
    EXPECT_TRUE(refused(57, "hints")) << say({"prove", "7", "--break", "mine"}).err;
    EXPECT_TRUE(has(say({"show", "7"}).out, "A \"title\""));
    EXPECT_FALSE(has(say({}).out, "still to be written"));
    EXPECT_TRUE(has(say({"predict", "7", "mine", "y", "sum"}).out, "exactly right"));
    edit(lesson.breaks(), "(write it: a question)", "What?");
    EXPECT_TRUE(refused(58, "why")) << say({"prove", "7", "--break", "mine"}).err;
    EXPECT_TRUE(has(say({"predict", "7", "thrice", "y", "sum"}).out, "exactly right"));

    say({"try", "7", "--fresh"});
    EXPECT_EQ(read_file(copy), PROGRAM);
    EXPECT_TRUE(has(read_file(copy.string() + ".old"), "3.0f"));
    // Nothing was written since: there is nothing to keep, and what was kept stays.
    EXPECT_FALSE(has(say({"try", "7", "--fresh"}).out, "the old file"));
    EXPECT_TRUE(has(read_file(copy.string() + ".old"), "3.0f"));
    edit(copy, "2.0f", "4.0f");
    EXPECT_TRUE(has(flat(say({"try", "7", "--fresh"}).out), "the old file is now " + copy.string() + ".old2 "));
    EXPECT_TRUE(has(read_file(copy.string() + ".old"), "3.0f"));
    EXPECT_TRUE(has(read_file(copy.string() + ".old2"), "4.0f"));
}

TEST_F(Loop, TrySavesLinesThatArePutInOrTakenOutAndFindings) {
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    say({"try", "7"});
    edit(copy, "    if (n < N)", "    // RACE\n    if (n < N)");
    EXPECT_EQ(say({"try", "7", "--save", "put-in"}).code, 0);
    const Break put_in = exercise("put-in");
    EXPECT_EQ(put_in.finding, "race");
    EXPECT_EQ(put_in.fail, Words{"y"});  // in every order
    EXPECT_EQ(put_in.may_fail, Words{});
    EXPECT_EQ(broken_lines(scratch.tree, lesson, put_in), lines_of(read_file(copy)));

    say({"try", "7", "--fresh"});
    edit(copy, "    const int n = threadIdx.x;\n", "");
    EXPECT_EQ(say({"try", "7", "--save", "taken-out"}).code, 0);
    EXPECT_EQ(broken_lines(scratch.tree, lesson, exercise("taken-out")), lines_of(read_file(copy)));

    say({"try", "7", "--fresh"});
    edit(copy, "#include", "#define X\n#include");
    EXPECT_TRUE(has(say({"try", "7", "--save", "outside"}).err, "this change lies in no single function"));
}

TEST_F(Loop, TrySavesWhatAllOrdersSay) {
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    const auto put_in = [&](const std::string& words) {
        say({"try", "7", "--fresh"});
        edit(copy, "    if (n < N)", "    // " + words + "\n    if (n < N)");
    };
    put_in("RACE SOMETIMES");
    Said said = say({"try", "7", "--save", "both"});
    EXPECT_TRUE(has(said.out, "the checker reports a race; y fails; sum may fail, by order and device.")) << said.err;
    EXPECT_EQ(exercise("both").fail, Words{"y"});
    EXPECT_EQ(exercise("both").may_fail, Words{"sum"});

    const std::string before = read_file(lesson.breaks());
    for (const auto& [words, complaint] : std::vector<std::pair<std::string, std::string>>{
             {"SHY", "day: the checker finds race in some thread orders only: look at it with scripts/day check "},
             {"SOMETIMES",
              "day: sum fails in some thread orders only, and the checker finds nothing: look at it with "},
             {"CUT",
              "day: order forward: the checker did not come to its end (killed after 0 s of processor time): ask it "
              "again: scripts/day "
              "try "
              "7 --save NAME\n"}}) {
        put_in(words);
        said = say({"try", "7", "--save", "one"});
        EXPECT_EQ(said.code, 1) << words;
        EXPECT_TRUE(said.err.starts_with(complaint)) << said.err;
    }
    EXPECT_EQ(read_file(lesson.breaks()), before);

    said = say({"try", "7", "--run"});
    EXPECT_TRUE(
        has(flat(said.out),
            "But the checker did not come to its end (killed after 0 s of processor time): it may find more when it is "
            "asked"))
        << said.out;
    EXPECT_FALSE(has(said.out, "survives"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day try 7 --run");

    put_in("ABORT");
    EXPECT_EQ(say({"try", "7", "--save", "dies"}).code, 0);
    EXPECT_EQ(exercise("dies").outcome, "crash");

    // The gate at which a plain run stops comes first, whatever the order in which they are declared.
    put_in("3.0f BACKWARDS");
    EXPECT_EQ(say({"try", "7", "--save", "backwards"}).code, 0);
    EXPECT_EQ(exercise("backwards").fail, (Words{"sum", "y"}));
}

TEST_F(Loop, TheCheckerIsNotAskedAboutACopyThatHangs) {
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    say({"try", "7"});
    edit(copy, "    if (n < N)", "    // RACE HANG\n    if (n < N)");
    const Said said = say({"try", "7", "--run"});
    EXPECT_TRUE(has(said.out, "hang  ")) << said.out;
    EXPECT_FALSE(has(said.out, "race")) << said.out;
    EXPECT_TRUE(
        has(flat(said.out), "The place where it spins is named by scripts/day check " + quoted(copy.string()) + " "))
        << said.out;
    EXPECT_TRUE(has(said.out, "--save NAME\n"));
}

TEST_F(Loop, ACopyThatDoesNotBuildShowsTheCompilersWords) {
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    say({"try", "7"});
    edit(copy, "2.0f", "SYNTAX ERROR");
    const Said said = say({"try", "7", "--run"});
    EXPECT_TRUE(has(said.out, "error: what is this\n")) << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day try 7 --run");
}

// ---- Kill -----------------------------------------------------------------------------------------

TEST_F(Loop, ASurvivorIsKilledByOtherData) {
    EXPECT_EQ(say({"kill", "7", "turned-round"}).err, "day: predict it first: scripts/day predict 7 turned-round\n");
    say({"predict", "7", "turned-round", "none"});
    say({"predict", "7", "thrice", "y"});
    EXPECT_EQ(say({"kill", "7", "thrice"}).err,
              "day: thrice does not survive: y and sum fail; survivors you know: turned-round\n");

    const fs::path copy = progress_file().parent_path() / "kill" / "doubling" / "turned-round" / "doubling.cu";
    Said said = say({"kill", "7", "turned-round"});
    EXPECT_TRUE(has(said.out, copy.string() + ":1\n")) << said.out;
    EXPECT_TRUE(has(said.out, "    line  12: main\n")) << said.out;
    EXPECT_FALSE(has(said.out, ": doubling\n"));
    EXPECT_TRUE(has(say({"kill", "7", "turned-round", "--run"}).out,
                    "Not yet: with the break every gate still passes, in every thread order.\n"));

    edit(copy, "return gates", "/* BAD_DATA */ return gates");
    said = say({"kill", "7", "turned-round", "--run"});
    EXPECT_TRUE(has(said.out, "your copy       pass     FAIL: sum (case hand, 700.0%)\n")) << said.out;
    EXPECT_TRUE(has(said.out, "Not yet: your copy must pass without the break, too, in every thread order.\n"));

    edit(copy, "BAD_DATA", "GOOD_DATA");
    said = say({"kill", "7", "turned-round", "--run"});
    EXPECT_TRUE(has(said.out, "your copy       pass     passes\nwith the break  fail     FAIL: y (case hand, 12.5%)\n"))
        << said.out;
    EXPECT_TRUE(has(said.out, "Killed: "));
    EXPECT_TRUE(has(progress(), "killed: y\n"));
    EXPECT_TRUE(has(say({"show", "7"}).out, "exactly right, killed"));

    edit(copy, "GOOD_DATA */", "QUITS */");
    said = say({"kill", "7", "turned-round", "--run"});
    EXPECT_TRUE(has(said.out, "\nYour copy ends with: An input has changed\nWith the break it ends with: An input"))
        << said.out;

    edit(copy, "2.0f", "4.0f");
    EXPECT_EQ(say({"kill", "7", "turned-round", "--run"}).err,
              "day: " + copy.string() +
                  ": doubling is not the lesson's any more: change data, shapes and tolerances, and leave the kernels "
                  "alone; scripts/day kill 7 turned-round --fresh starts over\n");
}

TEST_F(Loop, WhatTheBreakEditsIsNotTheLearnersButMainIs) {
    edit(lesson.program, "int main",
         "// The data.\nfloat input() {\n    return 1.0f;\n}\n\nvoid check() {}\n\nint main");
    edit(lesson.breaks(), "in = \"doubling\"\nfind = \"n < N\"\nreplace = \"N > n\"",
         "in = \"input\"\nfind = \"1.0f\"\nreplace = \"1.5f /* N > n */\"");
    const fs::path copy = progress_file().parent_path() / "kill" / "doubling" / "turned-round" / "doubling.cu";
    say({"predict", "7", "turned-round", "none"});
    Said said = say({"kill", "7", "turned-round"});
    EXPECT_TRUE(
        has(flat(said.out), "Leave the kernels alone, and input, which the break edits. These functions are yours:"))
        << said.out;
    EXPECT_TRUE(has(said.out, ": check\n"));
    EXPECT_TRUE(has(said.out, ": main\n"));
    EXPECT_FALSE(has(said.out, ": input\n"));

    edit(copy, "return 1.0f", "/* GOOD_DATA */ return 1.0f");
    const Said refused = say({"kill", "7", "turned-round", "--run"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_EQ(refused.err, "day: " + copy.string() +
                               ": input is not the lesson's any more: change data, shapes and tolerances, and leave "
                               "what the break edits alone; scripts/day kill 7 turned-round --fresh starts over\n");
    say({"kill", "7", "turned-round", "--fresh"});
    edit(copy, "return gates", "/* GOOD_DATA */ return gates");
    EXPECT_TRUE(has(say({"kill", "7", "turned-round", "--run"}).out, "Killed: "));
}

TEST_F(Loop, AnEditInMainMayBeAroundWhatTheLearnerChanges) {
    edit(lesson.breaks(), "in = \"doubling\"\nfind = \"n < N\"\nreplace = \"N > n\"",
         "in = \"main\"\nfind = \"return gates\"\nreplace = \"return /* N > n */ gates\"");
    const fs::path copy = progress_file().parent_path() / "kill" / "doubling" / "turned-round" / "doubling.cu";
    say({"predict", "7", "turned-round", "none"});
    EXPECT_TRUE(
        has(flat(say({"kill", "7", "turned-round"}).out), "Leave the kernels alone. These functions are yours: "));
    edit(copy, "return gates", "/* GOOD_DATA */ return gates");
    EXPECT_TRUE(has(say({"kill", "7", "turned-round", "--run"}).out, "Killed: "));
    edit(copy, "return gates", "return  gates");
    EXPECT_EQ(say({"kill", "7", "turned-round", "--run"}).err,
              "day: " + copy.string() +
                  ": the break no longer applies: what it edits in main must stay as it is; scripts/day kill 7 "
                  "turned-round --fresh starts over\n");
}

// ---- Whodunit -------------------------------------------------------------------------------------

TEST_F(Loop, ARiddleGivesTheTableAndWantsTheLine) {
    EXPECT_EQ(say({"whodunit", "7", "9"}).err, "day: no riddle is open: scripts/day whodunit 7 gives one\n");
    unsigned seed = 0;
    Said said = say({"whodunit", "7", "--seed", "0"});
    while (!has(said.out, "sum  FAIL")) {  // until it is thrice
        say({"whodunit", "7", "--give-up"});
        said = say({"whodunit", "7", "--seed", std::to_string(++seed)});
        ASSERT_LT(seed, 50u);
    }
    EXPECT_FALSE(has(said.out, "three"));
    EXPECT_FALSE(has(progress(), "thrice"));
    EXPECT_EQ(last_line(said.out), "Next: scripts/day whodunit 7 LINE");
    EXPECT_EQ(say({"whodunit", "7"}).out, said.out);  // the riddle stays
    EXPECT_TRUE(has(say({"whodunit", "7", "8"}).out, "Not line 8. The function is right: doubling.\n"));
    EXPECT_TRUE(has(say({"whodunit", "7", "13"}).out, "Not line 13: it is in a function other than main.\n"));
    EXPECT_TRUE(has(say({"whodunit", "7", "1"}).out, "Not line 1: no function is there"));
    EXPECT_EQ(say({"whodunit", "7", "99"}).err, "day: 99 is not a line of the program: it has lines 1 to 15\n");
    said = say({"whodunit", "7", "doubling.cu:9"});
    EXPECT_TRUE(has(said.out, "Yes, guess 4.\n")) << said.out;
    EXPECT_TRUE(has(said.out, "Three is not two.\n"));
    EXPECT_EQ(say({"whodunit", "7", "9"}).code, 1);
    EXPECT_TRUE(has(say({"whodunit", "7"}).out, "y     FAIL"));  // not the same one again
    // What was told cannot be predicted any more.
    EXPECT_EQ(say({"predict", "7", "thrice", "y", "sum"}).err,
              "day: you have seen the answer: scripts/day reset 7 thrice starts over\n");
    EXPECT_TRUE(has(say({}).out, "*--      1 of 3\n")) << say({}).out;
    EXPECT_TRUE(has(say({"show", "7"}).out, "found in a riddle"));
}

TEST_F(Loop, ARiddleHasOneLineThatExplainsItsTable) {
    // racing does now what thrice does, on another line: neither can be told from the other.
    edit(lesson.breaks(), "finding = \"race\"\nmay_fail = [\"y\"]", "fail = [\"y\", \"sum\"]");
    EXPECT_EQ(say({"whodunit", "7"}).err,
              "day: day 7 has no break that a table of its gates could tell from all others: scripts/day try 7\n");
}

TEST_F(Loop, ASolvedRiddleIsNotGivenAgain) {
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(say({"whodunit", "7"}).code, 0);
        const Said open = say({"whodunit", "7", "--seed", "3"});
        EXPECT_TRUE(has(flat(open.out), "A riddle is open, and --seed has no say in it")) << open.out;
        // After the last riddle there is none to be asked for.
        const Said told = say({"whodunit", "7", "--give-up"});
        EXPECT_EQ(last_line(told.out),
                  i == 0 ? "Next: scripts/day whodunit 7" : "Next: scripts/day show 7 turned-round");
    }
    EXPECT_EQ(say({"whodunit", "7"}).err,
              "day: you have seen every riddle of day 7: scripts/day try 7 is the next thing to do\n");
}

TEST_F(Loop, ARiddleOfTwoPlacesSaysSoAndShowsBoth) {
    edit(lesson.breaks(), "replace = \"3.0f\"",
         "replace = \"3.0f\"\n[[break.edit]]\nin = \"main\"\nfind = \"return gates\"\nreplace = \"return 0 + gates\"");
    edit(lesson.breaks(), "finding = \"race\"\nmay_fail = [\"y\"]", "fail = []");  // so that thrice is the only riddle
    EXPECT_TRUE(has(say({"whodunit", "7"}).out, "It was changed in 2 places: name a line of either.\n"));
    EXPECT_TRUE(has(say({"whodunit", "7", "8"}).out, "The function is right: doubling."));
    EXPECT_TRUE(has(say({"whodunit", "7", "13"}).out, "The function is right: main."));
    const Said said = say({"whodunit", "7", "14"});
    EXPECT_TRUE(has(said.out, "Yes, guess 3.")) << said.out;
    EXPECT_TRUE(has(said.out, "3.0f * x[n]") && has(said.out, "return 0 + gates")) << said.out;
}

TEST_F(Loop, ARiddlesAnswerNamesWhatTheCheckerFoundBesides) {
    edit(lesson.breaks(), "replace = \"threadIdx.x / 2 /* RACE */\"", "replace = \"threadIdx.x /* WILD */\"");
    edit(lesson.breaks(), "finding = \"race\"", "finding = \"memory\"");
    edit(lesson.breaks(), "fail = [\"y\", \"sum\"]", "fail = []");  // so that racing is the only riddle
    EXPECT_TRUE(has(say({"whodunit", "7"}).out, "init    found"));
    const Said said = say({"whodunit", "7", "--give-up"});
    EXPECT_TRUE(has(said.out, "The checker also found init: that follows from it.\n")) << said.out;
    EXPECT_FALSE(has(progress(), "besides"));
}

TEST_F(Loop, WhatOnlyTheCheckerSeesIsARiddleAndCanBeKilled) {
    edit(lesson.breaks(), "replace = \"threadIdx.x / 2 /* RACE */\"", "replace = \"threadIdx.x /* WILD */\"");
    edit(lesson.breaks(), "finding = \"race\"\nmay_fail = [\"y\"]", "finding = \"memory\"");
    edit(lesson.breaks(), "fail = [\"y\", \"sum\"]", "fail = []");  // so that racing is the only riddle
    EXPECT_TRUE(has(say({"whodunit", "7"}).out, "memory  found"));
    EXPECT_TRUE(say({"whodunit", "7", "--give-up"}).out.starts_with("racing: Race\n"));
    const std::string call = "No gate sees it; the checker does. Is there data that would? scripts/day kill 7 racing\n";
    EXPECT_TRUE(has(say({"explain", "7", "racing"}).out, call));
    say({"reset", "7"});
    EXPECT_TRUE(has(say({"predict", "7", "racing", "memory"}).out, call));
    EXPECT_EQ(say({"kill", "7", "racing"}).code, 0);
}

TEST_F(Loop, ARiddleIsOfferedWhereThereIsOne) {
    edit(lesson.breaks(), "finding = \"race\"\nmay_fail = [\"y\"]", "fail = []");
    edit(lesson.breaks(), "fail = [\"y\", \"sum\"]", "fail = []");
    Said said;
    for (const char* id : {"thrice", "turned-round", "racing"}) said = say({"explain", "7", id, "--give-up"});
    EXPECT_EQ(last_line(said.out), "Next: scripts/day try 7");
    EXPECT_EQ(say({"whodunit", "7"}).code, 1);
}

TEST_F(Loop, ARiddleWhoseCheckerWasCutOffIsPutAgain) {
    edit(lesson.breaks(), "fail = [\"y\", \"sum\"]", "fail = []");  // so that racing is the only riddle
    edit(lesson.breaks(), "2 /* RACE */", "2 /* CUT */");
    Said said = say({"whodunit", "7"});
    EXPECT_TRUE(
        has(said.out, "But the checker did not come to its end (killed after 0 s of processor time): it may find more"))
        << said.out;
    EXPECT_EQ(last_line(said.out), "Next: scripts/day whodunit 7");
    edit(lesson.breaks(), "2 /* CUT */", "2 /* RACE CUT */");
    EXPECT_EQ(last_line(say({"whodunit", "7"}).out), "Next: scripts/day whodunit 7 LINE");
}

TEST_F(Loop, WhoGivesARiddleUpHasSeenTheAnswer) {
    edit(lesson.breaks(), "finding = \"race\"\nmay_fail = [\"y\"]", "fail = []");  // so that thrice is the only riddle
    say({"whodunit", "7"});
    const Said said = say({"whodunit", "7", "--give-up"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(said.out.starts_with("thrice: Take three | for two\n")) << said.out;
    EXPECT_TRUE(has(said.out, "The answer:   y and sum fail.\nThree is not two.\n")) << said.out;
    EXPECT_TRUE(has(progress(), "gave-up: yes\n"));
    EXPECT_TRUE(has(say({}).out, ".--      1 of 3\n")) << say({}).out;
    EXPECT_TRUE(has(say({"show", "7"}).out, "given up"));
    EXPECT_EQ(say({"predict", "7", "thrice", "y", "sum"}).err,
              "day: you have seen the answer: scripts/day reset 7 thrice starts over\n");
    EXPECT_EQ(say({"explain", "7", "thrice"}).code, 0);

    // What was predicted before keeps its score.
    say({"reset", "--all"});
    say({"predict", "7", "thrice", "y"});
    say({"whodunit", "7"});
    say({"whodunit", "7", "--give-up"});
    EXPECT_TRUE(has(say({}).out, "+--      1 of 3\n")) << say({}).out;
}

// ---- Watch ----------------------------------------------------------------------------------------

TEST_F(Loop, WatchRunsWhatWasSaved) {
    const fs::path copy = progress_file().parent_path() / "try" / "doubling" / "doubling.cu";
    say({"try", "7"});
    Scratch::script(scratch.tree.build / "cpu" / "day007", "echo \"ran $*\"");
    int asked = 0;
    testing::internal::CaptureStdout();
    watch(scratch.tree, "7", [&] {
        if (++asked == 2) edit(lesson.program, "twice x\n", "twice x \n");
        if (asked == 4) edit(copy, "2.0f", "3.0f");
        return asked == 6;
    });
    const std::string out = testing::internal::GetCapturedStdout();
    EXPECT_TRUE(has(out, "doubling.cu:1 (scripts/day run 7 --all-gates)\n")) << out;
    EXPECT_TRUE(has(out, "doubling.cu was saved ----\nDay 7")) << out;
    EXPECT_TRUE(has(out, "ran --all-gates\n")) << out;
    EXPECT_TRUE(has(out, "sum  FAIL")) << out;
    EXPECT_EQ(last_line(out), "Next: scripts/day try 7 --run");
}

TEST_F(Loop, ASaveEndsARunThatStillGoesOn) {
    // The first run saves the file itself, and would then never end.
    const fs::path child = scratch.root / "child";
    Scratch::script(scratch.tree.build / "cpu" / "day007",
                    "[ -e " + child.string() + " ] && { echo again; exit 0; }\necho first; sleep 600 & echo $! >" +
                        child.string() + "; echo >>" + lesson.program.string() + "; while :; do sleep 0.01; done");
    int asked = 0;
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    watch(scratch.tree, "7", [&] {
        if (++asked == 2) edit(lesson.program, "twice x\n", "twice x \n");
        return asked == 4;
    });
    const std::string out = testing::internal::GetCapturedStdout();
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "day: ended: the file was saved\n");
    EXPECT_LT(out.find("\nfirst\n"), out.find("\nagain\n")) << out;
    EXPECT_TRUE(soon_gone(child));
}

// ---- Doctor ---------------------------------------------------------------------------------------

class Doctor : public Loop {
 protected:
    Doctor() {
        Scratch::script(scratch.tree.build / "cpucc",
                        "while [ $1 != -o ]; do shift; done\nprintf '#!/bin/sh\\necho fine\\n' >$2; chmod +x $2");
        for (const char* tool : {"c++", "cmake", "ninja"}) scratch.pretend(tool, "echo 'version 12.2'");
    }
    void have_gpu(const std::string& cuda, const std::string& capability) {
        scratch.pretend("nvidia-smi", "case \"$*\" in *name*) echo 'NVIDIA H200, 580.1' ;; *compute_cap*) echo " +
                                          capability + " ;; *) echo '| CUDA Version: " + cuda + " |' ;; esac");
    }
    void have_nvcc(const std::string& body) {
        scratch.pretend("nvcc",
                        "case \"$*\" in *--version*) echo 'tools, release 13.0, V13.0.88' ;; *--list*) echo "
                        "compute_75 ;; *) " +
                            body + " ;; esac");
        scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
    }
    const std::string compiles =
        "while [ $1 != -o ]; do shift; done; printf '#!/bin/sh\\necho fine\\n' >$2; chmod +x $2";
};

TEST_F(Doctor, FindsNothingOnAMachineWithoutAGpu) {
    const Said said = say({"doctor"});
    EXPECT_TRUE(has(said.out, "ok  CPU device       fine\n")) << said.out;
    EXPECT_TRUE(has(said.out, "-   GPU              nvidia-smi says: No devices were found: lessons run on the CPU"));
    if (!has(said.out, "data set         /usr/share")) GTEST_SKIP();
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(last_line(said.out), "Next: scripts/day");
}

TEST_F(Doctor, NamesTheCommandThatMendsEachFault) {
    Scratch::script(scratch.tree.build / "cpucc", "echo 'x.cu: error: no'; exit 1");
    Said said = say({"doctor"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "!!  CPU device")) << said.out;

    have_gpu("12.4", "9.0");
    have_nvcc(compiles);
    said = say({"doctor"});
    EXPECT_TRUE(has(said.out, "!!  driver           supports CUDA 12.4, and the toolkit is 13.0")) << said.out;

    have_gpu("13.0", "9.0");
    write_file(scratch.tree.build / "gpu_flags.txt", "-gencode=arch=compute_75,code=[sm_75,compute_75]\n");
    EXPECT_TRUE(has(say({"doctor"}).out, "ok  architecture     sm_90, built for compute_75, sm_75, compute_75"));
    write_file(scratch.tree.build / "gpu_flags.txt", "-gencode=arch=compute_100,code=[sm_100,compute_100]\n");
    EXPECT_TRUE(has(say({"doctor"}).out, "    export CUDAARCHS=90\n")) << said.out;
    have_gpu("13.0", "7.0");
    EXPECT_TRUE(has(say({"doctor"}).out, "the GPU is sm_70, and this toolkit's oldest is sm_75"));

    scratch.pretend("g++-13", "exit 0");
    have_nvcc(
        "case \"$*\" in *ccbin*g++-13*) exit 0 ;; *) echo 'error: gcc versions later than 13 are not supported'; "
        "exit 1 ;; esac");
    said = say({"doctor"});
    EXPECT_TRUE(has(said.out, "    export NVCC_PREPEND_FLAGS='-ccbin g++-13'\n")) << said.out;
    have_nvcc("echo 'error: gcc versions later than 13 are not supported'; exit 1");
    EXPECT_TRUE(has(say({"doctor"}).out, "    sudo apt-get install g++-13\n"));

    scratch.set("CUDACXX", "/no/nvcc");
    EXPECT_TRUE(has(say({"doctor"}).out, "    sudo apt-get install nvidia-cuda-toolkit\n"));
    scratch.pretend("nvidia-smi", "echo 'Failed to initialize NVML: Driver/library version mismatch'; exit 18");
    EXPECT_TRUE(has(say({"doctor"}).out, "    sudo reboot\n"));
}

TEST_F(Doctor, IsPointedToWhenACudaCallFails) {
    Scratch::script(scratch.tree.build / "cpu" / "day007", "exit 3");
    EXPECT_TRUE(has(say({"run", "7"}).err, "scripts/day doctor looks at the machine\n"));
}

// ---- The screen -----------------------------------------------------------------------------------

TEST(Diff, HasTheFewestLines) {
    const std::vector<Change> changes = changes_of({"a", "b", "c", "d", "e"}, {"a", "x", "c", "e", "f"});
    ASSERT_EQ(changes.size(), 3u);
    EXPECT_EQ(changes[0].old_begin, 1);
    EXPECT_EQ(changes[0].new_end, 2);
    EXPECT_EQ(changes[1].old_begin, 3);
    EXPECT_EQ(changes[1].old_end, 4);
    EXPECT_EQ(changes[1].new_begin, changes[1].new_end);
    EXPECT_EQ(changes[2].old_begin, 5);
    EXPECT_TRUE(changes_of({"a"}, {"a"}).empty());
    EXPECT_EQ(changes_of({}, {"a"})[0].new_end, 1);
    EXPECT_EQ(changes_of({"a", "a"}, {"a"})[0].old_end - changes_of({"a", "a"}, {"a"})[0].old_begin, 1);
}

TEST(Screen, ColumnsAreNotBytes) {
    EXPECT_EQ(columns_of("plain"), 5u);
    EXPECT_EQ(columns_of("Zoë"), 3u);
    EXPECT_EQ(columns_of("e\u0301"), 1u);
    EXPECT_EQ(columns_of("日本"), 4u);
    EXPECT_EQ(columns_of("\033[31mred\033[0m"), 3u);
    EXPECT_EQ(columns_of("\xff\xc3"), 2u);  // no UTF-8: as bytes
    EXPECT_EQ(table({{"Zoë", "x"}, {"Anna", "y"}}, 0), "Zoë   x\nAnna  y\n");
    EXPECT_EQ(table({{"Tiled GEMM: load each value", "x"}}, 24), "Tiled GEMM: load...    x\n");  // not "load ea..."
    EXPECT_EQ(table({{"Tiled GEMM: load each value", "x"}}, 18), "Tiled GEMM...    x\n");
    EXPECT_EQ(table({{"日本日本日本日本日本", "x"}}, 16), "日本日本日...  x\n");
    EXPECT_EQ(table({{"日本日本日本日本日本", "x"}}, 15), "日本日本...   x\n");
}

TEST(Screen, ProseIsWrappedAtWords) {
    const std::string text = prose(std::string(60, 'a') + " " + std::string(60, 'b') + "\nc", 4, "1. ");
    EXPECT_EQ(text, "1. " + std::string(60, 'a') + "\n    " + std::string(60, 'b') + " c\n");
    EXPECT_EQ(prose(""), "\n");
    // A command is not torn: it is there to be copied.
    const std::string command = "scripts/day predict 7 thrice sum";
    EXPECT_EQ(prose(std::string(80, 'a') + " " + command + ": b"), std::string(80, 'a') + "\n" + command + ": b\n");
    const std::string longer = "scripts/day " + std::string(90, 'a') + " bbb";
    EXPECT_EQ(prose("c " + longer + ", d"), "c\n" + longer + ",\nd\n");
    EXPECT_EQ(prose(longer + " shows it"), longer + "\nshows it\n");
    EXPECT_EQ(flow(std::string(90, 'a') + " " + std::string(20, 'b'), 4, "1. "),
              "1. " + std::string(90, 'a') + " " + std::string(20, 'b') + "\n");  // piped
}

}  // namespace
}  // namespace day
