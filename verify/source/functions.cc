#include "verify/source/functions.h"

#include <algorithm>
#include <utility>

namespace source {
namespace {

// Words before a parenthesis that are no function's name.
bool takes_arguments(const Token& token) {
    for (const char* known : {"__launch_bounds__", "__align__", "__attribute__", "__declspec", "__cluster_dims__",
                              "alignas", "decltype", "noexcept", "requires", "explicit", "throw", "sizeof", "typeof"})
        if (token.is(known)) return true;
    return false;
}

class Reader {
 public:
    explicit Reader(const std::vector<Token>& tokens) : tokens_(tokens) {}

    std::vector<Declaration> read() {
        for (std::size_t i = 0; i < tokens_.size();) i = declaration(i);
        return std::move(declarations_);
    }

 private:
    bool is(std::size_t i, std::string_view word) const { return i < tokens_.size() && tokens_[i].is(word); }

    std::size_t past_bracket(std::size_t open) const {
        return std::min(tokens_.size(), matching_close(tokens_, open) + 1);
    }

    std::size_t past_directive(std::size_t i) const {
        while (i < tokens_.size() && tokens_[i].kind != Kind::newline) ++i;
        return i + 1;
    }

    // Past the `>` that closes the `<` at `open`; past the `<` alone where none does before the declaration ends.
    std::size_t past_angles(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size() && !is(i, ";"); ++i) {
            if (is(i, "(") || is(i, "[") || is(i, "{")) i = past_bracket(i) - 1;
            if (is(i, "<")) ++depth;
            if (is(i, ">") && --depth == 0) return i + 1;
        }
        return open + 1;
    }

    // Back to the `<` that the `>` at `close` closes, but not before `first`.
    std::size_t before_angles(std::size_t close, std::size_t first) const {
        int depth = 0;
        for (std::size_t i = close + 1; i-- > first;) {
            if (is(i, ">")) ++depth;
            if (is(i, "<") && --depth == 0) return i;
        }
        return close;
    }

    // The name before the parenthesis at `open`: an identifier, also f in f<int>(...); NONE where there is none.
    std::size_t name_before(std::size_t open, std::size_t first) const {
        std::size_t i = open;
        if (i > first && is(i - 1, ">")) i = before_angles(i - 1, first);
        const bool named = i > first && tokens_[i - 1].kind == Kind::identifier && !takes_arguments(tokens_[i - 1]);
        return named ? i - 1 : Declaration::NONE;
    }

    std::size_t past_template(std::size_t i) const {
        while (is(i, "template") && is(i + 1, "<")) i = past_angles(i + 1);
        return i;
    }

    std::size_t past_prefixes(std::size_t i) const {
        while (true) {
            const std::size_t before = i;
            i = past_template(i);
            if (is(i, "[") && is(i + 1, "[")) i = past_bracket(i);
            if (is(i, "extern") && i + 1 < tokens_.size() && tokens_[i + 1].kind == Kind::string) i += 2;
            if (i == before) return i;
        }
    }

    // Reads one declaration that starts at `first`; returns where the next one starts.
    std::size_t declaration(std::size_t first) {
        if (tokens_[first].kind == Kind::directive) return past_directive(first);
        if (is(first, "}")) {
            if (!classes_.empty()) classes_.pop_back();
            return first + 1;
        }
        if (is(first, ";") || tokens_[first].kind == Kind::newline) return first + 1;
        if ((is(first, "public") || is(first, "private") || is(first, "protected")) && is(first + 1, ":"))
            return first + 2;

        Declaration found{.first = first, .specifiers = past_prefixes(first)};
        found.member = !classes_.empty() && classes_.back();
        bool scope = false;     // it is a namespace, a class or an extern "C" block: its braces hold declarations
        bool is_class = false;  // and that of a class
        bool value = false;     // an `=` came: what braces follow are a value
        bool members = false;   // the `:` of a constructor's initialisers came
        for (std::size_t i = past_template(first); i < tokens_.size(); ++i) {
            const Token& token = tokens_[i];
            const bool function = found.name != Declaration::NONE;
            if (token.kind == Kind::directive) {
                i = past_directive(i) - 1;
            } else if (token.kind == Kind::newline) {
                return i + 1;
            } else if (token.is(";")) {
                found.last = i;
                declarations_.push_back(found);
                return i + 1;
            } else if (token.is("}")) {
                return i;  // ends the scope around it
            } else if (token.is("namespace")) {
                scope = scope || !function;
            } else if (token.is("class") || token.is("struct") || token.is("union")) {
                scope = scope || !function;
                is_class = true;
            } else if (token.is("extern") && i + 1 < tokens_.size() && tokens_[i + 1].kind == Kind::string) {
                scope = is(i + 2, "{");
            } else if (token.is("enum")) {
                value = true;
            } else if (token.is("operator") && !value) {
                std::size_t open = i + 1;  // operator== (...), operator() (...)
                while (open < tokens_.size() && !is(open, "(")) ++open;
                if (open == i + 1 && is(open + 1, ")")) open += 2;
                found.name = i, found.parameters = open;
                i = past_bracket(open) - 1;
            } else if (token.is("=")) {
                value = true;
            } else if (token.is("(") || token.is("[")) {
                if (token.is("(") && !function && !value)
                    if (const std::size_t name = name_before(i, first); name != Declaration::NONE)
                        found.name = name, found.parameters = i;
                i = past_bracket(i) - 1;
            } else if (token.is(":") && function) {
                members = true;
            } else if (token.is("{")) {
                const bool of_member = members && !is(i - 1, ")") && !is(i - 1, "}");  // A() : a{1} ...
                if (function && !value && !of_member) return past_body(found, i);
                if (scope && !function && !value) {
                    classes_.push_back(is_class);
                    return i + 1;  // go on with what is inside
                }
                i = past_bracket(i) - 1;
            }
        }
        return tokens_.size();
    }

    std::size_t past_body(Declaration& function, std::size_t open) {
        function.body = open;
        function.last = matching_close(tokens_, open);
        while (is(function.last + 1, "catch") && is(function.last + 2, "(")) {  // the whole body is a try block
            const std::size_t handler = past_bracket(function.last + 2);
            if (!is(handler, "{")) break;
            function.last = matching_close(tokens_, handler);
        }
        declarations_.push_back(function);
        return function.last + 1;
    }

    const std::vector<Token>& tokens_;
    std::vector<Declaration> declarations_;
    std::vector<bool> classes_;  // the scopes that are open; true: a class's
};

}  // namespace

std::vector<Declaration> declarations_of(const std::vector<Token>& tokens) { return Reader(tokens).read(); }

bool has(const std::vector<Token>& tokens, const Declaration& declaration, std::string_view word) {
    for (std::size_t i = declaration.first; i < std::min(declaration.body, declaration.last); ++i)
        if (tokens[i].is(word)) return true;
    return false;
}

std::string name_of(const std::vector<Token>& tokens, const Declaration& function) {
    std::string text;
    for (std::size_t i = function.name; i < function.parameters; ++i) text += tokens[i].text;
    return text;
}

std::string qualified_name_of(const std::vector<Token>& tokens, const Declaration& function) {
    std::string text = name_of(tokens, function);
    for (std::size_t i = function.name; i >= 2 && tokens[i - 1].is("::") && tokens[i - 2].kind == Kind::identifier;
         i -= 2)
        text.insert(0, std::string(tokens[i - 2].text) + "::");
    return text;
}

}  // namespace source
