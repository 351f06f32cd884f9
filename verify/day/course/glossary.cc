#include "verify/day/course/glossary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "verify/day/base/failure.h"

namespace day {
namespace {

constexpr std::string_view OPEN = "<!-- term -->", CLOSE = "<!-- /term -->";
constexpr std::string_view GLOSSARY = "../../docs/glossary.md";

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = char(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// Line ends and runs of blanks become one blank.
std::string on_one_line(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool blank = std::isspace(static_cast<unsigned char>(c));
        if (!blank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    return out.substr(0, out.find_last_not_of(' ') + 1);
}

}  // namespace

std::string anchor_of(std::string_view term) {
    std::string anchor = lower(term);
    std::replace(anchor.begin(), anchor.end(), ' ', '-');
    return anchor;
}

Term term_of(std::string_view page, int& line) {
    const auto line_of = [page](std::size_t at) {
        return int(std::count(page.begin(), page.begin() + std::ptrdiff_t(std::min(at, page.size())), '\n')) + 1;
    };
    line = 1;
    const std::size_t open = page.find(OPEN);
    if (open == page.npos) throw Failure("the page defines no term");
    line = line_of(open);
    const std::size_t begin = open + OPEN.size(), close = page.find(CLOSE, begin);
    if (close == page.npos) throw Failure(fmt::format("`{}` has no `{}`", OPEN, CLOSE));
    if (const std::size_t second = page.find(OPEN, begin); second != page.npos) {
        line = line_of(second);
        throw Failure("the page defines a second term, and a day has one");
    }

    std::string text = on_one_line(page.substr(begin, close - begin));
    const std::size_t bracket = text.find('['), middle = text.find("](", bracket), end = text.find(')', middle);
    if (end == text.npos) throw Failure("the definition does not link its term to the glossary");
    const std::string name = text.substr(bracket + 1, middle - bracket - 1);
    const std::string link = text.substr(middle + 2, end - middle - 2);
    const std::string wanted = fmt::format("{}#{}", GLOSSARY, anchor_of(name));
    if (link != wanted) throw Failure(fmt::format("the term {} must link to {}, and links to {}", name, wanted, link));
    text.replace(bracket, end + 1 - bracket, "**" + name + "**");
    for (std::size_t at = text.find(GLOSSARY); at != text.npos; at = text.find(GLOSSARY, at))
        text.erase(at, GLOSSARY.size());  // a link to another term: both stand on one page now
    return {name, text, line};
}

std::string glossary_of(std::vector<std::pair<const Lesson*, Term>> terms) {
    const auto anchor = [](const auto& entry) { return anchor_of(entry.second.name); };
    std::stable_sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) { return anchor(a) < anchor(b); });
    std::string text;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [lesson, term] = terms[i];
        if (i > 0 && anchor(terms[i]) == anchor(terms[i - 1]))
            throw Failure(
                fmt::format("days {} and {} both define {}", terms[i - 1].first->number, lesson->number, term.name));
        text += fmt::format("### {}\n\n{} [Day {}](../lessons/{}/)\n\n", lower(term.name), term.text, lesson->number,
                            lesson->name());
    }
    return text;
}

}  // namespace day
