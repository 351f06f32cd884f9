#include "verify/day/pages/counts_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/course/course.h"
#include "verify/day/course/evidence.h"
#include "verify/day/trial/counted.h"

namespace day {
namespace {

// What verify/tests/counts/ncu.sh wrote.
struct Recording {
    std::string device;
    std::map<std::string, std::string> values;  // "program kernel access quantity"
    std::map<std::string, std::string> hashes;  // by program
};

Recording read_recording(const fs::path& file) {
    Recording recording;
    if (!fs::exists(file)) return recording;
    for (const std::string& line : lines_of(read_file(file))) {
        const std::string_view device = "# device: ";
        if (line.starts_with(device)) recording.device = line.substr(device.size());
        std::vector<std::string> words;
        std::istringstream fields(line);
        for (std::string word; std::getline(fields, word, ',');) words.push_back(word);
        if (line.starts_with("#") || words.size() != 5) continue;
        if (words[2] == "source")
            recording.hashes[words[0]] = words[4];
        else
            recording.values[fmt::format("{} {} {} {}", words[0], words[1], words[2], words[3])] = words[4];
    }
    return recording;
}

// "program access quantity: why it is not the same on a GPU", one a line.
std::map<std::string, std::string> read_reasons(const fs::path& file) {
    std::map<std::string, std::string> reasons;
    if (!fs::exists(file)) return reasons;
    for (const std::string& line : lines_of(read_file(file))) {
        const std::size_t colon = line.find(": ");
        if (!line.starts_with("#") && colon != line.npos) reasons[line.substr(0, colon)] = line.substr(colon + 2);
    }
    return reasons;
}

}  // namespace

std::string counts_table(const std::vector<fs::path>& programs, const fs::path& page_folder) {
    const fs::path folder = programs.at(0).parent_path() / "expected";
    const Recording recording = read_recording(folder / "h200.csv");
    std::map<std::string, std::string> reasons = read_reasons(folder / "reasons.txt");
    std::vector<std::string> unexplained, stale;
    std::string text;
    int rows = 0, compared = 0, differ = 0;
    const std::vector<std::string> hashes = sha256_of(programs);
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const fs::path& program = programs[i];
        const std::string name = program.stem().string();
        const auto hash = recording.hashes.find(name);
        if (hash != recording.hashes.end() && hash->second != hashes[i]) stale.push_back(name);
        for (const ExpectedCount& one : expected_counts(read_file(program))) {
            const auto found =
                recording.values.find(fmt::format("{} {} {} {}", name, one.kernel, one.access, one.quantity));
            const std::string key = fmt::format("{} {} {}", name, one.access, one.quantity);
            const bool is_there = found != recording.values.end();
            const bool agrees = !is_there || found->second == std::to_string(one.value);
            std::string remark;
            if (!agrees) {
                const auto reason = reasons.find(key);
                if (reason == reasons.end()) {
                    unexplained.push_back(fmt::format("{} ({} here, {} there)", key, one.value, found->second));
                } else {
                    remark = reason->second;
                    reasons.erase(reason);
                }
            }
            ++rows;
            compared += is_there;
            differ += !agrees;
            text += fmt::format("| [{}]({}) | {} | {} | {} | {} | {} |\n", name,
                                program.lexically_relative(page_folder).string(), one.access, one.quantity, one.value,
                                is_there ? found->second : "-", remark);
        }
    }
    if (!stale.empty())
        throw Failure(fmt::format("expected/h200.csv was recorded from another {}: record it again", listed(stale)));
    if (!unexplained.empty())
        throw Failure(
            fmt::format("the counts of {} differ from the recording, and expected/reasons.txt does not say why",
                        listed(unexplained)));
    if (!recording.values.empty() && !reasons.empty())
        throw Failure(fmt::format("expected/reasons.txt explains {}, which does not differ", reasons.begin()->first));
    const std::string head =
        recording.values.empty()
            ? fmt::format("{} quantities; none is recorded on a GPU yet.", rows)
            : fmt::format("{} quantities, of which {} have a counter on the {}: {} agree, {} do not.", rows, compared,
                          recording.device, compared - differ, differ);
    return head +
           "\n\n| program | access | quantity | CPU device | H200 | why they differ |\n|---|---|---|---:|---:|---|\n" +
           text;
}

}  // namespace day
