#include "verify/day/course/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/source/functions.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

using source::Declaration;
using source::Token;

std::vector<Declaration> whole_functions(const std::vector<Token>& tokens) {
    std::vector<Declaration> functions = source::declarations_of(tokens);
    std::erase_if(functions,
                  [&](const Declaration& one) { return one.body == Declaration::NONE || one.last >= tokens.size(); });
    return functions;
}

std::size_t line_begin(std::string_view source, std::size_t at) {
    const std::size_t before = at == 0 ? std::string_view::npos : source.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t line_end(std::string_view source, std::size_t at) { return std::min(source.size(), source.find('\n', at)); }

int line_of(std::string_view source, std::size_t at) {
    return 1 + int(std::count(source.begin(), source.begin() + at, '\n'));
}

// The comment lines directly above the line that begins at `at`. A ruler line (`// ---- Kernels ----`) and an
// ANCHOR belong to the file, not to the function under them.
std::size_t with_comments_above(std::string_view source, std::size_t at) {
    while (at > 0) {
        const std::size_t above = line_begin(source, at - 1);
        const std::string_view line = trimmed(source.substr(above, at - above));
        if (line.substr(0, 2) != "//" || line.substr(0, 7) == "// ----" || line.find("ANCHOR") != line.npos) break;
        at = above;
    }
    return at;
}

// Does this line say `// ANCHOR: name` (or ANCHOR_END)?
bool is_mark(std::string_view line, std::string_view mark, std::string_view name) {
    line = trimmed(line);
    if (line.substr(0, 2) != "//") return false;
    line = trimmed(line.substr(2));
    if (line.substr(0, mark.size()) != mark) return false;
    return trimmed(line.substr(mark.size())) == name;
}

std::optional<Region> find_anchor(std::string_view source, std::string_view name) {
    std::optional<Region> region;
    std::size_t ends = 0;
    for (std::size_t at = 0; at < source.size(); at = line_end(source, at) + 1) {
        const std::string_view line = source.substr(at, line_end(source, at) - at);
        if (is_mark(line, "ANCHOR:", name)) {
            if (region) throw Failure(fmt::format("`// ANCHOR: {}` stands twice in it", name));
            const std::size_t begin = std::min(source.size(), at + line.size() + 1);
            region = Region{begin, begin, begin, line_of(source, begin)};
        } else if (region && is_mark(line, "ANCHOR_END:", name)) {
            if (ends++ == 0) region->end = at > region->begin ? at - 1 : region->begin;
        }
    }
    if (region && ends == 0) throw Failure(fmt::format("`// ANCHOR: {}` has no `// ANCHOR_END: {}`", name, name));
    return region;
}

Region region_of(std::string_view source, const std::vector<Token>& tokens, const Declaration& function) {
    const std::size_t code = line_begin(source, tokens[function.first].begin);
    const std::size_t begin = with_comments_above(source, code);
    return {begin, code, line_end(source, tokens[function.last].begin), line_of(source, begin)};
}

}  // namespace

std::vector<NamedRegion> functions_of(std::string_view source) {
    const std::vector<Token> tokens = source::lex(source);
    std::vector<NamedRegion> functions;
    for (const Declaration& function : whole_functions(tokens)) {
        const bool is_global = has(tokens, function, "__global__");
        functions.push_back({qualified_name_of(tokens, function), region_of(source, tokens, function),
                             tokens[function.body].begin, tokens[function.last].end(),
                             is_global || has(tokens, function, "__device__"), is_global});
    }
    return functions;
}

Region find_region(std::string_view source, std::string_view name) {
    if (const auto anchor = find_anchor(source, name)) return *anchor;

    const std::vector<Token> tokens = source::lex(source);
    std::vector<Declaration> found;
    for (const Declaration& function : whole_functions(tokens))
        if (name_of(tokens, function) == name || qualified_name_of(tokens, function) == name) found.push_back(function);
    if (found.empty()) throw Failure(fmt::format("no function and no `// ANCHOR:` named {} in it", name));
    if (found.size() > 1) {
        std::vector<std::string> lines(found.size());
        for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = fmt::format("{}", tokens[found[i].first].line);
        throw Failure(fmt::format("{} functions are named {} (lines {}): mark one with `// ANCHOR: name`", found.size(),
                                  name, listed(lines)));
    }
    return region_of(source, tokens, found[0]);
}

int last_line(std::string_view source, const Region& region) {
    const std::string_view text = source.substr(region.begin, region.end - region.begin);
    return region.line + int(std::count(text.begin(), text.end(), '\n'));
}

std::string function_at(std::string_view source, int line) {
    for (const NamedRegion& function : functions_of(source))
        if (line >= function.region.line && line <= last_line(source, function.region)) return function.name;
    return "";
}

std::string region_text(std::string_view source, const Region& region) {
    std::vector<std::string> lines = lines_of(source.substr(region.begin, region.end - region.begin));
    std::erase_if(lines, [](std::string_view line) { return trimmed(line).substr(0, 9) == "// ANCHOR"; });
    std::size_t shared = std::string::npos;
    for (const std::string& line : lines)
        if (!trimmed(line).empty()) shared = std::min(shared, line.find_first_not_of(" \t"));
    std::string text;
    for (const std::string& line : lines) text += (trimmed(line).empty() ? "" : line.substr(shared)) + "\n";
    return text;
}

}  // namespace day
