#include "verify/day/trial/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <nlohmann/json.hpp>

#include "verify/day/base/files.h"

namespace day {

std::vector<Check> read_report(const std::filesystem::path& file) {
    std::vector<Check> checks;
    if (!std::filesystem::exists(file)) return checks;
    for (const std::string& line : lines_of(read_file(file))) {
        const nlohmann::json row = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!row.is_object()) continue;
        const auto text = [&](const char* key) {
            const auto field = row.find(key);
            return field != row.end() && field->is_string() ? field->get<std::string>() : std::string();
        };
        const auto used = row.find("used");  // a string is "nan" or "inf"; null: nothing was compared
        const bool measured = used != row.end() && used->is_number();
        const bool failed = text("verdict") == "fail";
        // A gate that fails for another reason than an element (vacuous, wrong shape) has no percentage.
        const bool by_element = measured && (!failed || row.contains("bad"));
        const bool beyond = !by_element && (failed || (used != row.end() && used->is_string()));
        checks.push_back({text("case"), text("gate"), text("verdict"), text("kind"),
                          beyond     ? std::numeric_limits<double>::infinity()
                          : measured ? used->get<double>()
                                     : 0.0,
                          row.contains("shape") ? row["shape"].dump() : "",
                          row.contains("sees") ? row["sees"].dump() : ""});
    }
    return checks;
}

std::string contradiction(const std::vector<Check>& checks, const std::string& output) {
    // case, gate, shape, max error, used, sees, verdict: parted by two blanks or more
    std::vector<std::array<std::string, 3>> printed;
    for (const std::string& line : lines_of(output)) {
        std::vector<std::string> columns;
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t end = std::min(line.find("  ", at), line.size());
            if (end > at) columns.push_back(line.substr(at, end - at));
            at = std::max(end, at + 1);
            while (at < line.size() && line[at] == ' ') ++at;
        }
        if (columns.size() < 7 || line.starts_with(' ') || (columns[2][0] != '[' && columns[2] != "-")) continue;
        std::string verdict = columns[6];
        for (char& c : verdict) c = char(std::tolower(static_cast<unsigned char>(c)));
        if (verdict == "pass" || verdict == "fail" || verdict == "n/a")
            printed.push_back({columns[0] == "-" ? "" : columns[0], columns[1], verdict});
    }
    if (printed.size() != checks.size())
        return fmt::format("its report has {} checks, and its table {}", checks.size(), printed.size());
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (printed[i] != std::array{checks[i].case_name, checks[i].gate, checks[i].verdict})
            return fmt::format("its report says {} of {} (case {}), and its table {} of {} (case {})",
                               checks[i].verdict, checks[i].gate, checks[i].case_name, printed[i][2], printed[i][1],
                               printed[i][0]);
    return "";
}

namespace {

std::vector<Finding> read_either(const std::filesystem::path& file, bool advice) {
    std::vector<Finding> findings;
    if (!std::filesystem::exists(file)) return findings;
    for (const std::string& line : lines_of(read_file(file))) {
        const nlohmann::json row = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!row.is_object() || row.value("advice", false) != advice) continue;
        const auto text = [&](const char* key) { return row.value(key, std::string()); };
        const auto side = [](const nlohmann::json& access) {
            return access.value("file", std::string()) + ":" + std::to_string(access.value("line", 0));
        };
        // A race is the same from either side.
        std::string here = side(row), there = row.contains("other") ? side(row["other"]) : "";
        if (there < here) std::swap(here, there);
        std::string place = text("kind");
        for (const std::string& part : {text("array"), here, there}) place.append(" ").append(part);
        findings.push_back({text("tool"), text("kind"), text("text"), place, line, row.value("count", 1L)});
        for (const nlohmann::json* access : {&row, row.contains("other") ? &row["other"] : nullptr})
            if (access && access->is_object() && access->contains("line"))
                findings.back().lines.emplace_back(access->value("file", std::string()), access->value("line", 0));
    }
    sort_findings(findings);
    return findings;
}

}  // namespace

std::vector<Finding> read_findings(const std::filesystem::path& file) { return read_either(file, false); }
std::vector<Finding> read_advice(const std::filesystem::path& file) { return read_either(file, true); }

std::string checker_of(const std::string& word) { return (word == "memory" ? "mem" : word) + "check"; }

std::string finding_word(const Finding& finding) {
    // memcheck's as well, as compute-sanitizer has it, but no access was bad: nobody would call these memory.
    if (finding.kind == "unchecked-launch" || finding.kind == "leak") return finding.kind;
    for (const char* word : FINDINGS)
        if (finding.tool == checker_of(word)) return word;
    return finding.kind;
}

std::vector<std::string> finding_words(const std::vector<Finding>& findings) {
    std::vector<std::string> words;
    for (const Finding& finding : findings)
        if (const std::string word = finding_word(finding); std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(word);
    return words;
}

void sort_findings(std::vector<Finding>& findings) {
    const auto rank = [](const Finding& finding) {
        return std::find(std::begin(FINDINGS), std::end(FINDINGS), finding_word(finding)) - std::begin(FINDINGS);
    };
    std::stable_sort(findings.begin(), findings.end(),
                     [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
}

std::vector<std::string> failed_gates(const std::vector<Check>& checks) {
    std::vector<std::string> gates;
    for (const Check& check : checks)
        if (check.verdict == "fail" && std::find(gates.begin(), gates.end(), check.gate) == gates.end())
            gates.push_back(check.gate);
    return gates;
}

}  // namespace day
