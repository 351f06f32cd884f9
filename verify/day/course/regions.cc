#include "verify/day/course/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

using source::Kind;
using source::Token;

struct Function {
    std::string name;          // "gemm"
    std::string qualified;     // "Gates::check"; of a member inside its class, "check" again
    std::size_t first, close;  // tokens: the declaration's first, and the body's closing brace
};

// Words before a parenthesis that are no function's name.
bool is_attribute(const Token& token) {
    for (const char* known : {"__launch_bounds__", "__align__", "__attribute__", "__declspec", "__cluster_dims__",
                              "alignas", "decltype", "noexcept", "requires", "explicit", "throw"})
        if (token.is(known)) return true;
    return false;
}

// Finds the functions of one file. Scopes that can hold functions are entered; everything else in braces is stepped
// over, so the inside of a body is never taken for a declaration.
class FunctionFinder {
 public:
    explicit FunctionFinder(const std::vector<Token>& tokens) : tokens_(tokens) {}

    std::vector<Function> read() {
        for (std::size_t i = 0; i < tokens_.size();) i = declaration(i);
        return std::move(functions_);
    }

 private:
    bool is(std::size_t i, std::string_view word) const { return i < tokens_.size() && tokens_[i].is(word); }

    std::size_t past_bracket(std::size_t open) const {
        return std::min(tokens_.size(), source::matching_close(tokens_, open) + 1);
    }

    std::size_t past_directive(std::size_t i) const {
        while (i < tokens_.size() && tokens_[i].kind != Kind::newline) ++i;
        return i + 1;
    }

    // Past the `>` that closes the `<` at `open`.
    std::size_t past_angles(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            if (is(i, "(") || is(i, "[") || is(i, "{")) i = past_bracket(i) - 1;
            if (is(i, "<")) ++depth;
            if (is(i, ">") && --depth == 0) return i + 1;
        }
        return tokens_.size();
    }

    // Reads one declaration that starts at `first`; returns where the next one starts.
    std::size_t declaration(std::size_t first) {
        std::size_t i = first;
        if (tokens_[i].kind == Kind::directive) return past_directive(i);
        if (is(i, "}") || is(i, ";")) return i + 1;
        if ((is(i, "public") || is(i, "private") || is(i, "protected")) && is(i + 1, ":")) return i + 2;
        while (is(i, "template") && is(i + 1, "<")) i = past_angles(i + 1);

        bool scope = false;    // it is a namespace, a class or an extern "C" block: its braces hold declarations
        bool value = false;    // an `=` came: what braces follow are a value
        std::size_t name = 0;  // token of the function's name, once its parameter list is passed
        bool members = false;  // the `:` of a constructor's initialisers came
        for (; i < tokens_.size(); ++i) {
            const Token& token = tokens_[i];
            if (token.kind == Kind::directive) {
                i = past_directive(i) - 1;
            } else if (token.is(";")) {
                return i + 1;
            } else if (token.is("}")) {
                return i;  // ends the scope around it
            } else if (token.is("namespace") || token.is("class") || token.is("struct") || token.is("union")) {
                scope = scope || !name;
            } else if (token.is("extern") && i + 1 < tokens_.size() && tokens_[i + 1].kind == Kind::string) {
                scope = is(i + 2, "{");
            } else if (token.is("enum")) {
                value = true;
            } else if (token.is("operator") && !value) {
                std::size_t open = i + 1;  // operator== (...), operator() (...)
                while (open < tokens_.size() && !is(open, "(")) ++open;
                if (open == i + 1 && is(open + 1, ")")) open += 2;
                name = i;
                i = past_bracket(open) - 1;
            } else if (token.is("=")) {
                value = true;
            } else if (token.is("(") || token.is("[")) {
                const bool parameters = token.is("(") && !name && !value && i > first &&
                                        tokens_[i - 1].kind == Kind::identifier && !is_attribute(tokens_[i - 1]);
                if (parameters) name = i - 1;
                i = past_bracket(i) - 1;
            } else if (token.is(":") && name) {
                members = true;
            } else if (token.is("{")) {
                if (name && !value && !(members && !(is(i - 1, ")") || is(i - 1, "}")))) {
                    add(first, name, source::matching_close(tokens_, i));
                    return past_bracket(i);
                }
                if (scope && !name && !value) return i + 1;  // go on with what is inside
                i = past_bracket(i) - 1;
            }
        }
        return i;
    }

    void add(std::size_t first, std::size_t name, std::size_t close) {
        if (close >= tokens_.size()) return;
        std::string text(tokens_[name].text), qualified;
        if (text == "operator")
            for (std::size_t i = name + 1; !is(i, "(") || i == name + 1; ++i) {
                text += tokens_[i].text;
                if (is(i, "(")) text += ")", ++i;
            }
        qualified = text;
        for (std::size_t i = name; i >= 2 && is(i - 1, "::") && tokens_[i - 2].kind == Kind::identifier; i -= 2)
            qualified.insert(0, std::string(tokens_[i - 2].text) + "::");
        functions_.push_back({text, qualified, first, close});
    }

    const std::vector<Token>& tokens_;
    std::vector<Function> functions_;
};

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

Region region_of(std::string_view source, const std::vector<Token>& tokens, const Function& function) {
    const std::size_t code = line_begin(source, tokens[function.first].begin);
    const std::size_t begin = with_comments_above(source, code);
    return {begin, code, line_end(source, tokens[function.close].begin), line_of(source, begin)};
}

}  // namespace

std::vector<NamedRegion> functions_of(std::string_view source) {
    const std::vector<Token> tokens = source::lex(source);
    std::vector<NamedRegion> functions;
    for (const Function& function : FunctionFinder(tokens).read()) {
        bool kernel = false;
        for (std::size_t i = function.first; i < function.close && !tokens[i].is("{"); ++i)
            kernel = kernel || tokens[i].is("__global__") || tokens[i].is("__device__");
        functions.push_back({function.qualified, region_of(source, tokens, function), kernel});
    }
    return functions;
}

Region find_region(std::string_view source, std::string_view name) {
    if (const auto anchor = find_anchor(source, name)) return *anchor;

    const std::vector<Token> tokens = source::lex(source);
    std::vector<Function> found;
    for (Function& function : FunctionFinder(tokens).read())
        if (function.name == name || function.qualified == name) found.push_back(std::move(function));
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
