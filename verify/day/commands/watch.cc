#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "verify/day/base/failure.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/screens.h"

namespace day {
namespace {

constexpr std::chrono::milliseconds PAUSE(200);

// What changes when a file is saved; an editor may remove it for a moment.
using State = std::pair<std::uintmax_t, fs::file_time_type>;
State state_of(const fs::path& file) {
    std::error_code none;
    const auto size = fs::file_size(file, none);
    if (none) return {};
    return {size, fs::last_write_time(file, none)};
}

volatile sig_atomic_t interrupted = 0;

// Runs one of the two and says what it was that failed, as the command itself would. Whether to go on.
bool run_once(const Tree& tree, const Lesson& lesson, bool copy) {
    try {
        const std::string number = fmt::format("{}", lesson.number);
        RunOptions options;
        options.target = number;
        options.arguments = {"--all-gates"};
        copy ? try_own(tree, {.day = number, .run = true}) : run_program(tree, options);
    } catch (const Failure& failure) {
        print_failure(failure.what());
    }
    return !was_interrupted();
}

}  // namespace

int watch(const Tree& tree, const std::string& day, const std::function<bool()>& stop) {
    const Lesson lesson = lesson_named(tree, day);
    const fs::path files[] = {lesson.program, copies_folder() / "try" / slug_of(lesson) / lesson.program.filename()};
    const std::string commands[] = {fmt::format("run {} --all-gates", lesson.number),
                                    fmt::format("try {} --run", lesson.number)};
    State known[] = {state_of(files[0]), state_of(files[1])};
    const auto was_saved = [&](int i) {
        const State now = state_of(files[i]);
        return now != known[i] && now != State{};
    };
    fmt::print("{}{}", flow(lesson.heading()), flow("Save one of these, and it runs; Ctrl-C ends. By hand:"));
    for (int i = 0; i < 2; ++i)
        if (known[i] != State{})
            fmt::print("{}",
                       flow(fmt::format("{}:1 (scripts/day {})", clickable(tree, files[i]), commands[i]), 8, "    "));
    std::fflush(stdout);
    bool go_on = true;
    std::string last = commands[0];
    while (go_on && !stop()) {
        std::this_thread::sleep_for(PAUSE);
        for (int i = 0; go_on && i < 2; ++i) {
            if (!was_saved(i)) continue;
            State now = state_of(files[i]);
            for (State before{}; before != now; now = state_of(files[i])) {  // until the editor is done
                before = now;
                std::this_thread::sleep_for(PAUSE / 2);
            }
            known[i] = now;
            fmt::print("\n---- {} was saved ----\n", clickable(tree, files[i]));
            const EndsWhen saved_again([&] { return was_saved(0) || was_saved(1); }, "ended: the file was saved");
            go_on = run_once(tree, lesson, i == 1);
            last = commands[i];
            std::fflush(stdout);
        }
    }
    fmt::print("\n");
    print_next(last);
    return 0;
}

int watch_until_interrupted(const Tree& tree, const std::string& day) {
    interrupted = 0;
    struct sigaction action {
    }, former{};
    action.sa_handler = [](int) { interrupted = 1; };
    sigaction(SIGINT, &action, &former);
    watch(tree, day, [] { return interrupted != 0; });
    sigaction(SIGINT, &former, nullptr);
    return 128 + SIGINT;
}

}  // namespace day
