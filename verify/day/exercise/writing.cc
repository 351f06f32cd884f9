#include "verify/day/exercise/writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/exercise/own_copy.h"
#include "verify/source/functions.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

using source::Declaration;
using source::Kind;
using source::Token;

std::string id_of(const KernelTask& kernel) { return fmt::format("{}{}", WRITE, kernel.name); }

std::string words_of(const std::vector<Token>& tokens) {
    std::string words;
    for (const Token& token : tokens) words += std::string(token.text) + "\n";
    return words;
}

// Another one when the lesson's kernel is: comments and blanks do not count.
std::string kernel_hash(const Lesson& lesson, const KernelTask& kernel) {
    const std::string source = read_file(lesson.program);
    const NamedRegion function = kernel_in(source, kernel.name);
    const std::string code = source.substr(function.region.code, function.body_end - function.region.code);
    return hash_text(words_of(source::lex(code)));
}

// A program, parted into what is the learner's and what is not.
struct Parts {
    std::vector<Token> around;                         // without the body, what was added, and #include lines
    std::vector<Token> own;                            // the body, and what was added
    std::vector<std::pair<std::string, int>> headers;  // of each #include its words, and its line
    int kernels = 0;                                   // of the name that is asked for
};

// `known`: the lesson's names; in the lesson itself nothing is added, and none are needed.
Parts parts_of(std::string_view text, const std::string& kernel, const std::set<std::string>* known) {
    const std::vector<Token> tokens = source::lex(text);
    enum class Whose { lesson, learner, header };
    std::vector<Whose> whose(tokens.size(), Whose::lesson);
    Parts parts;
    for (const Declaration& one : source::declarations_of(tokens)) {
        if (one.body == Declaration::NONE || one.last >= tokens.size()) continue;
        if (has(tokens, one, "__global__")) {
            if (qualified_name_of(tokens, one) != kernel) continue;
            ++parts.kernels;
            std::fill(whose.begin() + std::ptrdiff_t(one.body) + 1, whose.begin() + std::ptrdiff_t(one.last),
                      Whose::learner);
        } else if (known && has(tokens, one, "__device__") && !known->contains(name_of(tokens, one))) {
            std::fill(whose.begin() + std::ptrdiff_t(one.first), whose.begin() + std::ptrdiff_t(one.last) + 1,
                      Whose::learner);
        }
    }
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::directive || trimmed(tokens[i].text.substr(1)) != "include") continue;
        parts.headers.emplace_back("", tokens[i].line);
        for (; i < tokens.size() && tokens[i].kind != Kind::newline; ++i) {
            whose[i] = Whose::header;
            if (tokens[i].kind != Kind::directive) parts.headers.back().first += tokens[i].text;
        }
        if (i < tokens.size()) whose[i] = Whose::header;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (whose[i] != Whose::header) (whose[i] == Whose::lesson ? parts.around : parts.own).push_back(tokens[i]);
    return parts;
}

// The lesson's functions that run on the host alone.
std::set<std::string> host_functions(std::string_view text) {
    const std::vector<Token> tokens = source::lex(text);
    std::set<std::string> names;
    for (const Declaration& one : source::declarations_of(tokens))
        if (one.body != Declaration::NONE && !one.member && !has(tokens, one, "__global__") &&
            !has(tokens, one, "__device__") && !has(tokens, one, "constexpr"))
            names.insert(name_of(tokens, one));
    return names;
}

// The names of the namespaces that are opened there.
std::set<std::string> namespaces_of(std::string_view text) {
    const std::vector<Token> tokens = source::lex(text);
    std::set<std::string> names;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        if (tokens[i].is("namespace")) names.emplace(tokens[i + 1].text);
    return names;
}

// Is the name at `i` looked up in an object, a class or a namespace that is not the lesson's?
bool is_member(const std::vector<Token>& own, std::size_t i, const std::set<std::string>& lessons_namespaces) {
    if (i == 0) return false;
    if (own[i - 1].is(".") || own[i - 1].is("->")) return true;
    if (!own[i - 1].is("::") || i == 1) return false;
    const Token& before = own[i - 2];
    if (before.is(">")) return true;
    static const std::set<std::string_view> WORDS = {"return", "else", "do", "case", "throw", "co_return", "not"};
    return before.kind == Kind::identifier && !WORDS.contains(before.text) &&
           !lessons_namespaces.contains(std::string(before.text));
}

// Is the name at `i` called: f(, (f)(, f<T>( ?
bool is_called(const std::vector<Token>& own, std::size_t i) {
    std::size_t next = i + 1;
    if (next < own.size() && own[next].is("<")) {
        for (int depth = 0; next < own.size(); ++next) {
            if (own[next].is(";") || own[next].is("{") || own[next].is("}")) return false;
            depth += int(own[next].is("<")) - int(own[next].is(">"));
            if (depth == 0) break;
        }
        ++next;
    } else if (i > 0 && own[i - 1].is("(")) {
        while (next < own.size() && own[next].is(")")) ++next;
    }
    return next < own.size() && own[next].is("(");
}

// Does the #define at `i` leave a brace open, or close another one's?
bool hides_brace(const std::vector<Token>& own, std::size_t i) {
    int depth = 0;
    for (++i; i < own.size() && own[i].kind != Kind::newline && depth >= 0; ++i)
        depth += int(own[i].is("{")) - int(own[i].is("}"));
    return depth != 0;
}

// What the learner's own words must not do, or "". Where the body ends is told from its braces, so none may be hidden.
std::string misuse(const std::vector<Token>& own, std::string_view lesson, const std::set<std::string>& known,
                   const std::string& kernel) {
    static const std::set<std::string_view> CONDITIONS = {"if",   "ifdef",   "ifndef",   "elif",
                                                          "else", "elifdef", "elifndef", "endif"};
    const std::set<std::string> host = host_functions(lesson), namespaces = namespaces_of(lesson);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const int line = own[i].line;
        if (own[i].kind == Kind::directive) {
            const std::string_view word = trimmed(own[i].text.substr(1));
            const std::string name(i + 1 < own.size() ? own[i + 1].text : "");
            if (CONDITIONS.contains(word))
                return fmt::format("line {}: #{} hides lines from this check: write the body without it", line, word);
            if ((word == "define" || word == "undef") && known.contains(name))
                return fmt::format("line {}: the macro {} changes the lesson too: call it otherwise", line, name);
            if (word == "define" && hides_brace(own, i))
                return fmt::format("line {}: the macro {} hides a brace: write it out", line, name);
        }
        if (i + 1 < own.size() && own[i].end() == own[i + 1].begin)
            for (const auto& [one, other] : {std::pair{"<", "%"}, {"%", ">"}, {"%", ":"}})
                if (own[i].is(one) && own[i + 1].is(other))
                    return fmt::format("line {}: the digraph {}{} hides a brace: write it out", line, one, other);
        const std::string called(own[i].text);
        if (own[i].kind == Kind::identifier && host.contains(called) && !is_member(own, i, namespaces) &&
            is_called(own, i))
            return fmt::format("line {}: {} calls {}, which is host code: nvcc refuses that", line, kernel, called);
    }
    return "";
}

// The line of a text, without its blanks.
std::string line_text(std::string_view text, int line) {
    const std::vector<std::string> lines = lines_of(text);
    return line > 0 && std::size_t(line) <= lines.size() ? std::string(trimmed(lines[line - 1])) : "";
}

}  // namespace

Writing writing_of(const Progress& progress, const Lesson& lesson, const KernelTask& kernel) {
    Writing writing;
    const Entry* entry = progress.find(slug_of(lesson), id_of(kernel));
    if (!entry) return writing;
    writing.hints = std::min<int>(entry->number("hints"), int(kernel.hints.size()));
    writing.around = entry->value("around");
    if (!writing.around.empty()) writing.state = Writing::State::begun;
    if (entry->value("kernel") != kernel_hash(lesson, kernel)) {
        writing.changed = !entry->value("passed").empty() || !entry->value("gave-up").empty();
        return writing;
    }
    writing.passed = entry->value("passed");
    if (!writing.passed.empty()) writing.state = Writing::State::written;
    if (!entry->value("gave-up").empty()) writing.state = Writing::State::gave_up;
    return writing;
}

std::string writing_text(const Writing& writing) {
    const std::string hints =
        writing.hints > 0 ? fmt::format("{} hint{}", writing.hints, writing.hints > 1 ? "s" : "") : "";
    const char* state = writing.changed                            ? "changed since"
                        : writing.state == Writing::State::written ? "written"
                        : writing.state == Writing::State::gave_up ? "given up"
                        : writing.state == Writing::State::begun   ? "begun"
                                                                   : "";
    return fmt::format("{}{}{}", state, *state && !hints.empty() ? ", " : "", hints);
}

Entry& entry_of(Progress& progress, const Lesson& lesson, const KernelTask& kernel) {
    Entry& entry = progress.touch(slug_of(lesson), id_of(kernel));
    if (const std::string hash = kernel_hash(lesson, kernel); entry.value("kernel") != hash) {
        for (const char* key : {"passed", "gave-up"}) entry.set(key, "");
        entry.set("kernel", hash);
    }
    return entry;
}

fs::path copy_of(const Lesson& lesson, const KernelTask& kernel) {
    return copies_folder() / "write" / slug_of(lesson) / kernel.name / lesson.program.filename();
}

std::string to_be_written(const Lesson& lesson, const KernelTask& kernel) {
    const std::string source = read_file(lesson.program);
    const NamedRegion function = kernel_in(source, kernel.name);
    return source.substr(0, function.body) +
           fmt::format(
               "{{\n"
               "    // Write this body: what the comment above says. It is right when every gate passes and the\n"
               "    // checker finds nothing: scripts/day write {0} {1} --run (and --hint, where you are stuck).\n"
               "}}",
               lesson.number, kernel.name) +
           source.substr(function.body_end);
}

Beside beside(std::string_view lesson, std::string_view copy, const std::string& kernel) {
    const Parts wanted = parts_of(lesson, kernel, nullptr);
    std::set<std::string> known;
    for (const Token& token : wanted.around)
        if (token.kind == Kind::identifier) known.emplace(token.text);
    const Parts found = parts_of(copy, kernel, &known);
    Beside result;
    std::string words = words_of(wanted.around);
    for (const auto& [header, line] : wanted.headers) words += header + "\n";
    result.around = hash_text(words);
    result.is_empty = found.own.empty();
    if (found.kernels != 1) {
        result.foreign = fmt::format("{} kernels in it are named {}: there must be one", found.kernels, kernel);
        return result;
    }
    const auto [one, other] =
        std::mismatch(wanted.around.begin(), wanted.around.end(), found.around.begin(), found.around.end(),
                      [](const Token& a, const Token& b) { return a.text == b.text; });
    if (one != wanted.around.end() || other != found.around.end()) {
        const int line = other != found.around.end() ? other->line : int(lines_of(copy).size());
        result.foreign = fmt::format("line {} is not the lesson's", line);
        if (one != wanted.around.end())
            result.foreign += fmt::format(", where `{}` stands", line_text(lesson, one->line));
        return result;
    }
    for (const auto& [header, line] : found.headers) {
        const bool lessons = std::any_of(wanted.headers.begin(), wanted.headers.end(),
                                         [&, name = header](const auto& known_one) { return known_one.first == name; });
        if (!lessons && !header.starts_with("<"))
            result.foreign = fmt::format("line {}: only headers in <> may be added", line);
    }
    if (result.foreign.empty()) result.foreign = misuse(found.own, lesson, known, kernel);
    return result;
}

}  // namespace day
