#include <csignal>

#include "verify/day/commands/commands.h"

int main(int argc, char** argv) {
    // `day list | head -1` ends quietly, even where the program that started this one ignores the signal.
    std::signal(SIGPIPE, SIG_DFL);
    return day::day_main({argv + 1, argv + argc});
}
