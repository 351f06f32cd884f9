#include "verify/day/trial/bundle.h"

#include <fmt/format.h>

#include "verify/day/base/files.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

struct Parts {
    std::vector<std::string> includes;  // whole lines
    std::string rest;                   // the text with blank lines in their place
    std::vector<std::string> macros;    // that it defines
};

std::optional<Parts> parts_of(const std::string& text) {
    Parts parts{.includes = {}, .rest = text, .macros = {}};
    const std::vector<source::Token> tokens = source::lex(text);
    int conditions = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != source::Kind::directive) continue;
        const std::string_view name = trimmed(tokens[i].text.substr(1));
        if (name.starts_with("if")) ++conditions;
        if (name == "endif") --conditions;
        if (name == "define" && i + 1 < tokens.size()) parts.macros.emplace_back(tokens[i + 1].text);
        if (name != "include") continue;
        if (conditions > 0 || !parts.macros.empty()) return std::nullopt;
        std::size_t end = i;
        while (end < tokens.size() && tokens[end].kind != source::Kind::newline) ++end;
        const std::size_t begin = tokens[i].begin, stop = end < tokens.size() ? tokens[end].begin : text.size();
        parts.includes.push_back(text.substr(begin, stop - begin));
        for (std::size_t at = begin; at < stop; ++at)
            if (parts.rest[at] != '\n') parts.rest[at] = ' ';
    }
    return parts;
}

}  // namespace

std::optional<std::string> bundled(const std::vector<std::string>& texts) {
    std::vector<std::string> includes = {"#include <stdlib.h>"};
    std::string copies, cases;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::optional<Parts> parts = parts_of(texts[i]);
        if (!parts) return std::nullopt;
        for (const std::string& line : parts->includes)
            if (!in(includes, line)) includes.push_back(line);
        copies += fmt::format("namespace daybreak_copy_{} {{\n{}\n}}\n", i, parts->rest);
        for (const std::string& macro : parts->macros) copies += fmt::format("#undef {}\n", macro);
        cases += fmt::format("        case {0}: return daybreak_call(daybreak_copy_{0}::main, argc, argv);\n", i);
    }
    std::string text;
    for (const std::string& line : includes) text += line + "\n";
    return text + copies + "#line 1 \"daybreak_copies\"\n" +
           "[[maybe_unused]] static int daybreak_call(int (*copy)(int, char**), int argc, char** argv) { return "
           "copy(argc, argv); }\n"
           "[[maybe_unused]] static int daybreak_call(int (*copy)(), int, char**) { return copy(); }\n"
           "int main(int argc, char** argv) {\n"
           "    const char* const number = getenv(\"DAYBREAK_COPY\");\n"
           "    const int copy = number != nullptr ? atoi(number) : -1;\n"
           "    unsetenv(\"DAYBREAK_COPY\");\n"
           "    switch (copy) {\n" +
           cases +
           "    }\n"
           "    return 2;\n"
           "}\n";
}

}  // namespace day
