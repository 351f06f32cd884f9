#include "verify/day/course/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

constexpr std::size_t DIGITS = 3;

// Is it called dayNNN-slug?
bool is_day_folder(const std::string& name) {
    const auto in_slug = [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '-'; };
    return name.starts_with("day") && name.size() > 4 + DIGITS && name[3 + DIGITS] == '-' && name[4 + DIGITS] != '-' &&
           all_digits(name.substr(3, DIGITS)) && name.substr(3, DIGITS) != "000" &&
           std::all_of(name.begin() + 4 + DIGITS, name.end(), in_slug);
}

// The first number in a folder's name, or 0.
int number_of(const std::string& name) {
    const std::size_t digits = name.find_first_of("0123456789");
    return digits == name.npos ? 0 : std::atoi(name.substr(digits, 4).c_str());
}

// A header key of a program: its line, from 1, and its value. {0, ""} when there is none.
std::pair<int, std::string> header(const std::string& source, const std::string& key) {
    const std::string start = "// " + key + ":";
    int number = 0;
    for (const std::string& line : lines_of(source)) {
        ++number;
        if (line.starts_with("#line")) continue;  // of a broken copy
        if (line.rfind("//", 0) != 0) break;
        if (line.rfind(start, 0) == 0)
            return {number, std::string(trimmed(std::string_view(line).substr(start.size())))};
    }
    return {0, ""};
}

// Is it one line of nvcc that makes the program `output` of `file`, and of no other source?
bool builds(const std::string& alone, const std::string& file, const std::string& output) {
    std::istringstream words(alone);
    std::string word, made;
    std::vector<std::string> sources;
    words >> word;
    if (word != "nvcc") return false;
    while (words >> word) {
        if (word == "-o") words >> made;
        if (word.ends_with(".cu")) sources.push_back(word);
    }
    return made == output && sources == std::vector{file};
}

// What is wrong with the header of a lesson's program, as one line, or "". verify/lesson.cmake says the same.
std::string header_problem(const Lesson& lesson, const std::string& file, const std::string& text) {
    if (lesson.title.empty())
        return fmt::format("the first line of {} must be `// Day {} - TITLE`", file, lesson.number);
    const std::string alone = fmt::format("// Alone:  nvcc -std=c++20 -O3 -I . {} -o {}", file, lesson.id());
    for (const auto& [key, example] : {std::pair<std::string, std::string>{"Needs", "// Needs:  nothing"},
                                       {"Device", "// Device: any"},
                                       {"Alone", alone}})
        if (header(text, key).second.empty()) return fmt::format("{}:1: needs a header line `{}`", file, example);
    if (const auto [line, value] = header(text, "Device"); !device_key(value))
        return fmt::format("{}:{}: Device is `{}` and must be any, sm_80, sm_90a, `sm_80 or any` or `sm_90a or any`",
                           file, line, value);
    if (const auto [line, value] = header(text, "Alone"); !builds(value, file, lesson.id()))
        return fmt::format("{}:{}: this line must build this program alone: `{}`", file, line, alone);
    return "";
}

// Fills in what the program's text says, or the problem.
void read_program(const Tree& tree, Lesson& lesson) {
    std::vector<fs::path> programs;
    for (const auto& entry : fs::directory_iterator(lesson.folder))
        if (entry.path().extension() == ".cu") programs.push_back(entry.path());
    if (programs.size() != 1) {
        lesson.problem =
            fmt::format("{} needs exactly one .cu file and has {}", tree.shown(lesson.folder), programs.size());
        return;
    }
    lesson.program = programs[0];

    const std::string text = read_file(lesson.program);
    const std::string line(trimmed(std::string_view(text).substr(0, text.find('\n'))));
    const std::string start = fmt::format("// Day {} - ", lesson.number);
    if (line.rfind(start, 0) == 0) lesson.title = line.substr(start.size());
    lesson.problem = header_problem(lesson, tree.shown(lesson.program), text);
    lesson.device = device_key_of(text);
}

}  // namespace

Tree Tree::from_environment() {
    const auto folder = [](const char* name, const char* built) {
        const char* value = std::getenv(name);
        const fs::path path = fs::absolute(value && *value ? value : built).lexically_normal();
        return path.has_filename() ? path : path.parent_path();
    };
    return {folder("DAYBREAK_SOURCE_DIR", DAYBREAK_SOURCE_DIR), folder("DAYBREAK_BUILD_DIR", DAYBREAK_BUILD_DIR)};
}

fs::path Tree::named(const fs::path& path) const {
    fs::path real = fs::weakly_canonical(path);
    for (const fs::path& folder : {build, source}) {
        const fs::path relative = real.lexically_relative(fs::weakly_canonical(folder));
        if (!relative.empty() && *relative.begin() != "..") return (folder / relative).lexically_normal();
    }
    return real;
}

std::string Tree::shown(const fs::path& path) const {
    const fs::path relative = path.lexically_relative(source);
    return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

std::string Lesson::id() const { return fmt::format("day{:03}", number); }
std::string Lesson::heading() const { return fmt::format("Day {} - {}", number, title); }

std::vector<Lesson> lessons_of(const Tree& tree) {
    const fs::path folder = tree.source / "lessons";
    if (!fs::is_directory(folder))
        throw Failure(fmt::format("no folder {}: this is not a whole checkout of Daybreak", folder.string()));
    std::vector<Lesson> lessons;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory() || name.starts_with(".")) continue;
        Lesson lesson;
        lesson.number = number_of(name);
        lesson.folder = entry.path();
        if (is_day_folder(name))
            read_program(tree, lesson);
        else
            lesson.problem =
                fmt::format("{} is no folder of a day: its name must be dayNNN-slug, like day045-gemm-tiled",
                            tree.shown(lesson.folder));
        lessons.push_back(std::move(lesson));
    }
    std::sort(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) {
        return std::pair(a.number, a.folder) < std::pair(b.number, b.folder);
    });
    for (std::size_t i = 1; i < lessons.size(); ++i)
        if (lessons[i].number == lessons[i - 1].number && is_day_folder(lessons[i].name()))
            lessons[i].problem = fmt::format("{} has the number of {}", tree.shown(lessons[i].folder),
                                             tree.shown(lessons[i - 1].folder));
    return lessons;
}

std::string days_listed(const std::vector<Lesson>& lessons) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < lessons.size();) {
        std::size_t last = i;
        while (last + 1 < lessons.size() && lessons[last + 1].number == lessons[last].number + 1) ++last;
        if (last < i + 2)  // two days in a row are named, three are a range
            words.push_back(fmt::format("{}", lessons[last = i].number));
        else
            words.push_back(fmt::format("{}-{}", lessons[i].number, lessons[last].number));
        i = last + 1;
    }
    return listed(words);
}

Lesson lesson_of_day(const Tree& tree, int number) {
    const std::vector<Lesson> lessons = lessons_of(tree);
    const Lesson* found = nullptr;
    for (const Lesson& lesson : lessons) {
        if (lesson.number != number) continue;
        if (!lesson.problem.empty()) throw Failure(lesson.problem);
        found = &lesson;
    }
    if (found) return *found;
    if (lessons.empty()) throw Failure("there is no day yet: lessons/ is empty");
    throw Failure(fmt::format("there is no day {}: {} {} (scripts/day list)", number,
                              lessons.size() == 1 ? "the one day is" : "the days are", days_listed(lessons)),
                  2);
}

std::optional<int> day_number(const std::string& text) {
    if (!all_digits(text) || text.size() > 6) return std::nullopt;
    return std::atoi(text.c_str());
}

Lesson lesson_named(const Tree& tree, const std::string& text) {
    const std::optional<int> number = day_number(text);
    if (!number) throw Failure(fmt::format("{} is no day: name one by its number (scripts/day list)", text), 2);
    return lesson_of_day(tree, *number);
}

std::string header_value(const std::string& source, const std::string& key) { return header(source, key).second; }

std::string DeviceKey::text() const {
    if (architecture.empty()) return "any";
    return architecture + (plain_path ? " or any" : "");
}

std::optional<DeviceKey> device_key(const std::string& value) {
    for (const DeviceKey& key :
         {DeviceKey{}, DeviceKey{"sm_80", false}, {"sm_90a", false}, {"sm_80", true}, {"sm_90a", true}})
        if (key.text() == value) return key;
    return std::nullopt;
}

DeviceKey device_key_of(const std::string& source) {
    return device_key(header_value(source, "Device")).value_or(DeviceKey{});
}

std::vector<std::string> declared_gates(const std::string& source) {
    const std::vector<source::Token> tokens = source::lex(source);
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        const bool declaration = tokens[i].is("Gates") && tokens[i + 1].kind == source::Kind::identifier &&
                                 (tokens[i + 2].is("(") || tokens[i + 2].is("{"));
        if (!declaration) continue;
        const std::size_t end = source::matching_close(tokens, i + 2);
        std::size_t open = i + 3;
        while (open < end && !tokens[open].is("{")) ++open;
        if (open >= end) continue;
        std::vector<std::string> names;
        for (std::size_t k = open + 1; k < source::matching_close(tokens, open); ++k)
            if (tokens[k].kind == source::Kind::string && tokens[k].text.front() == '"')
                names.emplace_back(tokens[k].text.substr(1, tokens[k].text.size() - 2));
        return names;
    }
    return {};
}

bool has_gates(const std::string& source) {
    const std::vector<source::Token> tokens = source::lex(source);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        if (tokens[i].kind == source::Kind::directive && tokens[i].text.ends_with("include") &&
            tokens[i + 1].text == "\"verify/gate.h\"")
            return true;
    return false;
}

}  // namespace day
