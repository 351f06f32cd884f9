#include "verify/day/pages/links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "verify/day/base/files.h"
#include "verify/day/pages/markdown.h"

namespace day {
namespace {

// What GitHub calls the place of a heading: letters in lower case, blanks as dashes, no other signs.
std::string anchor_of_heading(std::string_view heading) {
    std::string anchor;
    for (std::size_t i = 0; i < heading.size(); ++i) {
        const auto c = static_cast<unsigned char>(heading[i]);
        if (c == ']' && heading.substr(i + 1).starts_with("("))
            i = std::min(heading.size(), heading.find(')', i));  // of a link only the text counts
        else if (c == ' ')
            anchor += '-';
        else if (std::isalnum(c) || c == '-' || c == '_' || c >= 0x80)
            anchor += char(std::tolower(c));
    }
    return anchor;
}

}  // namespace

std::vector<Problem> Links::dead(const fs::path& page) {
    std::vector<Problem> problems;
    const std::vector<std::string> lines = prose_of(lines_of(read_file(page)));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> links = links_of(lines[i]);
        if (!links.empty() && trimmed(lines[i]).starts_with("<!--"))
            problems.push_back({page, int(i) + 1,
                                "a line that begins with a comment is HTML: its links are shown as typed",
                                "put the comment on a line of its own, or behind a word"});
        for (const std::string& link : links)
            if (const std::string fault = fault_of(link, page); !fault.empty())
                problems.push_back(
                    {page, int(i) + 1, fmt::format("the link to {} leads nowhere: {}", link, fault), "mend the link"});
    }
    return problems;
}

std::string Links::fault_of(const std::string& link, const fs::path& page) {
    if (link.find("://") != link.npos || link.starts_with("mailto:")) return "";
    const std::size_t hash = link.find('#');
    const std::string path = link.substr(0, hash);
    const fs::path target = path.empty() ? page : (page.parent_path() / path).lexically_normal();
    const std::string shown = tree_.shown(target);
    if (fs::path(shown).is_absolute()) return "it leaves the repository";
    if (!fs::exists(target)) return fmt::format("there is no {}", shown);
    if (hash == link.npos || target.extension() != ".md" || anchors_of(target).contains(link.substr(hash + 1)))
        return "";
    return fmt::format("{} has no such heading", shown);
}

const std::set<std::string>& Links::anchors_of(const fs::path& page) {
    const auto [found, is_new] = anchors_.try_emplace(page);
    if (!is_new) return found->second;
    std::set<std::string>& anchors = found->second;
    const std::vector<std::string> lines = lines_of(read_file(page)), prose = prose_of(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t text = prose[i].find_first_not_of('#');
        if (text == 0 || text > 6 || text >= lines[i].size() || lines[i][text] != ' ') continue;
        const std::string anchor = anchor_of_heading(trimmed(std::string_view(lines[i]).substr(text)));
        for (int n = 0; !anchors.insert(n == 0 ? anchor : fmt::format("{}-{}", anchor, n)).second;) ++n;
    }
    return anchors;
}

}  // namespace day
