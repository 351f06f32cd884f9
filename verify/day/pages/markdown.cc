#include "verify/day/pages/markdown.h"

#include <algorithm>
#include <cctype>

#include "verify/day/base/files.h"

namespace day {

std::optional<Mark> mark_of(std::string_view line) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (!line.starts_with("<!--") || !line.ends_with("-->") || line.size() < 7) return std::nullopt;
    line = trimmed(line.substr(4, line.size() - 7));
    const std::size_t colon = line.find(':');
    Mark mark{std::string(trimmed(line.substr(0, colon))),
              colon == line.npos ? "" : std::string(trimmed(line.substr(colon + 1)))};
    for (const char* kind :
         {"excerpt",      "evidence",  "breaks",      "/breaks",      "days",    "/days",  "conformance",
          "/conformance", "forms",     "/forms",      "counts",       "/counts", "faults", "/faults",
          "glossary",     "/glossary", "performance", "/performance", "ladder",  "/ladder"})
        if (mark.kind == kind) return mark;
    return std::nullopt;
}

std::string fence_of(std::string_view line) {
    line = line.substr(std::min(line.size(), line.find_first_not_of(' ')));
    if (line.empty() || (line[0] != '`' && line[0] != '~')) return "";
    const std::size_t length = std::min(line.size(), line.find_first_not_of(line[0]));
    return length < 3 ? "" : std::string(line.substr(0, length));
}

std::size_t fence_end(const std::vector<std::string>& lines, std::size_t open) {
    const std::string fence = fence_of(lines[open]);
    for (std::size_t i = open + 1; i < lines.size(); ++i) {
        const std::string end = fence_of(lines[i]);
        if (!end.empty() && end[0] == fence[0] && end.size() >= fence.size() && trimmed(lines[i]).size() == end.size())
            return i;
    }
    return lines.size();
}

std::string fenced(const std::string& language, const std::string& text) {
    std::string fence = "```";
    while (text.find(fence) != text.npos) fence += "`";
    return fence + language + "\n" + text + fence + "\n";
}

bool is_cpp(std::string_view opening) {
    std::string language(trimmed(opening.substr(
        opening.find_first_not_of(" `~") == opening.npos ? opening.size() : opening.find_first_not_of(" `~"))));
    language = language.substr(0, language.find_first_of(" \t{"));
    for (char& c : language) c = char(std::tolower(static_cast<unsigned char>(c)));
    for (const char* known : {"cpp", "c++", "cc", "cxx", "cuda", "cu", "hpp", "cuh"})
        if (language == known) return true;
    return false;
}

std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != text.npos; at = text.find('|', at + 2)) text.insert(at, "\\");
    return text;
}

std::string plain(std::string_view comment) {
    std::string text;
    bool code = false;
    for (const char c : comment) {
        code = code != (c == '`');
        if (!code && (c == '_' || c == '*' || c == '<')) text += '\\';
        text += c;
    }
    return text;
}

std::vector<std::string> pictures_of(std::string_view line) {
    std::vector<std::string> paths;
    for (std::size_t at = line.find("!["); at != line.npos; at = line.find("![", at + 2)) {
        const std::size_t open = line.find("](", at);
        const std::size_t close = open == line.npos ? open : line.find(')', open);
        if (close == line.npos) break;
        const std::string_view path = line.substr(open + 2, close - open - 2);
        paths.emplace_back(path.substr(0, path.find(' ')));
    }
    return paths;
}

std::vector<std::string> links_of(std::string_view line) {
    std::vector<std::string> targets;
    for (std::size_t at = line.find("]("); at != line.npos; at = line.find("](", at + 1)) {
        const std::size_t open = line.rfind('[', at), close = line.find(')', at);
        if (close == line.npos) break;
        if (open != line.npos && open > 0 && line[open - 1] == '!') continue;
        const std::string_view target = line.substr(at + 2, close - at - 2);
        targets.emplace_back(target.substr(0, target.find(' ')));
    }
    return targets;
}

std::vector<std::string> prose_of(std::vector<std::string> lines) {
    bool may_be_code = true;  // an indented line goes on with a paragraph, unless an empty line or code is above it
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string& line = lines[i];
        if (!fence_of(line).empty()) {
            const std::size_t end = std::min(fence_end(lines, i), lines.size() - 1);
            for (; i < end; ++i) lines[i].clear();
            lines[end].clear();
            may_be_code = true;
            continue;
        }
        const bool is_code = may_be_code && line.starts_with("    ");
        may_be_code = is_code || trimmed(line).empty();
        if (is_code) line.clear();
        for (std::size_t open = line.find('`'); open != line.npos; open = line.find('`', open)) {
            const std::size_t begin = std::min(line.size(), line.find_first_not_of('`', open));
            const std::string ticks = line.substr(open, begin - open);
            std::size_t close = line.find(ticks, begin);
            while (close != line.npos && close + ticks.size() < line.size() && line[close + ticks.size()] == '`')
                close = line.find(ticks, std::min(line.size(), line.find_first_not_of('`', close)));
            if (close != line.npos) line.replace(begin, close - begin, close - begin, ' ');
            open = close == line.npos ? begin : close + ticks.size();
        }
    }
    return lines;
}

}  // namespace day
