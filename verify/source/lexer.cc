#include "verify/source/lexer.h"

#include <cctype>

namespace source {
namespace {

bool starts_identifier(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }
bool continues_identifier(char c) { return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c)); }

// Is `prefix` what may stand before a quote: an encoding, and for a raw string an R?
bool is_string_prefix(std::string_view prefix) {
    for (const char* known : {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"})
        if (prefix == known) return true;
    return false;
}

class Lexer {
 public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        while (at_ < text_.size()) step();
        if (in_directive_) add(Kind::newline, text_.size());
        return std::move(tokens_);
    }

 private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void step() {
        const char c = peek();
        if (c == '\n') {
            if (in_directive_)
                add(Kind::newline, at_ + 1);
            else
                skip_to(at_ + 1);
            in_directive_ = false;
            line_start_ = true;
        } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
            skip_to(at_ + (peek(1) == '\n' ? 2 : 3));  // a spliced line goes on
        } else if (std::isspace(static_cast<unsigned char>(c))) {
            skip_to(at_ + 1);
        } else if (c == '/' && peek(1) == '/') {
            skip_to(end_of_line());
        } else if (c == '/' && peek(1) == '*') {
            const std::size_t close = text_.find("*/", at_ + 2);
            skip_to(close == std::string_view::npos ? text_.size() : close + 2);
        } else if (c == '#' && line_start_) {
            std::size_t end = at_ + 1;
            while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
            while (end < text_.size() && continues_identifier(text_[end])) ++end;
            add(Kind::directive, end);
            in_directive_ = true;
        } else if (starts_identifier(c)) {
            std::size_t end = at_;
            while (end < text_.size() && continues_identifier(text_[end])) ++end;
            const std::string_view word = text_.substr(at_, end - at_);
            const char quote = end < text_.size() ? text_[end] : '\0';
            if ((quote == '"' || quote == '\'') && is_string_prefix(word)) {
                if (word.back() == 'R' && quote == '"')
                    add(Kind::string, end_of_raw_string(end));
                else
                    add(quote == '"' ? Kind::string : Kind::character, end_of_quoted(end));
            } else {
                add(Kind::identifier, end);
            }
        } else if (std::isdigit(static_cast<unsigned char>(c)) ||
                   (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))) {
            add(Kind::number, end_of_number());
        } else if (c == '"' || c == '\'') {
            add(c == '"' ? Kind::string : Kind::character, end_of_quoted(at_));
        } else {
            const bool pair = (c == ':' && peek(1) == ':') || (c == '-' && peek(1) == '>');
            add(Kind::punctuation, at_ + (pair ? 2 : 1));
        }
    }

    std::size_t end_of_line() const {  // of a // comment, which a backslash continues
        std::size_t end = at_;
        while (end < text_.size() && (text_[end] != '\n' || spliced(end))) ++end;
        return end;
    }

    bool spliced(std::size_t newline) const {
        return text_[newline - 1] == '\\' || (text_[newline - 1] == '\r' && text_[newline - 2] == '\\');
    }

    std::size_t end_of_quoted(std::size_t open) const {
        std::size_t end = open + 1;
        while (end < text_.size() && text_[end] != text_[open] && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
        if (end < text_.size() && text_[end] == text_[open]) ++end;
        return end < text_.size() ? end : text_.size();
    }

    std::size_t end_of_raw_string(std::size_t open) const {
        const std::size_t paren = text_.find('(', open);
        if (paren == std::string_view::npos) return text_.size();
        const std::string close = ")" + std::string(text_.substr(open + 1, paren - open - 1)) + "\"";
        const std::size_t end = text_.find(close, paren);
        return end == std::string_view::npos ? text_.size() : end + close.size();
    }

    std::size_t end_of_number() const {  // digits, suffixes, exponents with sign, and 1'000 separators
        std::size_t end = at_;
        while (end < text_.size()) {
            const char c = text_[end];
            const char before = end > at_ ? text_[end - 1] : '\0';
            const bool sign =
                (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
            const bool hexadecimal = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
            const bool hexadecimal_e = hexadecimal && (before == 'e' || before == 'E');
            const bool separator = c == '\'' && end + 1 < text_.size() && continues_identifier(text_[end + 1]);
            if (!(continues_identifier(c) || c == '.' || separator || (sign && !hexadecimal_e))) break;
            ++end;
        }
        return end;
    }

    void add(Kind kind, std::size_t end) {
        tokens_.push_back({kind, text_.substr(at_, end - at_), at_, line_});
        skip_to(end);
        line_start_ = false;
    }

    void skip_to(std::size_t end) {
        for (; at_ < end; ++at_) line_ += text_[at_] == '\n';
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool line_start_ = true;
    bool in_directive_ = false;
    std::vector<Token> tokens_;
};

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

}  // namespace

std::vector<Token> lex(std::string_view text) { return Lexer(text).run(); }

std::size_t matching_close(const std::vector<Token>& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        if (opens(tokens[i])) ++depth;
        if (closes(tokens[i]) && --depth == 0) return i;
    }
    return tokens.size();
}

std::size_t matching_open(const std::vector<Token>& tokens, std::size_t close) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (closes(tokens[i])) ++depth;
        if (opens(tokens[i]) && --depth == 0) return i;
    }
    return tokens.size();
}

}  // namespace source
