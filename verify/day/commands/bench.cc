#include <fmt/format.h>

#include <cstdio>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/measured/measurement.h"
#include "verify/day/trial/build.h"

namespace day {

int bench(const Tree& tree, const BenchOptions& options) {
    const Lesson lesson = lesson_named(tree, options.day);
    const Target target{lesson, lesson.program, lesson.heading()};
    if (!is_measured(read_file(lesson.program)))
        throw Failure(fmt::format("day {} claims nothing about speed and has no Measure section: scripts/day run {} "
                                  "runs it",
                                  lesson.number, lesson.number),
                      2);
    expect_place("--report", options.report);
    std::string why;
    const std::optional<Gpu> gpu = find_gpu(&why);
    if (!gpu)
        throw Failure(fmt::format("day {} is not measured: {}, and on the CPU device times mean nothing (scripts/day "
                                  "run {} runs it there)",
                                  lesson.number, why, lesson.number),
                      NO_SUITABLE_DEVICE);
    const Choice choice = choose_device(Device::gpu, false);
    expect_device(tree, lesson, choice);
    fmt::print("{}", flow(run_heading(target.heading, choice)));
    std::fflush(stdout);

    Command command{.words = {build(tree, target, Build::bench).string(), "--bench"}};
    if (!options.report.empty()) {
        command.words.emplace_back("--report");
        command.words.push_back(options.report);
    }
    const Outcome outcome = run_shown(command);
    if (outcome.signal) throw Failure(fmt::format("the program was killed by {}", outcome.verdict()), outcome.code());
    return outcome.code();
}

}  // namespace day
