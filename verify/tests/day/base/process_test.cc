#include "verify/day/base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

#include "verify/day/base/failure.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

Command shell(const std::string& script) { return {.words = {"sh", "-c", script}}; }

TEST(Process, ExitCodeAndSignalAreTold) {
    EXPECT_TRUE(run_shown(shell("exit 0")).good());
    EXPECT_EQ(run_shown(shell("exit 7")).code(), 7);
    EXPECT_EQ(run_shown(shell("exit 7")).verdict(), "exit 7");
    const Outcome killed = run_shown(shell("kill -SEGV $$"));
    EXPECT_FALSE(killed.good());
    EXPECT_EQ(killed.code(), 128 + SIGSEGV);
    EXPECT_EQ(killed.verdict(), "SIGSEGV (Segmentation fault)");
}

TEST(Process, OutputAndErrorComeTogetherInOrder) {
    const Outcome outcome = capture(shell("echo one; echo two >&2; echo three; cat; exit 3"));
    EXPECT_EQ(outcome.output, "one\ntwo\nthree\n");
    EXPECT_EQ(outcome.exit, 3);
}

TEST(Process, LongOutputIsWhole) { EXPECT_EQ(capture(shell("head -c 8000000 /dev/zero")).output.size(), 8000000u); }

TEST(Process, OfEndlessOutputBothEndsAreKept) {
    const std::string output = capture(shell("echo begin; head -c 30000000 /dev/zero; echo end")).output;
    EXPECT_TRUE(output.starts_with("begin\n"));
    EXPECT_TRUE(output.ends_with("end\n"));
    const std::string note =
        "\n(day: " + std::to_string(30000010 - 2 * KEPT_BYTES) + " bytes of the output are left out here)\n";
    EXPECT_EQ(output.find(note), KEPT_BYTES);
    EXPECT_EQ(output.size(), 2 * KEPT_BYTES + note.size());

    Command endless = shell("exec yes");
    endless.limit_s = 0.5;
    const Outcome outcome = capture(endless);
    EXPECT_TRUE(outcome.timed_out);
    EXPECT_LT(outcome.output.size(), 2 * KEPT_BYTES + 100);
    struct rusage used {};
    getrusage(RUSAGE_SELF, &used);
    EXPECT_LT(used.ru_maxrss, 100 * 1024);  // KiB: of what `yes` prints in that time there is more
}

TEST(Process, OutputIsShownOnlyWhenItTakesLong) {
    testing::internal::CaptureStderr();
    const Outcome quick = capture(shell("echo quick"), 30.0);
    const Outcome slow = capture(shell("echo early; sleep 0.4; echo late"), 0.05);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "early\nlate\n");
    EXPECT_FALSE(quick.shown);
    EXPECT_TRUE(slow.shown);
    EXPECT_EQ(slow.output, "early\nlate\n");
}

TEST(Process, EnvironmentAndFolderAreTheChilds) {
    setenv("DAY_TEST_OUT", "1", 1);
    Command command = shell("echo ${DAY_TEST_IN-none} ${DAY_TEST_OUT-none}; pwd");
    command.environment = {{"DAY_TEST_IN", "a b"}, {"DAY_TEST_OUT", std::nullopt}};
    command.folder = "/";
    EXPECT_EQ(capture(command).output, "a b none\n/\n");
    Scratch scratch;
    fs::create_directory_symlink("/usr", scratch.root / "link");
    EXPECT_EQ(capture({.words = {"sh", "-c", "pwd; pwd -P"}, .folder = scratch.root / "link"}).output,
              (scratch.root / "link").string() + "\n/usr\n");
    EXPECT_STREQ(getenv("DAY_TEST_OUT"), "1");
    unsetenv("DAY_TEST_OUT");
}

TEST(Process, WhatCannotBeStartedIsOneLine) {
    EXPECT_EQ(failure_of([] { run_shown({.words = {"/no/such/program"}}); }),
              "cannot start /no/such/program: No such file or directory");
    EXPECT_EQ(failure_of([] { capture({.words = {"/tmp"}}); }), "cannot start /tmp: Permission denied");
}

TEST(Process, AProcessorsTimeCanBeLimitedToo) {
    Command command = shell("while :; do :; done");
    command.limit_cpu_s = 0.5;  // a whole second at least
    const Outcome outcome = capture(command);
    EXPECT_TRUE(outcome.timed_out);
    EXPECT_GT(outcome.cpu_seconds, 0.5);
    EXPECT_LT(outcome.cpu_seconds, 3.0);
}

TEST(Process, ManyMayRunAtOnce) {
    std::vector<std::thread> threads;
    std::vector<Outcome> outcomes(8);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        threads.emplace_back([&, i] { outcomes[i] = capture(shell("sleep 0.1; echo " + std::to_string(i))); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < outcomes.size(); ++i) EXPECT_EQ(outcomes[i].output, std::to_string(i) + "\n");
}

TEST(Process, ALimitEndsTheWholeGroup) {
    Command command = shell("sleep 60 & sleep 60");
    command.limit_s = 0.2;
    const Outcome outcome = capture(command);
    EXPECT_TRUE(outcome.timed_out);
    EXPECT_FALSE(outcome.good());
    EXPECT_LT(outcome.seconds, 20.0);
    EXPECT_TRUE(run_shown(command).timed_out);
}

TEST(Process, WhatAProgramLeavesBehindEndsWithIt) {
    Scratch scratch;
    const fs::path left = scratch.root / "left";
    const Command command = shell("sleep 60 & echo $! >" + left.string());
    EXPECT_TRUE(run_shown(command).good());
    EXPECT_TRUE(soon_gone(left));
    EXPECT_TRUE(capture(command).good());
    EXPECT_TRUE(soon_gone(left));
}

TEST(Process, WhatLeavesItsGroupEndsWithItToo) {
    Scratch scratch;
    const fs::path left = scratch.root / "left";
    const Command command = shell("setsid sh -c 'echo $$ >" + left.string() + "; sleep 60' & sleep 0.3");
    EXPECT_TRUE(run_shown(command).good());
    EXPECT_TRUE(soon_gone(left));
    EXPECT_TRUE(capture(command).good());
    EXPECT_TRUE(soon_gone(left));
}

// As `sh -c 'sleep 600 & exec day ...'` has it: the shell's child is this program's. The test becomes such a program.
TEST(Process, ChildrenThatItHasNotStartedLiveOn) {
    if (const char* former = getenv("DAY_TEST_FORMER")) {
        run_shown(shell("exit 0"));
        EXPECT_EQ(waitpid(std::atoi(former), nullptr, WNOHANG), 0);
        return;
    }
    const Outcome again =
        capture(shell("sleep 60 & export DAY_TEST_FORMER=$!; exec " + fs::read_symlink("/proc/self/exe").string() +
                      " --gtest_filter=Process.ChildrenThatItHasNotStartedLiveOn"));
    EXPECT_EQ(again.exit, 0) << again.output;
}

TEST(Process, WhatAProgramLeavesBehindDoesNotEndAnothersBeforeItsTime) {
    Scratch scratch;
    const fs::path left = scratch.root / "left";
    Outcome longer;
    std::thread beside([&] {
        longer = capture(shell("(setsid sh -c 'echo $$ >" + left.string() + "; sleep 60' &); while [ ! -e " +
                               (scratch.root / "go").string() + " ]; do sleep 0.01; done; kill -0 $(cat " +
                               left.string() + ")"));
    });
    while (!fs::exists(left) || fs::file_size(left) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    run_shown(shell("exit 0"));
    write_file(scratch.root / "go", "");
    beside.join();
    EXPECT_EQ(longer.exit, 0);
    EXPECT_TRUE(soon_gone(left));
}

TEST(Process, WhatIsNotWantedAnyMoreEndsWithItsGroup) {
    Scratch scratch;
    const fs::path started = scratch.root / "started", tidied = scratch.root / "tidied";
    const Command command = shell("trap 'touch " + tidied.string() + "; exit 0' TERM; sleep 60 & echo $! >" +
                                  started.string() + "; while :; do sleep 0.01; done");
    for (const auto& start :
         {+[](const Command& c) { return run_shown(c); }, +[](const Command& c) { return capture(c); }}) {
        fs::remove(started), fs::remove(tidied);
        {
            const EndsWhen is_there([&] { return fs::exists(started) && fs::file_size(started) > 0; }, "not wanted");
            EXPECT_EQ(failure_of([&] { start(command); }), "not wanted");
        }
        EXPECT_TRUE(fs::exists(tidied));
        EXPECT_TRUE(soon_gone(started));
    }
    EXPECT_TRUE(run_shown(shell("sleep 0.1")).good());  // afterwards nothing is ended

    const EndsWhen at_once([] { return true; }, "not wanted");
    EXPECT_EQ(failure_of([] { run_shown(shell("trap '' TERM; while :; do sleep 0.01; done")); }), "not wanted");
}

// The child itself presses the key, once it is ready for what follows. It waits in short steps: a shell that is asked
// to end while it starts a command notices only when that has ended.
TEST(Process, CtrlCReachesTheChildWhichMayFinish) {
    const Outcome outcome = run_shown(shell("trap 'exit 5' INT; kill -INT $PPID; while :; do sleep 0.01; done"));
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_EQ(outcome.exit, 5);
}

TEST(Process, ASecondCtrlCKillsAChildThatDoesNotListen) {
    const Outcome outcome =
        run_shown(shell("trap '' INT; kill -INT $PPID; sleep 0.2; kill -INT $PPID; while :; do sleep 1; done"));
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_EQ(outcome.signal, SIGKILL);
}

TEST(Process, CtrlCEndsACaptureWithOneLine) {
    const Scratch scratch;
    const fs::path deaf = scratch.root / "deaf";  // a child of the child, which does not listen to the key
    try {
        capture(shell("sleep 60 & echo $! >" + deaf.string() + "; kill -INT $PPID; while :; do sleep 0.01; done"));
        ADD_FAILURE() << "not interrupted";
    } catch (const Failure& failure) {
        EXPECT_STREQ(failure.what(), "interrupted while running sh");
        EXPECT_EQ(failure.code, 130);
    }
    EXPECT_TRUE(soon_gone(deaf));
}

TEST(Process, HandlersAreTheFormerOnesAfterwards) {
    run_shown(shell("exit 0"));
    struct sigaction now {};
    sigaction(SIGINT, nullptr, &now);
    EXPECT_EQ(now.sa_handler, SIG_DFL);
}

TEST(Process, CommandsAreWrittenAsTyped) {
    const Command command{.words = {"run", "a b", "it's", ""}, .environment = {{"X", "1"}, {"Y", std::nullopt}}};
    EXPECT_EQ(command.text(), "X=1 run 'a b' 'it'\\''s' ''");
}

TEST(Process, ProgramsAreSoughtInPathAndThenElsewhere) {
    Scratch scratch;
    scratch.pretend("mine", "exit 0");
    write_file(scratch.root / "more" / "plain", "no program");
    Scratch::script(scratch.root / "more" / "other", "exit 0");
    EXPECT_EQ(which("mine"), scratch.root / "bin" / "mine");
    EXPECT_EQ(which("other"), std::nullopt);
    EXPECT_EQ(which("other", {(scratch.root / "more").string()}), scratch.root / "more" / "other");
    EXPECT_EQ(which("plain", {(scratch.root / "more").string()}), std::nullopt);
}

}  // namespace
}  // namespace day
