#include "verify/day/course/progress.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

std::string complaint(const std::string& text) {
    return failure_of([&] { parse_progress(text, "p.txt"); });
}

TEST(Progress, IsReadBackAsItWasWritten) {
    Progress progress;
    progress.touch("gemm-tiled", "second-barrier").set("said", "C C_ragged");
    progress.touch("gemm-tiled", "second-barrier").set("hints", "2");
    progress.touch("gemm-tiled", "").set("culprit", "91c0");
    const std::string text =
        "daybreak progress 1\n\n[gemm-tiled second-barrier]\nsaid: C C_ragged\nhints: 2\n\n[gemm-tiled]\nculprit: "
        "91c0\n";
    EXPECT_EQ(progress.text(), text);
    const Progress again = parse_progress(text, "p.txt");
    EXPECT_EQ(again.text(), text);
    const Entry* entry = again.find("gemm-tiled", "second-barrier");
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->words("said"), (std::vector<std::string>{"C", "C_ragged"}));
    EXPECT_EQ(entry->number("hints"), 2);
    EXPECT_EQ(entry->number("said"), 0);
    EXPECT_EQ(entry->value("none"), "");
    EXPECT_FALSE(again.find("gemm-tiled", "first-barrier"));
}

TEST(Progress, WhatChangedLastIsLastAndUnknownKeysStay) {
    Progress progress = parse_progress("daybreak progress 1\n# mine\n[a x]\nmood: good\n[a y]\nsaid: none\n", "p.txt");
    progress.touch("a", "x").set("said", "none");
    EXPECT_EQ(progress.text(), "daybreak progress 1\n\n[a y]\nsaid: none\n\n# mine\n[a x]\nmood: good\nsaid: none\n");
    progress.touch("a", "x").set("said", "");
    progress.touch("a", "y").set("said", "");
    EXPECT_EQ(progress.text(), "daybreak progress 1\n\n# mine\n[a x]\nmood: good\n");
}

TEST(Progress, CommentsStayWithWhatStandsBelowThem) {
    const std::string text =
        "daybreak progress 1\n\n# of x\n# too\n[a x]\n# of said\nsaid: y\n\n[a y]\nsaid: none\n\n# last\n";
    Progress progress = parse_progress(text, "p.txt");
    EXPECT_EQ(progress.text(), text);
    progress.touch("a", "x").set("score", "1/1");
    EXPECT_EQ(progress.text(),
              "daybreak progress 1\n\n[a y]\nsaid: none\n\n# of x\n# too\n[a x]\n# of said\nsaid: y\nscore: 1/1\n\n"
              "# last\n");
}

TEST(Progress, AnotherVersionOrADamagedFileIsOneLineWithTheRemedy) {
    EXPECT_EQ(complaint("daybreak progress 2\nwhat: ever\n"),
              "p.txt was written by a newer Daybreak (version 2; this one knows 1): update this one: git pull, or name "
              "another file: DAYBREAK_PROGRESS=FILE scripts/day");
    EXPECT_EQ(complaint("hello\n"), "p.txt:1: this is not a progress file: start over: mv p.txt p.txt.old");
    EXPECT_TRUE(parse_progress("", "p.txt").entries.empty());  // made, and not written to yet
    EXPECT_NE(complaint("daybreak progress x\n"), "");
    EXPECT_TRUE(complaint("daybreak progress 1\n[a b]\nrubbish\n").starts_with("p.txt:3: neither `[LESSON BREAK]`"));
    EXPECT_TRUE(complaint("daybreak progress 1\n[a b c]\n").starts_with("p.txt:2: "));
    EXPECT_TRUE(complaint("daybreak progress 1\nsaid: none\n").starts_with("p.txt:2: "));
    EXPECT_TRUE(complaint("daybreak progress 1\n[a b]\n: none\n").starts_with("p.txt:3: "));
}

TEST(Progress, TheFileLiesWhereTheVariablesSay) {
    Scratch scratch;
    scratch.set("DAYBREAK_PROGRESS", (scratch.root / "mine.txt").string());
    EXPECT_EQ(progress_file(), scratch.root / "mine.txt");
    scratch.set("DAYBREAK_PROGRESS", std::nullopt);
    scratch.set("XDG_STATE_HOME", (scratch.root / "état").string());
    EXPECT_EQ(progress_file(), scratch.root / "état" / "daybreak" / "progress.txt");
    scratch.set("XDG_STATE_HOME", "not/absolute");
    scratch.set("HOME", (scratch.root / "Zoë Müller").string());
    EXPECT_EQ(progress_file(), scratch.root / "Zoë Müller" / ".local" / "state" / "daybreak" / "progress.txt");
    change_progress([](Progress& progress) { progress.touch("a", "b").set("said", "none"); });
    EXPECT_TRUE(read_progress().find("a", "b"));
}

TEST(Progress, ALinkStaysALink) {
    Scratch scratch;
    write_file(scratch.root / "real.txt", "daybreak progress 1\n");
    fs::create_symlink("real.txt", scratch.root / "link.txt");
    scratch.set("DAYBREAK_PROGRESS", (scratch.root / "link.txt").string());
    change_progress([](Progress& progress) { progress.touch("a", "b").set("said", "none"); });
    EXPECT_TRUE(fs::is_symlink(scratch.root / "link.txt"));
    EXPECT_NE(read_file(scratch.root / "real.txt").find("said: none"), std::string::npos);
}

TEST(Progress, ARelativePathIsMeantFromHere) {
    Scratch scratch;
    scratch.set("DAYBREAK_PROGRESS", "mine/progress.txt");
    EXPECT_EQ(progress_file(), fs::current_path() / "mine" / "progress.txt");
}

TEST(Progress, ADeviceIsNoFile) {
    Scratch scratch;
    scratch.set("DAYBREAK_PROGRESS", "/dev/null");
    EXPECT_EQ(failure_of([] { read_progress(); }),
              "DAYBREAK_PROGRESS is /dev/null, which is no file: name one: DAYBREAK_PROGRESS=$HOME/progress.txt "
              "scripts/day");
}

TEST(Progress, ARefusedFileIsNotTouched) {
    Scratch scratch;
    const fs::path file = scratch.root / "p.txt";
    scratch.set("DAYBREAK_PROGRESS", file.string());
    write_file(file, "daybreak progress 7\nnews\n");
    EXPECT_NE(failure_of([] { change_progress([](Progress& progress) { progress.entries.clear(); }); }), "");
    EXPECT_EQ(read_file(file), "daybreak progress 7\nnews\n");
}

TEST(Progress, APlaceThatCannotBeWrittenIsOneLine) {
    Scratch scratch;
    write_file(scratch.root / "in-the-way", "");
    scratch.set("DAYBREAK_PROGRESS", (scratch.root / "in-the-way" / "p.txt").string());
    const std::string line = failure_of([] { change_progress([](Progress&) {}); });
    EXPECT_NE(line.find("in-the-way"), std::string::npos) << line;
}

TEST(Progress, ProcessesAtOnceLoseNothing) {
    Scratch scratch;
    scratch.set("DAYBREAK_PROGRESS", (scratch.root / "p.txt").string());
    constexpr int PROCESSES = 8, CHANGES = 20;
    for (int p = 0; p < PROCESSES; ++p) {
        if (fork() != 0) continue;
        for (int i = 0; i < CHANGES; ++i)
            change_progress([&](Progress& progress) {
                progress.touch("lesson", "break-" + std::to_string(p) + "-" + std::to_string(i)).set("said", "none");
            });
        _exit(0);
    }
    int status = 0;
    while (wait(&status) > 0) EXPECT_EQ(status, 0);
    EXPECT_EQ(read_progress().entries.size(), std::size_t(PROCESSES * CHANGES));
}

}  // namespace
}  // namespace day
