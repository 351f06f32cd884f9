#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "verify/day/base/failure.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/own_copy.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/writing.h"

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

// A file that is watched, and what is done when it is saved.
struct Watched {
    fs::path file;
    std::string command;  // that does the same by hand
    std::function<void()> run;
    State known = state_of(file);

    bool was_saved() const {
        const State now = state_of(file);
        return now != known && now != State{};
    }
};

// The lesson's program, and the learner's copies of it.
std::vector<Watched> watched_of(const Tree& tree, const Lesson& lesson) {
    const std::string number = fmt::format("{}", lesson.number);
    std::vector<Watched> all;
    all.push_back({lesson.program, fmt::format("run {} --all-gates", number), [&tree, number] {
                       RunOptions options;
                       options.target = number;
                       options.arguments = {"--all-gates"};
                       run_program(tree, options);
                   }});
    all.push_back({copies_folder() / "try" / slug_of(lesson) / lesson.program.filename(),
                   fmt::format("try {} --run", number),
                   [&tree, number] { try_own(tree, {.day = number, .run = true}); }});
    for (const KernelTask& kernel : readable_kernels(tree, lesson))
        all.push_back({copy_of(lesson, kernel), fmt::format("write {} {} --run", number, kernel.name),
                       [&tree, number, name = kernel.name] {
                           write_kernel(tree, {.day = number, .kernel = name, .run = true});
                       }});
    return all;
}

// Runs it and says what it was that failed, as the command itself would. Whether to go on.
bool run_once(const Watched& one) {
    try {
        one.run();
    } catch (const Failure& failure) {
        print_failure(failure.what());
    }
    return !was_interrupted();
}

}  // namespace

int watch(const Tree& tree, const std::string& day, const std::function<bool()>& stop) {
    const Lesson lesson = lesson_named(tree, day);
    std::vector<Watched> files = watched_of(tree, lesson);
    fmt::print("{}{}", flow(lesson.heading()), flow("Save one of these, and it runs; Ctrl-C ends. By hand:"));
    for (const Watched& one : files)
        if (one.known != State{})
            fmt::print("{}",
                       flow(fmt::format("{}:1 (scripts/day {})", clickable(tree, one.file), one.command), 8, "    "));
    std::fflush(stdout);
    bool go_on = true;
    std::string last = files[0].command;
    while (go_on && !stop()) {
        std::this_thread::sleep_for(PAUSE);
        for (Watched& one : files) {
            if (!go_on || !one.was_saved()) continue;
            State now = state_of(one.file);
            for (State before{}; before != now; now = state_of(one.file)) {  // until the editor is done
                before = now;
                std::this_thread::sleep_for(PAUSE / 2);
            }
            one.known = now;
            fmt::print("\n---- {} was saved ----\n", clickable(tree, one.file));
            const EndsWhen saved_again(
                [&] {
                    return std::any_of(files.begin(), files.end(), [](const Watched& any) { return any.was_saved(); });
                },
                "ended: the file was saved");
            go_on = run_once(one);
            last = one.command;
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
