// Runs a program with a planted fault and its clean twin in three thread orders, and compares what the checker finds
// with what the program's first lines say:
//     faults_runner SOURCE FAULTY_PROGRAM FIXED_PROGRAM
//
//     // fault: one sentence
//     // expect: TOOL KIND [at=@A] [other=@B] [space=...] [array=...] [thread=(x,y,z)] [block=(x,y,z)] [distance=N]
//     [count=N]
//
// @A is the line that ends with the comment `// @A`. The faulty program has exactly the expected findings, the twin
// none. Which side of a race comes first is a matter of the order, so lines are compared as a set; thread, block,
// distance and count are those of the default order and compared there alone.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "verify/day/base/process.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Places = std::set<std::string>;  // line numbers of the source; of other files "file:line"

constexpr double LIMIT_S = 60;

const std::map<std::string, std::set<std::string>> KINDS = {
    {"racecheck", {"race", "same-value", "same-value-in-warp"}},
    {"memcheck",
     {"out-of-bounds", "misaligned", "null", "use-after-free", "host-access", "device-access", "double-free",
      "invalid-free", "leak", "unchecked-launch", "device-fault", "other-local", "other-shared"}},
    {"initcheck", {"uninitialised"}},
    {"synccheck", {"divergent-barrier", "exited-before-barrier", "bad-mask", "deadlock"}}};

struct Expected {
    std::string text;  // as it stands in the source
    std::string tool, kind;
    Places places;                              // empty: wherever it is
    std::map<std::string, std::string> values;  // what is compared besides
};

// Findings of one tool and kind at the same lines, in whatever threads and from either side, are one.
struct Found {
    std::string tool, kind;
    Places places;
    json first;
    long count = 0;
};

std::string joined(const Places& places) {
    std::string text;
    for (const std::string& place : places) text += (text.empty() ? "" : " and ") + place;
    return places.empty() ? "no line" : (places.size() == 1 ? "line " : "lines ") + text;
}

// ---- What is expected
// ------------------------------------------------------------------------------------------------

std::vector<std::string> lines_of(const fs::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

Expected parse(const std::string& text, const std::map<std::string, std::string>& marks) {
    Expected expected{text, {}, {}, {}, {}};
    std::istringstream words(text);
    words >> expected.tool >> expected.kind;
    const auto kinds = KINDS.find(expected.tool);
    if (kinds == KINDS.end() || !kinds->second.contains(expected.kind))
        throw std::runtime_error("no finding has this tool and kind: " + text);
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (key == "at" || key == "other") {
            if (!marks.contains(value)) throw std::runtime_error("no line ends with // " + value + ": " + text);
            expected.places.insert(marks.at(value));
        } else if (std::set<std::string>{"space", "array", "thread", "block", "distance", "count"}.contains(key)) {
            expected.values[key] = value;
        } else {
            throw std::runtime_error("unknown word " + word + ": " + text);
        }
    }
    return expected;
}

std::vector<Expected> read_expected(const fs::path& source) {
    const std::vector<std::string> lines = lines_of(source);
    if (lines.empty() || !lines[0].starts_with("// fault: "))
        throw std::runtime_error("the first line must be `// fault: ...`, which says what is wrong");
    static const std::regex mark("// (@[A-Z])$");
    std::map<std::string, std::string> marks;
    std::smatch match;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (std::regex_search(lines[i], match, mark) && !marks.emplace(match.str(1), std::to_string(i + 1)).second)
            throw std::runtime_error("two lines end with // " + match.str(1));
    std::vector<Expected> all;
    const std::string begin = "// expect: ";
    for (const std::string& line : lines)
        if (line.starts_with(begin)) all.push_back(parse(line.substr(begin.size()), marks));
    if (all.empty()) throw std::runtime_error("no line `// expect: ...`");
    return all;
}

// ---- What is found
// ---------------------------------------------------------------------------------------------------

std::string place(const json& at, const fs::path& source) {
    const std::string line = std::to_string(at.at("line").get<int>());
    const fs::path file = at.value("file", "");
    return file.filename() == source.filename() ? line : file.string() + ":" + line;
}

std::vector<Found> read_findings(const fs::path& path, const fs::path& source) {
    if (!fs::exists(path)) throw std::runtime_error("wrote no findings: it was built without --check, or died");
    std::vector<Found> all;
    for (const std::string& line : lines_of(path)) {
        const json one = json::parse(line);
        Found found{one.at("tool"), one.at("kind"), {}, one, one.value("count", 1)};
        if (one.contains("line")) found.places.insert(place(one, source));
        if (one.contains("other")) found.places.insert(place(one["other"], source));
        for (const json& waiting : one.value("waiting", json::array())) found.places.insert(place(waiting, source));
        const auto same = std::find_if(all.begin(), all.end(), [&](const Found& other) {
            return other.tool == found.tool && other.kind == found.kind && other.places == found.places;
        });
        if (same == all.end())
            all.push_back(found);
        else
            same->count += found.count;
    }
    return all;
}

std::string describe(const Found& found) {
    return found.tool + " " + found.kind + " at " + joined(found.places) + ": " + found.first.value("message", "");
}

// The value of an expected key as it is written in the source; "nothing" when the finding has none.
std::string value_of(const Found& found, const std::string& key) {
    if (key == "count") return std::to_string(found.count);
    if (!found.first.contains(key)) return "nothing";
    const json& value = found.first[key];
    if (value.is_string()) return value;
    if (!value.is_array()) return value.dump();
    std::string text;
    for (const json& one : value) text += (text.empty() ? "" : ",") + one.dump();
    return "(" + text + ")";
}

// ---- The comparison
// --------------------------------------------------------------------------------------------------

class Comparison {
 public:
    explicit Comparison(const fs::path& source) : source_(source), name_(source.stem()) {
        std::string folder = (fs::temp_directory_path() / "faults-XXXXXX").string();
        if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make a folder: set TMPDIR");
        folder_ = folder;
    }
    ~Comparison() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    void faulty(const fs::path& program, const std::vector<Expected>& expected, const std::string& order) {
        where_ = name_ + ", faulty, " + order;
        const day::Outcome outcome = run(program, order);
        if (outcome.timed_out) return mismatch(outcome.verdict());
        std::vector<Found> left = read_findings(findings(), source_);
        const bool only_advice = std::all_of(left.begin(), left.end(),
                                             [](const Found& found) { return found.first.value("advice", false); });
        if (outcome.good() != only_advice) mismatch(outcome.verdict() + " in spite of what it found");
        for (const Expected& one : expected) {
            const auto match = std::find_if(left.begin(), left.end(), [&](const Found& found) {
                return found.tool == one.tool && found.kind == one.kind &&
                       (one.places.empty() || one.places == found.places);
            });
            if (match == left.end()) {
                mismatch("not found: " + one.text + " (" + joined(one.places) + ")");
                continue;
            }
            for (const auto& [key, value] : one.values) {
                const bool in_all_orders = key == "space" || key == "array";
                if ((in_all_orders || order == "default") && value_of(*match, key) != value)
                    mismatch(key + " is " + value_of(*match, key) + ", not " + value + ": " + describe(*match));
            }
            left.erase(match);
        }
        for (const Found& found : left) mismatch("not expected: " + describe(found));
    }

    void fixed(const fs::path& program, const std::string& order) {
        where_ = name_ + ", fixed, " + order;
        const day::Outcome outcome = run(program, order);
        for (const Found& found : outcome.timed_out ? std::vector<Found>{} : read_findings(findings(), source_))
            mismatch("not expected: " + describe(found));
        if (!outcome.good()) mismatch(outcome.verdict());
    }

    int mismatches() const { return mismatches_; }
    void mismatch(const std::string& what) {
        std::printf("%s: %s\n", where_.c_str(), what.c_str());
        ++mismatches_;
    }

 private:
    fs::path findings() const { return folder_ / "findings"; }

    day::Outcome run(const fs::path& program, const std::string& order) {
        std::error_code ignored;
        fs::remove(findings(), ignored);
        day::Command command{{program.string()}};
        command.limit_s = LIMIT_S;
        command.environment = {{"DAYBREAK_FINDINGS", findings().string()},
                               {"DAYBREAK_CHECK", std::nullopt},
                               {"DAYBREAK_LEAKS", std::nullopt},
                               {"DAYBREAK_ORDER", std::nullopt}};
        if (order != "default") command.environment["DAYBREAK_ORDER"] = order;
        return day::capture(command);
    }

    fs::path source_, folder_;
    std::string name_, where_;
    int mismatches_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: faults_runner SOURCE FAULTY_PROGRAM FIXED_PROGRAM\n", stderr);
        return 2;
    }
    try {
        const fs::path source = argv[1];
        const std::vector<Expected> expected = read_expected(source);
        Comparison comparison(source);
        for (const char* order : {"default", "reverse", "random:1"}) {
            const auto try_out = [&](const auto& run) {  // one that cannot be compared keeps no other from being
                try {
                    run();
                } catch (const std::exception& error) {
                    comparison.mismatch(error.what());
                }
            };
            try_out([&] { comparison.faulty(argv[2], expected, order); });
            try_out([&] { comparison.fixed(argv[3], order); });
        }
        return comparison.mismatches() == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::printf("%s: %s\n", argv[1], error.what());
        return 1;
    }
}
