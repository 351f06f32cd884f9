// `day counts`: what every line of every kernel asks of memory, on the CPU device.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/limit.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/pages/counts_picture.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/counted.h"

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

// A table whose last column is a remark; where the terminal is too narrow, it stands below its row.
std::string with_remarks(std::vector<std::vector<std::string>> rows) {
    std::string whole = table(rows, 0);
    const std::size_t width = std::size_t(screen_width());
    const std::vector<std::string> whole_lines = lines_of(whole);
    if (width == 0 || std::all_of(whole_lines.begin(), whole_lines.end(),
                                  [&](const std::string& line) { return columns_of(line) <= width; }))
        return whole;
    std::vector<std::string> remarks;
    for (std::vector<std::string>& row : rows) remarks.push_back(row.back()), row.pop_back();
    std::string text;
    const std::vector<std::string> lines = lines_of(table(rows, int(width)));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        text += lines[i] + "\n";
        if (!remarks[i].empty()) text += "      " + remarks[i] + "\n";
    }
    return text;
}

// Which days explain the counts, for the reader of a day before them.
std::string explaining_days(std::optional<int> day) {
    constexpr std::pair<int, const char*> DAYS[] = {{11, "sectors"}, {15, "bank conflicts"}, {21, "branches"}};
    std::vector<std::string> later;
    for (const auto& [number, what] : DAYS)
        if (day && *day < number) later.push_back(fmt::format("day {} {}", number, what));
    if (later.empty()) return "";
    return fmt::format("What is counted here is the subject of later days: {}. docs/counts.md explains it briefly.",
                       listed(later));
}

void print_kernel(const CountedKernel& kernel, const Target& target) {
    const bool once = kernel.launches == 1;
    fmt::print("\n{}",
               flow(fmt::format("{}, {}{} block{}{}: grid {}, block {}", kernel.name,
                                once ? "" : fmt::format("{} launches, ", with_commas(kernel.launches)),
                                with_commas(kernel.blocks), kernel.blocks == 1 ? "" : "s",
                                once ? "" : " in all; the last launch", shape(kernel.grid), shape(kernel.block))));
    const std::uint64_t distinct = kernel.bytes_read + kernel.bytes_written;
    if (distinct > 0)
        fmt::print("{}",
                   flow(fmt::format("reads {} different bytes and writes {}; its requests move {}: {:.2f} times as "
                                    "many",
                                    with_commas(kernel.bytes_read), with_commas(kernel.bytes_written),
                                    with_commas(kernel.bytes_moved), ratio(kernel.bytes_moved, distinct))));
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
    fmt::print("{}", with_remarks(rows));
}

// What a line moves, and how much of it is too much: sectors beyond those that hold so many bytes, passes that bank
// conflicts add. A pass serves 128 bytes, as four sectors do.
std::uint64_t moved(const CountedLine& line) { return std::max(line.sectors, 4 * line.wavefronts); }
std::uint64_t wasted(const CountedLine& line) {
    const std::uint64_t needed = std::max(line.requests, (line.asked + 31) / 32);
    return std::max(line.sectors > needed ? line.sectors - needed : 0, 4 * line.conflicts);
}

struct Drawn {
    const CountedKernel* kernel = nullptr;
    const CountedLine* line = nullptr;
};

// The line that is worth a picture: of all, or of those that are asked for, the one that wastes most; if none does,
// the one that moves most.
Drawn worst(const std::vector<CountedKernel>& kernels, const CountsOptions& options) {
    Drawn best;
    const auto weight = [](const CountedLine& line) { return std::pair(wasted(line), moved(line)); };
    for (const CountedKernel& kernel : kernels)
        for (const CountedLine& line : kernel.lines) {
            const bool meant = (options.line == 0 || line.line == options.line) &&
                               (options.array.empty() || line.array == options.array);
            if (!meant || line.is("branch") || line.is("constant")) continue;
            if (best.line == nullptr || weight(line) > weight(*best.line)) best = {&kernel, &line};
        }
    return best;
}

// Why there is no such line.
std::string why_not(const std::vector<CountedKernel>& kernels, const CountsOptions& options) {
    std::vector<std::string> arrays;
    for (const CountedKernel& kernel : kernels)
        for (const CountedLine& line : kernel.lines) {
            const bool is_new = std::find(arrays.begin(), arrays.end(), line.array) == arrays.end();
            if (is_new && !line.array.empty() && !line.is("constant")) arrays.push_back(line.array);
        }
    const bool known = std::find(arrays.begin(), arrays.end(), options.array) != arrays.end();
    if (!options.array.empty() && !known && !arrays.empty())
        return fmt::format("no access of {} was counted: the arrays are {}", options.array, listed(arrays));
    std::string text = "no access was counted";
    if (options.line != 0) text += fmt::format(" in line {}", options.line);
    if (!options.array.empty()) text += fmt::format(" of {}", options.array);
    return text +
           (options.line != 0 ? ": the table above lists the lines that have some" : ": there is nothing to draw");
}

}  // namespace

int counts(const Tree& tree, const CountsOptions& options) {
    const Target target = target_of(tree, options.target, options.extras);
    expect_place("--svg", options.picture);
    expect_place("--report", options.report);
    if (options.picture.empty() && (options.line != 0 || !options.array.empty()))
        throw Failure("--line and --array choose what --svg FILE draws: name the file too", 2);
    fmt::print("{}", flow(fmt::format("{} | CPU device, counts, no times", target.heading)));
    std::fflush(stdout);
    const fs::path binary = build(tree, target, Build::count);

    const fs::path file = tree.build / "counts" / (binary.filename().string() + ".jsonl");
    make_folder(file.parent_path());
    fs::remove(file);  // an old one must not answer for a program that dies early
    Command command{.words = {binary.string()}, .limit_s = IDLE * options.limit_s, .limit_cpu_s = options.limit_s};
    command.words.insert(command.words.end(), options.arguments.begin(), options.arguments.end());
    command.environment = {
        {"DAYBREAK_COUNTS", file.string()}, {"DAYBREAK_EXACT", "1"}, {"DAYBREAK_LEAKS", std::nullopt}};
    std::optional<Waiting> waiting("counting");
    const Outcome outcome = capture(command);
    waiting.reset();
    for (const std::string& line : lines_of(outcome.output))
        if (!line.starts_with("========= ERROR SUMMARY: 0 errors") && !is_last_word(line)) fmt::print("{}\n", line);

    const std::string named = named_with(target, options.extras), arguments = behind_dashes(options.arguments);
    const std::vector<CountedKernel> kernels = read_counts(file);
    for (const CountedKernel& kernel : kernels) print_kernel(kernel, target);
    if (const std::string explained = explaining_days(target.is_lesson() ? day_number(options.target) : std::nullopt);
        !explained.empty())
        fmt::print("\n{}", flow(explained));
    if (!options.report.empty()) write_file(options.report, fs::exists(file) ? read_file(file) : "");
    fmt::print("\n");
    if (outcome.timed_out)
        throw Failure(
            fmt::format("{}; nothing was counted: scripts/day check {} looks for the reason; if it only needs "
                        "longer: scripts/day counts {} --limit {}{}",
                        what_never_ended("the program", outcome, options.limit_s), named + arguments, named,
                        longer(options.limit_s), arguments));
    if (outcome.code() != 0) fmt::print("{} the program ended with {}\n", red("note:"), outcome.verdict());
    if (kernels.empty())
        throw Failure(fmt::format("{} ran no kernel: nothing was counted", target.heading),
                      outcome.code() ? outcome.code() : 1);

    const auto [kernel, line] = worst(kernels, options);
    if (options.picture.empty()) {
        const std::string which = line == nullptr ? "" : fmt::format(" --line {}", line->line);
        fmt::print("Next: scripts/day counts {} --svg counts.svg{}{}\n", named, which, arguments);
    } else {
        if (line == nullptr) throw Failure(why_not(kernels, options), 2);
        write_file(options.picture, counts_picture(*kernel, *line));
        fmt::print("{}", flow(fmt::format("wrote {}: {}, line {}{}", options.picture, kernel->name, line->line,
                                          line->array.empty() ? "" : ", " + line->array)));
        fmt::print("Next: scripts/day check {}{}\n", named, arguments);
    }
    return outcome.code();
}

}  // namespace day
