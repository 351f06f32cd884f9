#include "verify/day/course/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"

namespace day {
namespace {

// Without terminal control sequences: ESC [ parameters letter.
std::string without_escapes(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\033') {
            plain += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == '[') {
            for (i += 2; i < text.size() && !(text[i] >= '@' && text[i] <= '~');) ++i;
        }
    }
    return plain;
}

}  // namespace

std::string Evidence::value(const std::string& key) const {
    for (const auto& [name, value] : header)
        if (name == key) return value;
    return "";
}

const Section* Evidence::section(const std::string& name) const {
    for (const Section& section : sections)
        if (section.name == name) return &section;
    return nullptr;
}

std::string Evidence::text() const {
    std::string text;
    for (const auto& [name, value] : header) text += fmt::format("{}: {}\n", name, value);
    for (const Section& section : sections)
        text += fmt::format("\n[{}]\n$ {}\n{}{}\n", section.name, section.command, section.output, section.ending);
    return text;
}

Evidence parse_evidence(std::string_view text, const std::string& name) {
    Evidence evidence;
    const std::vector<std::string> lines = lines_of(text);
    std::size_t i = 0;
    for (; i < lines.size() && !lines[i].empty(); ++i) {
        const std::size_t colon = lines[i].find(": ");
        if (colon == std::string::npos)
            throw Failure(fmt::format("{}:{}: no `key: value` line: record it again with scripts/record", name, i + 1));
        evidence.header.emplace_back(lines[i].substr(0, colon), lines[i].substr(colon + 2));
    }
    // A section starts at `[name]`, after an empty line and before `$ command`; its last line is how it ended.
    const auto starts = [&](std::size_t k) {
        return k + 2 < lines.size() && lines[k].empty() && lines[k + 1].starts_with("[") &&
               lines[k + 1].ends_with("]") && lines[k + 2].starts_with("$ ");
    };
    while (i < lines.size()) {
        if (!starts(i))
            throw Failure(fmt::format("{}:{}: no [section]: record it again with scripts/record", name, i + 1));
        Section section{lines[i + 1].substr(1, lines[i + 1].size() - 2), lines[i + 2].substr(2), "", ""};
        std::size_t end = i + 3;
        while (end < lines.size() && !starts(end)) ++end;
        for (std::size_t k = i + 3; k + 1 < end; ++k) section.output += lines[k] + "\n";
        if (end > i + 3) section.ending = lines[end - 1];
        evidence.sections.push_back(std::move(section));
        i = end;
    }
    return evidence;
}

std::vector<Recorded> recorded(const Lesson& lesson, const std::string& hash, const std::string& breaks) {
    std::vector<Recorded> all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(lesson.folder / "evidence", none)) {
        if (entry.path().extension() != ".txt" || entry.path().filename().string().starts_with(".")) continue;
        const Evidence evidence = parse_evidence(read_file(entry.path()), entry.path().string());
        const std::string verdict = evidence.value("verdict");
        const bool has_breaks = std::any_of(evidence.sections.begin(), evidence.sections.end(),
                                            [](const Section& section) { return section.name.starts_with("break "); });
        all.push_back({entry.path().stem().string(), verdict.substr(0, verdict.find_first_of(" ,:")),
                       evidence.value("sha256") != hash ||
                           ((has_breaks || !evidence.value("breaks").empty()) && evidence.value("breaks") != breaks)});
    }
    std::sort(all.begin(), all.end(), [](const Recorded& a, const Recorded& b) {
        return std::pair(a.device != "cpu", a.device) < std::pair(b.device != "cpu", b.device);
    });
    return all;
}

std::vector<std::string> sha256_of(const std::vector<fs::path>& files) {
    std::vector<std::string> hashes;
    if (files.empty()) return hashes;
    Command command{.words = {"sha256sum", "--"}};
    for (const fs::path& file : files) command.words.push_back(file.string());
    const Outcome outcome = capture(command);
    for (const std::string& line : lines_of(outcome.output)) hashes.push_back(line.substr(0, line.find(' ')));
    if (!outcome.good() || hashes.size() != files.size())
        throw Failure(fmt::format("cannot read the sources: {}", trimmed(outcome.output)));
    return hashes;
}

std::string recordable(std::string_view output) {
    constexpr std::size_t FIRST = 300, LAST = 100;  // lines that are kept of a very long output
    std::vector<std::string> lines = lines_of(without_escapes(output));
    for (std::string& line : lines) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (const std::size_t over = line.rfind('\r'); over != std::string::npos) line.erase(0, over + 1);
    }
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines.size() > FIRST + LAST && i == FIRST) {
            text += fmt::format("... {} lines left out ...\n", lines.size() - FIRST - LAST);
            i = lines.size() - LAST;
        }
        text += lines[i] + "\n";
    }
    return text;
}

}  // namespace day
