#include "verify/day/exercise/screens.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "verify/day/base/diff.h"
#include "verify/day/base/files.h"
#include "verify/day/base/screen.h"
#include "verify/day/course/regions.h"

namespace day {

std::vector<std::string> broken_lines(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    std::vector<std::string> lines =
        lines_of(broken(read_file(lesson.program), exercise, tree.shown(lesson.breaks()), tree.shown(lesson.program)));
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("#line "); });
    return lines;
}

std::string diff_screen(const Tree& tree, const Lesson& lesson, const std::vector<std::string>& after) {
    const std::string source = read_file(lesson.program);
    return unified(lines_of(source), after, clickable(tree, lesson.program),
                   [&](int line) { return function_at(source, line); });
}

std::string clickable(const Tree& tree, const fs::path& path) {
    std::error_code none;
    return fs::equivalent(".", tree.source, none) ? tree.shown(path) : path.string();
}

std::string percent_text(double percent) {
    if (!std::isfinite(percent)) return "beyond all";
    return percent < 99999.5 ? fmt::format("{:.1f}%", percent) : fmt::format("{:.1e}%", percent);
}

std::string place_of(const Lesson& lesson, const std::vector<Finding>& findings, const std::string& word) {
    for (const Finding& finding : findings) {
        if (finding_word(finding) != word) continue;
        std::istringstream parts(finding.place);
        std::string place, last = lesson.program.filename().string();
        std::vector<std::string> named;
        for (std::string part; parts >> part;) {
            const std::size_t colon = part.rfind(':');
            if (colon == part.npos || colon == 0 || in(named, part)) continue;
            named.push_back(part);
            const std::string file = fs::path(part.substr(0, colon)).filename().string();
            const std::string line = part.substr(colon + 1);
            place += file != last    ? fmt::format("{}{}:{}", place.empty() ? "" : ", ", file, line)
                     : place.empty() ? "line " + line
                                     : ", " + line;
            last = file;
        }
        return place;
    }
    return "";
}

std::string findings_text(const Tree& tree, const std::vector<Finding>& findings) {
    std::string text;
    for (const std::string& word : finding_words(findings))
        for (const Finding& finding : findings) {
            if (finding_word(finding) != word) continue;
            const nlohmann::json row = nlohmann::json::parse(finding.json, nullptr, /*allow_exceptions=*/false);
            if (!row.is_object()) break;
            const fs::path file = row.value("file", std::string());
            const std::string where =
                file.empty() ? word
                             : fmt::format("{}:{}", clickable(tree, file.is_absolute() ? file : tree.source / file),
                                           row.value("line", 0));
            text += prose(fmt::format("{}: {}", where, row.value("plain", row.value("message", std::string()))));
            break;
        }
    return text;
}

std::string hints_text(const std::vector<std::string>& hints, int shown) {
    std::string text;
    for (int i = 0; i < shown; ++i) text += prose(hints[i], 4, fmt::format("{:>2}. ", i + 1));
    const bool more = shown < int(hints.size());
    return text + "\n" +
           prose(fmt::format("Hint {} of {}{}", shown, hints.size(),
                             more ? "; the same command gives the next one." : ": there is no other."));
}

std::string first_error(const Trial& trial) {
    for (const std::string& line : lines_of(trial.log))
        if (line.find("error") != line.npos) return line;
    return "";
}

std::vector<std::vector<std::string>> trial_rows(const Lesson& lesson, const Trial& plain,
                                                 const std::optional<Trial>& checked, bool places) {
    std::vector<std::vector<std::string>> rows = {{"", "it did", "of what is allowed", "where"}};
    for (const std::string& name : declared_gates(read_file(lesson.program))) {
        const GateResult* gate = plain.gate(name);
        const bool measured = gate && gate->verdict != "n/a" && !gate->case_name.empty();
        const std::string verdict = !gate ? "not reached" : gate->failed ? red("FAIL") : gate->verdict;
        rows.push_back({name, verdict, measured ? fmt::format("{:>10}", percent_text(gate->percent)) : "",
                        measured && gate->failed ? "case " + gate->case_name : ""});
    }
    if (checked)
        for (const std::string& word : finding_words(checked->findings))
            rows.push_back(
                {word, red("found"), "", places ? place_of(lesson, checked->findings, word) : "by the checker"});
    if (plain.end != Trial::End::ran) rows.push_back({end_word(plain.end), red(plain.ending), "", ""});
    return rows;
}

}  // namespace day
