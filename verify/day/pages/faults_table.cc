#include "verify/day/pages/faults_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/course/course.h"

namespace day {
namespace {

constexpr const char* TOOLS[] = {"memcheck", "racecheck", "initcheck", "synccheck"};

// A program's row of summary.txt: of each tool, how many errors in the faulty program and in the clean twin.
struct Seen {
    std::map<std::string, std::string> faulty, twin;
};

struct Recording {
    std::string device, sanitizer;
    std::map<std::string, Seen> programs;
};

Recording read_recording(const fs::path& file) {
    Recording recording;
    for (const std::string& line : lines_of(read_file(file))) {
        if (line.starts_with("# device: ")) recording.device = line.substr(10);
        if (line.starts_with("# compute-sanitizer: ")) recording.sanitizer = line.substr(21);
        if (line.starts_with("#")) continue;
        std::vector<std::string> fields;
        std::istringstream stream(line);
        for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
        if (fields.size() != 13) continue;
        Seen& seen = recording.programs[fields[0]];
        for (std::size_t tool = 0; tool < 4; ++tool) {
            seen.faulty[TOOLS[tool]] = fields[1 + 2 * tool];
            seen.twin[TOOLS[tool]] = fields[9 + tool];
        }
    }
    return recording;
}

// "NAME...: why compute-sanitizer says something else", one a line; a name may end in *.
struct Reason {
    std::vector<std::string> names;
    std::string text;
    bool used = false;

    bool is_for(const std::string& name) const {
        return std::any_of(names.begin(), names.end(), [&](const std::string& one) {
            return one.ends_with("*") ? name.starts_with(one.substr(0, one.size() - 1)) : name == one;
        });
    }
};

std::vector<Reason> read_reasons(const fs::path& file) {
    std::vector<Reason> reasons;
    for (const std::string& line : lines_of(read_file(file))) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("#") || colon == line.npos) continue;
        Reason reason{{}, line.substr(colon + 2)};
        std::istringstream names(line.substr(0, colon));
        for (std::string name; names >> name;) reason.names.push_back(name);
        reasons.push_back(reason);
    }
    return reasons;
}

struct Expected {
    std::string fault;               // the program's own sentence
    std::vector<std::string> tools;  // that must report
    std::string kinds;
};

Expected expected(const fs::path& program) {
    Expected result;
    for (const std::string& line : lines_of(read_file(program))) {
        if (line.starts_with("// fault: ")) result.fault = line.substr(10);
        if (!line.starts_with("// expect: ")) continue;
        std::istringstream words(line.substr(11));
        std::string tool, kind;
        words >> tool >> kind;
        if (std::find(result.tools.begin(), result.tools.end(), tool) == result.tools.end())
            result.tools.push_back(tool);
        if (result.kinds.find(kind) == std::string::npos) result.kinds += (result.kinds.empty() ? "" : ", ") + kind;
    }
    return result;
}

bool reports(const std::string& count) { return count != "0" && count != "timeout"; }

// "memcheck 3, racecheck 1", "hangs", "-".
std::string said(const std::map<std::string, std::string>& counts) {
    std::string text;
    for (const char* tool : TOOLS) {
        const std::string& count = counts.at(tool);
        if (count == "timeout") return "hangs";
        if (count != "0") text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tool, count);
    }
    return text.empty() ? "-" : text;
}

}  // namespace

std::string faults_table(const std::vector<fs::path>& programs, const fs::path& page_folder) {
    const fs::path folder = programs.at(0).parent_path() / "expected";
    const Recording recording = read_recording(folder / "summary.txt");
    std::vector<Reason> reasons = read_reasons(folder / "reasons.txt");
    std::vector<std::string> unexplained, missing;
    std::string text;
    int seen_by_all = 0, twins = 0;
    for (const fs::path& program : programs) {
        const std::string name = program.stem().string();
        const auto row = recording.programs.find(name);
        if (row == recording.programs.end()) {
            missing.push_back(name);
            continue;
        }
        const Expected want = expected(program);
        const Seen& seen = row->second;
        const bool found = std::any_of(want.tools.begin(), want.tools.end(),
                                       [&](const std::string& tool) { return reports(seen.faulty.at(tool)); });
        const bool twin_clean = said(seen.twin) == "-";
        std::string why;
        if (!found || !twin_clean) {
            const auto reason =
                std::find_if(reasons.begin(), reasons.end(), [&](const Reason& one) { return one.is_for(name); });
            if (reason == reasons.end())
                unexplained.push_back(name);
            else
                why = reason->text, reason->used = true;
        }
        seen_by_all += found;
        twins += !twin_clean;
        text += fmt::format("| [{}]({}) | {} | {} | {} | {} | {} |\n", name,
                            program.lexically_relative(page_folder).string(), want.fault, want.kinds, said(seen.faulty),
                            said(seen.twin), why);
    }
    if (!missing.empty())
        throw Failure(fmt::format("expected/summary.txt has no row for {}: record it again", listed(missing)));
    if (!unexplained.empty())
        throw Failure(
            fmt::format("compute-sanitizer says something else of {}, and expected/reasons.txt does not say why",
                        listed(unexplained)));
    for (const Reason& reason : reasons)
        if (!reason.used)
            throw Failure(fmt::format("expected/reasons.txt explains {}, which does not disagree", reason.names[0]));
    return fmt::format(
               "{} programs. The CPU device finds the fault in each, and nothing in its clean twin. compute-sanitizer "
               "{} on an {} finds the fault in {}, and says something of {} twins.\n\n"
               "| program | fault | CPU device | compute-sanitizer: errors | in the twin | why they differ |\n"
               "|---|---|---|---|---|---|\n",
               programs.size(), recording.sanitizer.substr(0, recording.sanitizer.find(' ')), recording.device,
               seen_by_all, twins) +
           text;
}

}  // namespace day
