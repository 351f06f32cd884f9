#include "verify/day/measured/performance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "verify/day/base/failure.h"
#include "verify/day/measured/charts.h"
#include "verify/day/measured/measurement.h"

namespace day {
namespace {

// What one device measured of one lesson.
struct Of {
    Lesson lesson;
    Measurement measurement;
};

std::map<std::string, std::vector<Of>> by_device(const Tree& tree) {
    std::map<std::string, std::vector<Of>> all;
    for (const Lesson& lesson : lessons_of(tree))
        if (lesson.problem.empty())
            for (auto& [device, measurement] : measurements_of(tree, lesson))
                all[device].push_back({lesson, std::move(measurement)});
    return all;
}

std::string rate_text(const MeasuredRow& row) {
    if (!row.per_s()) return "-";
    return fmt::format("{:.3g} {}", *row.per_s() / 1e12, row.unit == "flops" ? "TFLOP/s" : "TB/s");
}

std::string share_text(const MeasuredRow& row) {
    return row.share ? fmt::format("{:.1f} % of {}", 100 * *row.share, row.ceiling) : "-";
}

std::string ratio_text(const MeasuredRow& row) {
    if (row.ratio && row.low && row.high)
        return fmt::format("{:.3f} ({:.3f} to {:.3f}){}", *row.ratio, *row.low, *row.high,
                           row.verdict != "ok" ? ", " + row.verdict
                           : *row.high < 1.0   ? ", **slower**"
                                               : "");
    return row.why.empty() ? "-" : fmt::format("{}: {}", row.verdict, row.why);
}

// Over the sizes that are one number, of a kernel beside a library: the worst speedup and the geometric mean; "" for
// fewer than three.
std::string sweep_text(const std::vector<MeasuredRow>& rows, const std::string& kernel, const std::string& library) {
    double worst = 0.0, logarithms = 0.0;
    std::string first, last;
    int count = 0;
    for (const MeasuredRow& row : rows) {
        if (row.kernel != kernel || row.library != library || !row.ratio || !size_of(row)) continue;
        worst = count == 0 ? *row.ratio : std::min(worst, *row.ratio);
        logarithms += std::log(*row.ratio);
        if (count++ == 0) first = row.problem;
        last = row.problem;
    }
    if (count < 3) return "";
    return fmt::format("| {} to {} | | | {} | worst {:.3f}, geometric mean {:.3f} |", first, last, library, worst,
                       std::exp(logarithms / count));
}

std::string day_link(const Lesson& lesson, const fs::path& beside) {
    return fmt::format("[{}]({}/)", lesson.number, lesson.folder.lexically_relative(beside).string());
}

// "", " (stale)": of the program that was measured.
std::string age_text(Contents& now, const Of& of) {
    const Age age = validity_of(now, of.lesson, as_evidence(of.measurement), false).age;
    return age == Age::current ? "" : fmt::format(" ({})", age_words(age));
}

std::string setting_of(const Of& of) {
    const Measurement& m = of.measurement;
    return fmt::format("{}, driver {}, {}, {}", m.value("device"), m.value("driver"), m.value("toolkit"),
                       m.value("date"));
}

}  // namespace

std::string performance_table(Contents& now, const fs::path& beside) {
    std::string text;
    for (const auto& [device, lessons] : by_device(now.tree())) {
        std::set<std::string> settings, libraries;
        for (const Of& of : lessons) {
            settings.insert(setting_of(of));
            for (const MeasuredRow& row : of.measurement.rows)
                if (!row.settings.empty()) libraries.insert(row.library + " " + row.settings);
        }
        text += fmt::format("## {}\n\n{}. Beside {}.\n\n", device, fmt::join(settings, "; "),
                            libraries.empty() ? "nothing" : fmt::format("{}", fmt::join(libraries, "; ")));
        text +=
            "| day | kernel | problem | ours | share | beside | speedup (5 to 95 %) |\n"
            "|---:|---|---|---:|---:|---|---|\n";
        for (const Of& of : lessons) {
            std::set<std::pair<std::string, std::string>> pairs;
            for (const MeasuredRow& row : of.measurement.rows) {
                text += fmt::format("| {}{} | `{}` | {} | {} | {} | {} | {} |\n", day_link(of.lesson, beside),
                                    age_text(now, of), row.kernel, row.problem, rate_text(row), share_text(row),
                                    row.library.empty() ? "-" : row.library, ratio_text(row));
                pairs.emplace(row.kernel, row.library);
            }
            for (const auto& [kernel, library] : pairs)
                if (const std::string sweep = sweep_text(of.measurement.rows, kernel, library); !sweep.empty())
                    text += fmt::format("| {} | `{}` {}\n", day_link(of.lesson, beside), kernel, sweep);
        }
        text += "\n";
    }
    return text.empty() ? "Nothing is measured yet.\n" : text;
}

std::string ladder_table(Contents& now, const std::string& words, const fs::path& beside) {
    std::istringstream in(words);
    int first = 0, last = 0;
    char dash = ' ';
    std::string problem, rest;
    if (!(in >> first >> dash >> last >> problem) || dash != '-' || (in >> rest))
        throw Failure(fmt::format("the ladder `{}` names no days and problem, as in `42-50 4096`", words));
    std::string text;
    for (const auto& [device, lessons] : by_device(now.tree())) {
        std::string rows;
        for (const Of& of : lessons)
            for (const MeasuredRow& row : of.measurement.rows)
                if (of.lesson.number >= first && of.lesson.number <= last && row.problem == problem &&
                    !row.library.empty() && row.unit == "flops" && row.ceiling == "fp32 FMA" &&
                    row.library.starts_with("cublas"))
                    rows += fmt::format("| {}{} | `{}` | {} | {} | {} |\n", day_link(of.lesson, beside),
                                        age_text(now, of), row.kernel, rate_text(row), share_text(row),
                                        row.ratio ? fmt::format("{:.1f} %", 100 * *row.ratio) : "-");
        if (rows.empty()) continue;
        text += fmt::format("| day | kernel ({}) | rate | share | of cuBLAS |\n|---:|---|---:|---:|---:|\n{}", device,
                            rows);
    }
    if (text.empty()) throw Failure(fmt::format("nothing is measured of `{}`", words));
    return text;
}

std::vector<Chart> charts_of(const Tree& tree) {
    std::vector<Chart> charts;
    for (const auto& [device, lessons] : by_device(tree)) {
        std::vector<std::string> names;
        std::vector<MeasuredRow> all;
        for (const Of& of : lessons) {
            const std::string sweep = sweep_script(of.measurement.rows);
            const bool is_only = measurements_of(tree, of.lesson).size() == 1;
            if (!sweep.empty())
                charts.push_back(
                    {of.lesson.folder / (is_only ? "measured.svg" : "measured-" + device + ".svg"), sweep});
            // The largest problem of each kernel stands for it.
            std::map<std::string, const MeasuredRow*> largest;
            for (const MeasuredRow& row : of.measurement.rows) {
                const MeasuredRow*& best = largest[row.kernel];
                if (!best || row.amount > best->amount) best = &row;
            }
            for (const auto& [kernel, row] : largest) {
                names.push_back(fmt::format("day {} {}, {}", of.lesson.number, kernel, row->problem));
                all.push_back(*row);
            }
        }
        const std::string name = lessons[0].measurement.value("device");
        if (const std::string roofline = roofline_script(name, names, all); !roofline.empty())
            charts.push_back({tree.source / "docs" / fmt::format("roofline-{}.svg", device), roofline});
    }
    return charts;
}

}  // namespace day
