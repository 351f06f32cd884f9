#include "verify/day/course/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"
#include "verify/day/course/catalogue.h"

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

constexpr std::string_view CHECKSUM = "checksum: ";

// Takes the line of the checksum off `text`: does it hold? None when there is no such line.
std::optional<bool> take_checksum(std::string_view& text) {
    if (!text.starts_with(CHECKSUM)) return std::nullopt;
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line.substr(CHECKSUM.size()) == hash_text(text);
}

// The evidence files of a lesson, the CPU device's first.
std::vector<fs::path> files_of(const Lesson& lesson) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(lesson.folder / "evidence", none))
        if (entry.path().extension() == ".txt" && !entry.path().filename().string().starts_with("."))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
        return std::pair(a.stem() != "cpu", a) < std::pair(b.stem() != "cpu", b);
    });
    return files;
}

bool speaks_of_breaks(const Evidence& evidence) {
    return !evidence.value("breaks").empty() ||
           std::any_of(evidence.sections.begin(), evidence.sections.end(),
                       [](const Section& section) { return section.name.starts_with("break "); });
}

constexpr std::string_view FAILS = "fails: ", NO_GATE = "nothing";

// What fails_line wrote into a break's section; none where nothing was run.
std::vector<std::string> failed_gates_of(const Section& section) {
    std::vector<std::string> gates;
    std::string_view line = std::string_view(section.output).substr(0, section.output.find('\n'));
    if (!line.starts_with(FAILS) || line.substr(FAILS.size()) == NO_GATE) return gates;
    for (line.remove_prefix(FAILS.size() - 2); !line.empty();) {
        line.remove_prefix(2);
        const std::size_t end = std::min(line.size(), line.find(", "));
        gates.emplace_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return gates;
}

// Why the headers or the CPU device are not those that it was recorded with; "" when they are.
std::string why_older(Contents& now, const Evidence& evidence) {
    bool names_any = false;
    for (const auto& [key, value] : evidence.header) {
        if (key == "cpu-device" && value != now.cpu_device()) return "recorded before the CPU device changed";
        if (key != "read") continue;
        names_any = true;
        const std::size_t blank = value.rfind(' ');  // none: "nothing"
        if (blank != value.npos && value.substr(blank + 1) != now.digest(value.substr(0, blank)))
            return fmt::format("recorded before {} changed", value.substr(0, blank));
    }
    return names_any ? "" : "it does not name the headers that were read";
}

bool is_inside(const fs::path& relative) { return !relative.empty() && *relative.begin() != ".."; }

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
    return fmt::format("{}{}\n{}", CHECKSUM, hash_text(text), text);
}

Evidence parse_evidence(std::string_view text, const std::string& name) {
    Evidence evidence;
    const std::size_t before = text.starts_with(CHECKSUM);  // lines that are taken off
    evidence.checksum_holds = take_checksum(text);
    const std::vector<std::string> lines = lines_of(text);
    std::size_t i = 0;
    for (; i < lines.size() && !lines[i].empty(); ++i) {
        const std::size_t colon = lines[i].find(": ");
        if (colon == std::string::npos)
            throw Failure(
                fmt::format("{}:{}: no `key: value` line: record it again with scripts/record", name, i + 1 + before));
        evidence.header.emplace_back(lines[i].substr(0, colon), lines[i].substr(colon + 2));
    }
    // A section starts at `[name]`, after an empty line and before `$ command`; its last line is how it ended.
    const auto starts = [&](std::size_t k) {
        return k + 2 < lines.size() && lines[k].empty() && lines[k + 1].starts_with("[") &&
               lines[k + 1].ends_with("]") && lines[k + 2].starts_with("$ ");
    };
    while (i < lines.size()) {
        if (!starts(i))
            throw Failure(
                fmt::format("{}:{}: no [section]: record it again with scripts/record", name, i + 1 + before));
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

std::string Contents::source(const Lesson& lesson) {
    if (!sources_.contains(lesson.program)) {
        std::vector<fs::path> programs = {lesson.program};
        for (const Lesson& other : lessons_of(tree_))
            if (!other.program.empty() && other.program != lesson.program) programs.push_back(other.program);
        const std::vector<std::string> hashes = sha256_of(programs);
        for (std::size_t i = 0; i < programs.size(); ++i) sources_[programs[i]] = hashes[i];
    }
    return sources_[lesson.program];
}

std::string Contents::digest(const std::string& name) {
    const auto [found, is_new] = digests_.try_emplace(name);
    if (is_new && fs::is_regular_file(tree_.source / name)) found->second = hash_text(read_file(tree_.source / name));
    return found->second;
}

std::string Contents::cpu_device() {
    if (!cpu_device_.empty()) return cpu_device_;
    std::set<std::string> names;
    for (const char* folder : {"verify/cpu", "verify/source"})
        if (fs::is_directory(tree_.source / folder))
            for (const auto& entry : fs::recursive_directory_iterator(tree_.source / folder))
                if (entry.is_regular_file()) names.insert(tree_.shown(entry.path()));
    names.insert("verify/counts.h");  // it includes it
    std::string text;
    for (const std::string& name : names) text += fmt::format("{} {}\n", name, digest(name));
    return cpu_device_ = hash_text(text);
}

std::vector<std::string> files_read(const Tree& tree, const fs::path& list, const fs::path& program) {
    if (!fs::is_regular_file(list))
        throw Failure(
            fmt::format("{} is missing, the list of the files that the compiler read: rm {}, and build it again",
                        tree.shown(list), quoted(tree.shown(fs::path(list).replace_extension()))));
    std::set<std::string> names;
    for (const std::string& name : names_in_rule(read_file(list))) {
        const fs::path file = tree.named(tree.source / name), relative = file.lexically_relative(tree.source);
        if (is_inside(relative) && !is_inside(file.lexically_relative(tree.build))) names.insert(relative.string());
    }
    if (names.erase(tree.shown(program)) == 0)
        throw Failure(
            fmt::format("{} does not name {}: it is of another checkout", tree.shown(list), tree.shown(program)));
    std::erase_if(names, [](const std::string& name) { return name.starts_with("verify/cpu/"); });
    return {names.begin(), names.end()};
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

bool was_edited(std::string_view text) { return take_checksum(text) == false; }

Validity validity_of(Contents& now, const Lesson& lesson, const Evidence& evidence, bool with_breaks) {
    if (evidence.checksum_holds == false) return {Age::edited, "edited by hand: its checksum does not hold"};
    if (evidence.value("sha256") != now.source(lesson))
        return {Age::stale, fmt::format("recorded from an older {}", lesson.program.filename().string())};
    if (!evidence.checksum_holds) return {Age::no_checksum, "it has no checksum"};
    if (with_breaks && speaks_of_breaks(evidence) &&
        evidence.value("breaks") != breaks_hash(readable_breaks(now.tree(), lesson)))
        return {Age::stale, "recorded with other breaks"};
    const std::string why = why_older(now, evidence);
    return {why.empty() ? Age::current : Age::older, why};
}

const char* age_words(Age age) {
    constexpr const char* WORDS[] = {"current", "older", "stale", "stale", "edited by hand"};
    return WORDS[static_cast<int>(age)];
}

std::string Recorded::text() const {
    const char* words = age_words(validity.age);
    if (validity.age == Age::edited) return fmt::format("{} {}", device, words);
    return validity.age == Age::current ? fmt::format("{} {}", device, verdict)
                                        : fmt::format("{} {} ({})", device, verdict, words);
}

std::vector<Recorded> recorded(Contents& now, const Lesson& lesson) {
    std::vector<Recorded> all;
    for (const fs::path& file : files_of(lesson)) {
        const std::string text = read_file(file);
        if (was_edited(text)) {  // and may have lost its form
            all.push_back({file.stem().string(), "", {Age::edited, ""}});
            continue;
        }
        const Evidence evidence = parse_evidence(text, now.tree().shown(file));
        const std::string verdict = evidence.value("verdict");
        all.push_back({file.stem().string(), verdict.substr(0, verdict.find_first_of(" ,:")),
                       validity_of(now, lesson, evidence, true)});
    }
    return all;
}

std::string runs_text(const std::vector<Recorded>& runs) {
    std::string text;
    for (const Recorded& run : runs) text += (text.empty() ? "" : ", ") + run.text();
    return text.empty() ? "-" : text;
}

std::string fails_line(const std::vector<std::string>& gates) {
    std::string text;
    for (const std::string& gate : gates) text += (text.empty() ? "" : ", ") + gate;
    return fmt::format("{}{}\n", FAILS, text.empty() ? NO_GATE : text);
}

std::vector<RecordedBreak> recorded_break(Contents& now, const Lesson& lesson, const std::string& id) {
    std::vector<RecordedBreak> all;
    for (const fs::path& file : files_of(lesson)) {
        const std::string text = read_file(file);
        if (was_edited(text)) continue;
        const Evidence evidence = parse_evidence(text, now.tree().shown(file));
        const Section* section = evidence.section("break " + id);
        if (!section) continue;
        RecordedBreak found{file.stem().string(), section->ending, {}, false};
        found.failed_gates = failed_gates_of(*section);
        found.current = validity_of(now, lesson, evidence, true).age == Age::current;
        all.push_back(std::move(found));
    }
    return all;
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
