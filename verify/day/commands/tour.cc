// docs/tour.md shows screens of this program. Each stands under a mark that names its command,
//     <!-- screen: day predict 44 second-barrier race -->
// and is what the command prints after those above it, for a learner who has just begun. Between two commands the
// learner may edit a copy:
//     <!-- edit: try/gemm-tiled/gemm_tiled.cu: s_b[k][x] => s_b[x][k] -->
#include <fmt/format.h>

#include <cstdlib>
#include <regex>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"

namespace day {
namespace {

constexpr const char* REMEDY = "scripts/tour";

// A folder for the learner of the tour, gone at the end.
class Stage {
 public:
    Stage() {
        std::string name = (fs::temp_directory_path() / "daybreak-tour-XXXXXX").string();
        if (!mkdtemp(name.data())) throw Failure(fmt::format("cannot make a folder {}", name));
        folder_ = fs::canonical(name);
    }
    ~Stage() {
        std::error_code none;
        fs::remove_all(folder_, none);
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    const fs::path& folder() const { return folder_; }

 private:
    fs::path folder_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// The value of a mark `<!-- kind: value -->`; "" when the line is none.
std::string mark_value(const std::string& line, const std::string& kind) {
    const std::string start = "<!-- " + kind + ": ", end = " -->";
    if (!line.starts_with(start) || !line.ends_with(end) || line.size() <= start.size() + end.size()) return "";
    return line.substr(start.size(), line.size() - start.size() - end.size());
}

// What a screen says, whatever the machine: without what it took, where the learner's files lie, and the checkout.
std::string masked(const Tree& tree, const Stage& stage, const std::string& output) {
    // What a build says on its way is not said again tomorrow.
    std::string text = std::regex_replace(output, std::regex("(^|\n)(\\[[0-9]+/[0-9]+\\] |-- )[^\n]*(?=\n)"), "");
    text = replaced(text, stage.folder().string(), "~/.local/state/daybreak");
    text = replaced(text, tree.build.string() + "/", "build/day/");
    text = replaced(text, tree.source.string() + "/", "");
    return std::regex_replace(text, std::regex("[0-9]+[.][0-9]+ s\\b"), "?.? s");
}

// Two texts that differ in no more than the figures of a percentage, which another processor may round otherwise.
std::string essence(const std::string& text) {
    return std::regex_replace(text, std::regex(" *[0-9.]+(e[+-][0-9]+)?%"), " ?%");
}

std::string screen(const Tree& tree, const Stage& stage, const std::string& typed, const std::string& place) {
    std::istringstream in(typed);
    Command command{.words = {"/proc/self/exe"}, .folder = tree.source, .limit_s = 600.0};
    std::string word;
    in >> word;
    if (word != "day") throw Failure(fmt::format("{}: a screen is of `day`, not of `{}`", place, word));
    while (in >> word) command.words.push_back(word);
    command.words[0] = fs::read_symlink(command.words[0]).string();
    command.environment = {{"DAYBREAK_SOURCE_DIR", tree.source.string()},
                           {"DAYBREAK_BUILD_DIR", tree.build.string()},
                           {"DAYBREAK_PROGRESS", (stage.folder() / "progress.txt").string()},
                           {"DAYBREAK_ORDER", std::nullopt},
                           {"NO_COLOR", "1"}};
    const Waiting waiting(typed);
    const Outcome outcome = capture(command);
    if (outcome.signal) throw Failure(fmt::format("{}: `{}` ended with {}", place, typed, outcome.verdict()));
    return fmt::format("```text\n$ scripts/{}\n{}```\n", typed, masked(tree, stage, outcome.output));
}

void edit(const Stage& stage, const std::string& value, const std::string& place) {
    const std::size_t colon = value.find(": "), arrow = value.find(" => ");
    if (colon == value.npos || arrow == value.npos || arrow < colon)
        throw Failure(fmt::format("{}: write <!-- edit: FILE: FROM => TO -->", place));
    const fs::path file = stage.folder() / value.substr(0, colon);
    const std::string from = value.substr(colon + 2, arrow - colon - 2), text = read_file(file);
    const std::size_t at = text.find(from);
    if (at == text.npos || text.find(from, at + 1) != text.npos)
        throw Failure(fmt::format("{}: `{}` must stand exactly once in {}", place, from, file.filename().string()));
    write_file(file, std::string(text).replace(at, from.size(), value.substr(arrow + 4)));
}

}  // namespace

int tour(const Tree& tree, bool check_only) {
    const fs::path file = tree.source / "docs" / "tour.md";
    const std::vector<std::string> lines = lines_of(read_file(file));
    const Stage stage;
    std::string text, drifted;
    int screens = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string place = fmt::format("{}:{}", tree.shown(file), i + 1);
        text += lines[i] + "\n";
        if (const std::string value = mark_value(lines[i], "edit"); !value.empty()) edit(stage, value, place);
        const std::string typed = mark_value(lines[i], "screen");
        if (typed.empty()) continue;
        std::string old;
        if (i + 1 < lines.size() && lines[i + 1].starts_with("```")) {
            std::size_t end = i + 2;
            while (end < lines.size() && lines[end] != "```") ++end;
            if (end == lines.size()) throw Failure(fmt::format("{}: this fence is never closed", place));
            for (; i < end; ++i) old += lines[i + 1] + "\n";
        }
        const std::string now = screen(tree, stage, typed, place);
        ++screens;
        text += check_only && essence(now) == essence(old) ? old : now;
        if (essence(now) == essence(old)) continue;
        if (check_only) fmt::print("{}: `{}` does not print this any more; it prints\n{}", place, typed, now);
        drifted += (drifted.empty() ? "" : ", ") + place;
    }
    if (screens == 0) throw Failure(fmt::format("{} shows no screen", tree.shown(file)));
    if (check_only) {
        if (!drifted.empty()) throw Failure(fmt::format("not what the program prints: {}: {}", drifted, REMEDY));
        fmt::print("{} screens are as they should be\n", screens);
        return 0;
    }
    write_file(file, text);
    fmt::print("{} screens{}\n", screens, drifted.empty() ? ", none had to change" : fmt::format(", new: {}", drifted));
    return 0;
}

}  // namespace day
