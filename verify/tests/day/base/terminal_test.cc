// What `day` writes to a terminal and takes away again. A file of its own: where there are no terminals CTest calls the
// whole of it skipped, and would hide what fails beside it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

// A chroot may have none.
bool has_terminals() {
    const int screen = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen >= 0) close(screen);
    return screen >= 0;
}

// What stands on a terminal of so many columns, as its standard error, after `act`.
template <class Act>
std::string on_terminal(unsigned short columns, const char* kind, Act act) {
    const int screen = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(screen), unlockpt(screen);
    const int terminal = open(ptsname(screen), O_RDWR | O_NOCTTY);
    const winsize size{24, columns, 0, 0};
    ioctl(terminal, TIOCSWINSZ, &size);
    Scratch scratch;
    scratch.set("TERM", kind);
    std::fflush(stderr);
    const int former = dup(STDERR_FILENO);
    dup2(terminal, STDERR_FILENO);
    act();
    std::fflush(stderr);
    const std::string end = "<end>";  // what is written to a terminal may take a moment to get through
    std::string text(write(terminal, end.data(), end.size()) < 0 ? end : "");
    for (char c; !text.ends_with(end) && read(screen, &c, 1) == 1;) text += c;
    dup2(former, STDERR_FILENO);
    for (const int file : {screen, terminal, former}) close(file);
    return text.substr(0, text.size() - end.size());
}

TEST(Screen, AWaitingLineFitsAndIsTakenAway) {
    if (!has_terminals()) GTEST_SKIP() << "no terminal can be opened here";
    const auto wait = [] { const Waiting waiting("building the broken copy of day 7 and running it"); };
    EXPECT_EQ(on_terminal(80, "xterm", wait), "building the broken copy of day 7 and running it ...\r\033[K");
    const std::string narrow = on_terminal(30, "xterm", wait);
    EXPECT_TRUE(narrow.starts_with("building the broken copy")) << narrow;
    EXPECT_TRUE(narrow.ends_with("...\r\033[K") || narrow.ends_with(" \r\033[K")) << narrow;
    EXPECT_LE(columns_of(narrow.substr(0, narrow.find('\r'))), 29u) << narrow;
    for (const unsigned short columns : {1, 2, 3, 4, 5})
        EXPECT_LT(on_terminal(columns, "xterm", wait).find('\r'), columns) << columns;
    EXPECT_EQ(on_terminal(80, "dumb", wait), "");
}

TEST(Screen, ABuildsProgressTakesOneLineWhereItCanBeTakenAway) {
    if (!has_terminals()) GTEST_SKIP() << "no terminal can be opened here";
    const auto build = [] { capture({.words = {"sh", "-c", "sleep 0.2; echo '[1/2] Büilding x'; echo done"}}, 0.05); };
    EXPECT_EQ(on_terminal(80, "xterm", build), "[1/2] Büilding x\r\033[Kdone\r\n");
    EXPECT_EQ(on_terminal(80, "dumb", build), "[1/2] Büilding x\r\ndone\r\n");
}

}  // namespace
}  // namespace day
