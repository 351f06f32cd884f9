#include "verify/day/course/needs.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "verify/day/base/files.h"

namespace day {
namespace {

constexpr std::string_view KEY = "// Needs:";

// "fill.h" for a line that includes common/fill.h, however it is written; else "".
std::string included(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with('#')) return "";
    line = trimmed(line.substr(1));
    if (!line.starts_with("include")) return "";
    line = trimmed(line.substr(7));
    const std::string_view folder = "common/";
    if (line.empty() || (line[0] != '"' && line[0] != '<') || !line.substr(1).starts_with(folder)) return "";
    line.remove_prefix(1 + folder.size());
    return std::string(line.substr(0, line.find_first_of("\">")));
}

// 8 for "008-device-memory"; 0 for what is no such name.
int number_of(std::string_view name) {
    constexpr std::size_t DIGITS = 3;
    if (name.size() < DIGITS + 2 || name[DIGITS] != '-') return 0;
    for (const char c : name.substr(0, DIGITS))
        if (!std::isdigit(static_cast<unsigned char>(c))) return 0;
    for (const char c : name.substr(DIGITS + 1))
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') return 0;
    return std::atoi(std::string(name.substr(0, DIGITS)).c_str());
}

// The day that a header of common/ belongs to: "... Day 008 writes this out." is 8, anything else 0.
int day_that_shows(std::string_view header) {
    const std::string_view line = header.substr(0, header.find('\n'));
    const std::size_t at = line.rfind("Day ");
    if (at == line.npos || line.find(" writes this out", at) == line.npos) return 0;
    return std::atoi(std::string(line.substr(at + 4)).c_str());
}

// Whether a header is about no day's idea, so that any day may include it. One that has a kernel, or looks at results,
// is about a day's idea whatever it says.
bool is_tool(std::string_view header) {
    if (!trimmed(header.substr(0, header.find('\n'))).ends_with(" A tool, no part of any day's idea.")) return false;
    for (const char* word : {"__global__", "__device__", "verify/gate", "verify/counts"})
        if (header.find(word) != header.npos) return false;
    return true;
}

class Order {
 public:
    Order(const Lesson& lesson, const std::vector<Lesson>& lessons) : lesson_(lesson), lessons_(lessons) {}

    void needs(int line, std::string_view list) {
        if (trimmed(list) == "nothing") return;
        int before = 0;
        while (true) {
            const std::size_t comma = list.find(',');
            const std::string name(trimmed(list.substr(0, comma)));
            const int number = number_of(name);
            one(line, name, number, before);
            before = number;
            if (comma == list.npos) return;
            list.remove_prefix(comma + 1);
        }
    }

    void include(int line, std::string_view name, const fs::path& header) {
        const std::string text = fs::exists(header) ? read_file(header) : "";
        if (is_tool(text)) return;
        const int shown = day_that_shows(text);
        if (shown == 0)
            found_.push_back({line,
                              fmt::format("the first line of common/{} does not say which day it comes from", name),
                              "end it in `Day NNN writes this out.`, or in `A tool, no part of any day's idea.`"});
        else if (shown >= lesson_.number)
            found_.push_back({line, fmt::format("common/{} may be included from day {} on", name, shown + 1),
                              "write out what the lesson needs of it"});
    }

    std::vector<Misplaced> finish() { return std::move(found_); }

 private:
    void one(int line, const std::string& name, int number, int before) {
        const auto wrong = [&](const std::string& text, const std::string& remedy) {
            found_.push_back({line, text, remedy});
        };
        if (number == 0)
            return wrong(fmt::format("Needs: `{}` is not a day", name), "name it as its folder is: 008-device-memory");
        if (number >= lesson_.number)
            return wrong(fmt::format("Needs: {} is not before day {}", name, lesson_.number), "name earlier days only");
        if (number <= before) wrong(fmt::format("Needs: {} stands behind day {}", name, before), "sort the days");
        for (const Lesson& other : lessons_)
            if (other.number == number && other.name() != "day" + name)
                wrong(fmt::format("Needs: {} is called {}", name, other.name().substr(3)), "use the folder's name");
    }

    const Lesson& lesson_;
    const std::vector<Lesson>& lessons_;
    std::vector<Misplaced> found_;
};

}  // namespace

std::vector<Misplaced> misplaced(const Tree& tree, const Lesson& lesson, const std::vector<Lesson>& lessons,
                                 std::string_view program) {
    Order order(lesson, lessons);
    int line = 0;
    for (const std::string& text : lines_of(program)) {
        ++line;
        if (text.starts_with(KEY)) order.needs(line, std::string_view(text).substr(KEY.size()));
        if (const std::string name = included(text); !name.empty())
            order.include(line, name, tree.source / "common" / name);
    }
    return order.finish();
}

}  // namespace day
