// Tokens of C++ and CUDA text. A lexer, not a parser: it knows what a comment, a string and a raw string are, so that
// words inside them never mislead a search of the text (by the CPU device's rewriter, by the excerpts of the pages).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace source {

enum class Kind {
    identifier,  // keywords too
    number,
    string,  // "..." and R"(...)", with prefix
    character,
    punctuation,  // one character a token, but for :: and -> : `>>>` is three tokens that touch
    directive,    // the '#' and name of a preprocessor line: "#include", "#define"; the rest of the line follows as
                  // tokens
    newline,      // ends a directive, and stands nowhere else
};

struct Token {
    Kind kind;
    std::string_view text;  // a view into the text that was lexed
    std::size_t begin;      // byte offset of its first character
    int line;               // counted from 1

    std::size_t end() const { return begin + text.size(); }
    bool is(std::string_view word) const { return text == word && kind != Kind::string && kind != Kind::character; }
};

// All tokens of `text` in order, comments and white space left out. Never fails: an unfinished string or comment
// ends where the line or the text ends. `text` must outlive the tokens.
std::vector<Token> lex(std::string_view text);

// Index of the bracket that closes the one at `open` (which is one of ( [ { ), or tokens.size() if none does.
std::size_t matching_close(const std::vector<Token>& tokens, std::size_t open);

// Index of the bracket that opens the one at `close` (which is one of ) ] } ), or tokens.size() if none does.
std::size_t matching_open(const std::vector<Token>& tokens, std::size_t close);

}  // namespace source
