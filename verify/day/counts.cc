// `day counts`: what every line of every kernel asks of memory, on the CPU device.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "verify/day/build.h"
#include "verify/day/commands.h"
#include "verify/day/counted.h"
#include "verify/day/failure.h"
#include "verify/day/files.h"
#include "verify/day/process.h"
#include "verify/day/screen.h"

namespace day {
namespace {

std::string with_commas(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t i = std::ssize(digits) - 3; i > 0; i -= 3) digits.insert(std::size_t(i), ",");
    return digits;
}

double ratio(std::uint64_t a, std::uint64_t b) { return b == 0 ? 0.0 : double(a) / double(b); }

std::string percent(std::uint64_t a, std::uint64_t b) {
    const double value = 100.0 * ratio(a, b);
    return value > 0.0 && value < 1.0 ? "<1%" : fmt::format("{:.0f}%", value);
}

std::string shape(const std::array<unsigned, 3>& size) {
    if (size[2] > 1) return fmt::format("({}, {}, {})", size[0], size[1], size[2]);
    return size[1] > 1 ? fmt::format("({}, {})", size[0], size[1]) : fmt::format("{}", size[0]);
}

std::string per_request(const CountedLine& line) {
    if (line.is("global")) return fmt::format("{:.2f} sectors", ratio(line.sectors, line.requests));
    if (line.is("shared")) return fmt::format("{:.2f} passes", ratio(line.wavefronts, line.requests));
    if (line.is("constant")) return fmt::format("{:.2f} addresses", ratio(line.addresses, line.requests));
    return "";
}

std::string remarks(const CountedLine& line) {
    std::vector<std::string> all;
    if (line.is("branch"))
        all.push_back(line.divergent == 0 ? "never diverges"
                                          : fmt::format("diverges {} times ({})", with_commas(line.divergent),
                                                        percent(line.divergent, line.requests)));
    if (line.conflicts > 0) all.push_back(fmt::format("bank conflicts add {} passes", with_commas(line.conflicts)));
    if (line.is("atomic"))
        all.push_back(fmt::format("on one address at most {} lanes, {:.1f} on average", line.same_most,
                                  ratio(line.same, line.requests)));
    if (line.partial > 0) all.push_back(fmt::format("{} without all lanes", percent(line.partial, line.requests)));
    std::string text;
    for (const std::string& one : all) text += (text.empty() ? "" : "; ") + one;
    return text;
}

// Numbers stand right in their columns.
void align_right(std::vector<std::vector<std::string>>& rows, std::initializer_list<std::size_t> columns) {
    for (const std::size_t column : columns) {
        std::size_t width = 0;
        for (const auto& row : rows) width = std::max(width, row[column].size());
        for (auto& row : rows) row[column].insert(0, width - row[column].size(), ' ');
    }
}

std::string name_of_access(const CountedLine& line) {
    std::string name = line.access;
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

void print_kernel(const CountedKernel& kernel, const Target& target) {
    fmt::print("\n{}, {}{} block{}: grid {}, block {}\n", kernel.name,
               kernel.launches == 1 ? "" : fmt::format("{} launches, ", with_commas(kernel.launches)),
               with_commas(kernel.blocks), kernel.blocks == 1 ? "" : "s", shape(kernel.grid), shape(kernel.block));
    const std::uint64_t distinct = kernel.bytes_read + kernel.bytes_written;
    if (distinct > 0)
        fmt::print("reads {} different bytes and writes {}; its requests move {}: {:.2f} times as many\n",
                   with_commas(kernel.bytes_read), with_commas(kernel.bytes_written), with_commas(kernel.bytes_moved),
                   ratio(kernel.bytes_moved, distinct));
    std::vector<std::vector<std::string>> rows = {
        {"line", "access", "array", "size", "requests", "lanes", "per request", "asked", "moved", "used", ""}};
    for (const CountedLine& line : kernel.lines) {
        std::error_code ignored;
        const bool elsewhere = line.file != target.file && fs::weakly_canonical(line.file, ignored) != target.file &&
                               fs::path(line.file).filename() != target.file.filename();
        const std::string place = elsewhere ? fmt::format("{}:{}", fs::path(line.file).filename().string(), line.line)
                                            : std::to_string(line.line);
        const bool global = line.is("global"), access = !line.is("branch");
        rows.push_back({place, name_of_access(line), line.array, access ? std::to_string(line.bytes) : "",
                        with_commas(line.requests), fmt::format("{:.1f}", ratio(line.lanes, line.requests)),
                        per_request(line), access ? with_commas(line.asked) : "",
                        global ? with_commas(line.sectors * 32) : "",
                        global ? percent(line.asked, line.sectors * 32) : "", remarks(line)});
    }
    align_right(rows, {0, 3, 4, 5, 6, 7, 8, 9});
    fmt::print("{}", table(rows, 0));
}

// The line that is worth a picture: of those of `wanted`, or of all where that is 0, the one that moves most.
const CountedLine* most(const std::vector<CountedKernel>& kernels, int wanted, const CountedKernel*& its_kernel) {
    const CountedLine* best = nullptr;
    // A pass over the banks serves 128 bytes, as four sectors do.
    const auto weight = [&](const CountedLine& line) {
        return wanted != 0 ? std::pair(std::max(line.sectors, 4 * line.wavefronts), std::uint64_t{0})
                           : std::pair(line.sectors, line.wavefronts);
    };
    for (const CountedKernel& kernel : kernels)
        for (const CountedLine& line : kernel.lines) {
            if ((wanted != 0 && line.line != wanted) || line.is("branch") || line.is("constant")) continue;
            if (best != nullptr && weight(line) <= weight(*best)) continue;
            best = &line;
            its_kernel = &kernel;
        }
    return best;
}

}  // namespace

int counts(const Tree& tree, const CountsOptions& options) {
    const Target target = target_of(tree, options.target, options.extras);
    fmt::print("{} | CPU device, counts, no times\n", target.heading);
    std::fflush(stdout);
    const fs::path binary = build(tree, target, Build::count);

    const fs::path file = tree.build / "counts" / (binary.filename().string() + ".jsonl");
    make_folder(file.parent_path());
    fs::remove(file);  // an old one must not answer for a program that dies early
    Command command{.words = {binary.string()}};
    command.words.insert(command.words.end(), options.arguments.begin(), options.arguments.end());
    command.environment = {
        {"DAYBREAK_COUNTS", file.string()}, {"DAYBREAK_EXACT", "1"}, {"DAYBREAK_LEAKS", std::nullopt}};
    std::optional<Waiting> waiting("counting");
    const Outcome outcome = capture(command);
    waiting.reset();
    for (const std::string& line : lines_of(outcome.output))
        if (!line.starts_with("========= ERROR SUMMARY: 0 errors")) fmt::print("{}\n", line);

    const std::vector<CountedKernel> kernels = read_counts(file);
    for (const CountedKernel& kernel : kernels) print_kernel(kernel, target);
    if (!options.report.empty()) write_file(options.report, fs::exists(file) ? read_file(file) : "");
    fmt::print("\n");
    if (outcome.code() != 0) fmt::print("{} the program ended with {}\n", red("note:"), outcome.verdict());
    if (kernels.empty())
        throw Failure(fmt::format("{} ran no kernel: nothing was counted", target.heading),
                      outcome.code() ? outcome.code() : 1);

    const std::string named = quoted(target.named());
    if (options.picture.empty()) {
        const CountedKernel* kernel = nullptr;
        const CountedLine* line = most(kernels, 0, kernel);
        fmt::print("Next: scripts/day counts {} --svg counts.svg{}\n", named,
                   line == nullptr ? "" : fmt::format(" --line {}", line->line));
    } else {
        const CountedKernel* kernel = nullptr;
        const CountedLine* line = most(kernels, options.line, kernel);
        if (line == nullptr)
            throw Failure(
                options.line != 0
                    ? fmt::format("no access was counted in line {}: the table above lists the lines that have some",
                                  options.line)
                    : "no access was counted: there is nothing to draw",
                2);
        write_file(options.picture, counts_picture(*kernel, *line));
        fmt::print("wrote {}: {}, line {}\n", options.picture, kernel->name, line->line);
        fmt::print("Next: scripts/day check {}\n", named);
    }
    return outcome.code();
}

}  // namespace day
