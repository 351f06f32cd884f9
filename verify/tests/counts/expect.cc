// Runs a program of the count build in three thread orders and compares what was counted with the `// expect:` lines of
// its source.
//
//     counts_expect SOURCE.cu PROGRAM
#include <fmt/format.h>

#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/trial/counted.h"

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::vector<day::ExpectedCount> expected = day::expected_counts(day::read_file(argv[1]));
    int wrong = expected.empty();
    for (const char* order : {"forward", "reverse", "random:1"}) {
        const std::string file = std::string(argv[2]) + ".jsonl";
        day::fs::remove(file);
        day::Command command{.words = {argv[2]}};
        command.environment = {{"DAYBREAK_COUNTS", file}, {"DAYBREAK_ORDER", order}};
        const day::Outcome outcome = day::capture(command);
        if (!outcome.good()) fmt::print("{}: {}\n{}", order, outcome.verdict(), outcome.output), ++wrong;
        const std::vector<day::CountedKernel> kernels = day::read_counts(file);
        for (const day::ExpectedCount& one : expected) {
            const auto got = day::counted(kernels, one);
            if (got == one.value) continue;
            fmt::print("{}: {} {} {}: expected {}, counted {}\n", order, one.kernel, one.access, one.quantity,
                       one.value, got ? std::to_string(*got) : "nothing");
            ++wrong;
        }
    }
    fmt::print("{} expectations: {}\n", expected.size(), wrong == 0 ? "all hold in three orders" : "see above");
    return wrong != 0;
}
