#include <fmt/format.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "verify/day/base/failure.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/trial/build.h"

namespace day {
namespace {

constexpr int CUDA_ERROR = 3;  // exit code of a lesson

}  // namespace

std::string run_heading(const std::string& heading, const Choice& choice) {
    return fmt::format("{} | {}", heading, choice.text());
}

int run_program(const Tree& tree, const RunOptions& options) {
    const Target target = target_of(tree, options.target, options.extras);
    const Choice choice = choose_device(options.device, !options.order.empty());
    if (target.is_lesson()) expect_device(tree, target.lesson, choice);
    fmt::print("{}", flow(run_heading(target.heading, choice)));
    std::fflush(stdout);

    Command command{.words = {build(tree, target, build_for(choice.device)).string()}};
    command.words.insert(command.words.end(), options.arguments.begin(), options.arguments.end());
    if (!options.order.empty()) command.environment["DAYBREAK_ORDER"] = options.order;
    const Outcome outcome = run_shown(command);

    if (outcome.interrupted) {
        fmt::print(stderr, "day: interrupted: {} ended with {}\n", target.heading, outcome.verdict());
        return outcome.good() ? 128 + SIGINT : outcome.code();
    }
    const bool ended = target.is_lesson() && outcome.signal == 0;
    if (ended && outcome.exit == CUDA_ERROR)
        fmt::print(stderr, "day: a CUDA call failed; scripts/day doctor looks at the machine\n");
    else if (ended && outcome.exit <= 1 && isatty(STDOUT_FILENO))  // what is piped is the program's own
        fmt::print(stderr, "Next: scripts/day {} {}\n", outcome.exit == 0 ? "show" : "check", target.lesson.number);
    if (outcome.signal == SIGPIPE) return outcome.code();  // `| head` has read enough
    const bool by_itself = outcome.signal == SIGSEGV || outcome.signal == SIGABRT || outcome.signal == SIGBUS ||
                           outcome.signal == SIGFPE || outcome.signal == SIGILL;
    if (outcome.signal)
        throw Failure(
            fmt::format("the program was killed by {}{}", outcome.verdict(),
                        by_itself ? fmt::format("; what is wrong with it, and where: scripts/day check {}{}",
                                                named_with(target, options.extras), behind_dashes(options.arguments))
                                  : ""),
            outcome.code());
    return outcome.code();
}

}  // namespace day
