#include "verify/day/pages/footing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/glossary.h"
#include "verify/day/pages/markdown.h"

namespace day {
namespace {

// The text as it is read: in small letters, one blank between words, without the signs of Markdown.
std::string as_read(std::string_view text) {
    std::string read;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ']' && text.substr(i + 1).starts_with("("))
            i = std::min(text.size(), text.find(')', i));  // of a link only the text counts
        else if (std::isspace(static_cast<unsigned char>(c)))
            read += read.ends_with(' ') ? "" : " ";
        else if (c != '`' && c != '*' && c != '[' && c != ']')
            read += char(std::tolower(static_cast<unsigned char>(c)));
    }
    return std::string(trimmed(read));
}

// A page without its list of breaks, whose titles give nothing away.
std::string text_of_page(const Lesson& lesson) {
    std::string text;
    bool inside = false;
    for (const std::string& line : lines_of(read_file(lesson.page()))) {
        const auto mark = mark_of(line);
        if (mark && mark->kind == "breaks") inside = true;
        if (!inside) text += line + "\n";
        if (mark && mark->kind == "/breaks") inside = false;
    }
    return as_read(text);
}

// Do the words stand in the text, whole?
bool holds(const std::string& text, const std::string& words) {
    const auto in_word = [&](std::size_t at) { return std::isalnum(static_cast<unsigned char>(text[at])) != 0; };
    for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        const bool begins = at == 0 || !in_word(at - 1) || !in_word(at);
        const bool ends = end == text.size() || !in_word(end) || !in_word(end - 1);
        if (begins && ends) return true;
    }
    return false;
}

// Why the entry says nothing, or "".
std::string fault_of(const std::string& entry, const Tree& tree, const Lesson& lesson,
                     const std::vector<Lesson>& lessons) {
    static const std::regex earlier(R"(day ([0-9]+): *(\S[^]*))"), term(R"(glossary: *(\S[^]*))");
    std::smatch match;
    if (std::regex_match(entry, match, term)) {
        const std::string heading = "### " + match.str(1);
        const std::vector<std::string> lines = lines_of(read_file(tree.source / "docs" / "glossary.md"));
        return in(lines, heading) ? "" : fmt::format("docs/glossary.md has no `{}`", heading);
    }
    const Lesson* other = &lesson;
    std::string words = entry;
    if (std::regex_match(entry, match, earlier)) {
        const int number = day_number(match.str(1)).value_or(0);
        const auto found = std::find_if(lessons.begin(), lessons.end(),
                                        [&](const Lesson& one) { return one.number == number && one.problem.empty(); });
        if (number >= lesson.number) return fmt::format("day {} is no earlier day", number);
        if (found == lessons.end()) return fmt::format("there is no day {}", number);
        other = &*found;
        words = match.str(2);
    }
    words = as_read(words);
    if (words.find(' ') == words.npos)
        return "one word decides nothing: quote more of the sentence, or `glossary: term`";
    if (!fs::exists(other->page()) || !holds(text_of_page(*other), words))
        return fmt::format("{} does not say so", tree.shown(other->page()));
    return "";
}

}  // namespace

std::vector<Problem> unfounded(const Tree& tree, const Lesson& lesson, const std::vector<Lesson>& lessons) {
    std::vector<Problem> problems;
    for (const Break& exercise : breaks_of(tree, lesson)) {
        if (exercise.level < 3 && exercise.turns_on.empty())
            problems.push_back({lesson.breaks(), exercise.line,
                                fmt::format("break {} has no `turns_on`: which words decide it?", exercise.id),
                                "turns_on = [\"words of the page\"] in [break.text] (docs/style.md)"});
        for (const std::string& entry : exercise.turns_on)
            if (const std::string fault = fault_of(entry, tree, lesson, lessons); !fault.empty())
                problems.push_back({lesson.breaks(), exercise.turns_on_line,
                                    fmt::format("break {} turns on \"{}\": {}", exercise.id, entry, fault),
                                    "say it on the page, or name the words that do"});
    }
    return problems;
}

std::vector<Problem> outlived(const fs::path& page, const std::vector<Lesson>& lessons) {
    static const std::regex until("<!-- until day ([0-9]+) -->");
    std::vector<Problem> problems;
    const std::vector<std::string> lines = lines_of(read_file(page));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        if (!std::regex_search(lines[i], match, until)) continue;
        const int number = day_number(match.str(1)).value_or(0);
        if (std::any_of(lessons.begin(), lessons.end(), [&](const Lesson& one) { return one.number == number; }))
            problems.push_back({page, int(i) + 1, fmt::format("this stands here until day {}, which is there", number),
                                "take it out, and link to that day"});
    }
    return problems;
}

}  // namespace day
