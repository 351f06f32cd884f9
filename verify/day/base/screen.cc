#include "verify/day/base/screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace day {
namespace {

// Does the terminal understand more than text?
bool is_clever() {
    const char* terminal = std::getenv("TERM");
    return terminal && std::string_view(terminal) != "dumb";
}

bool has_colour() {
    const char* off = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(off && *off) && is_clever();
}

std::string painted(int code, std::string_view text) {
    static const bool colour = has_colour();
    return colour ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

// The length of the code point that starts at text[at], and the columns that it takes: East Asian signs take two,
// what is put over another sign none. (The C library's wcwidth would depend on the locale.)
struct Sign {
    std::size_t bytes, columns;
};
Sign sign_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (byte(0) == '\033') {  // a colour: up to its m
        const std::size_t end = text.find('m', at);
        return {end == text.npos ? text.size() - at : end + 1 - at, 0};
    }
    const std::size_t wanted = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc0 ? 2 : 1;
    if (wanted == 1 || at + wanted > text.size()) return {1, 1};
    char32_t code = byte(0) & (0xff >> (wanted + 1));
    for (std::size_t i = 1; i < wanted; ++i) code = code << 6 | (byte(i) & 0x3f);
    const auto in = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
    if (in(0x300, 0x36f) || in(0x200b, 0x200f) || in(0xfe00, 0xfe0f)) return {wanted, 0};
    const bool wide = in(0x1100, 0x115f) || in(0x2e80, 0xa4cf) || in(0xac00, 0xd7a3) || in(0xf900, 0xfaff) ||
                      in(0xfe30, 0xfe6f) || in(0xff00, 0xff60) || in(0xffe0, 0xffe6) || in(0x1f300, 0x1faff) ||
                      in(0x20000, 0x3fffd);
    return {wanted, wide ? 2u : 1u};
}

}  // namespace

std::string cut(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) return std::string(text);
    if (columns <= 3) return std::string(columns, '.');
    std::size_t at = 0, taken = 0;
    while (at < text.size()) {
        const Sign sign = sign_at(text, at);
        if (taken + sign.columns > columns - 3) break;
        at += sign.bytes, taken += sign.columns;
    }
    // At the end of a word, where that does not cost half of what there is room for.
    if (const std::size_t space = text.substr(0, at + 1).rfind(' '); space != text.npos && space > 0)
        if (const std::size_t whole = columns_of(text.substr(0, space)); 2 * whole >= columns)
            at = space, taken = whole;
    for (; at > 0 && std::string_view(",:;").find(text[at - 1]) != text.npos; --at) --taken;
    const bool coloured = text.find('\033') != text.npos;
    return fmt::format("{}...{}{}", text.substr(0, at), coloured ? "\033[0m" : "",
                       std::string(columns - 3 - taken, ' '));
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Sign sign = sign_at(text, at);
        at += sign.bytes, columns += sign.columns;
    }
    return columns;
}

namespace {

constexpr std::size_t BOOK = 100;  // columns of a line

// Words that follow a command in a sentence, and are no part of it.
bool goes_on(std::string_view word) {
    constexpr std::string_view VERBS[] = {"and",   "asks",  "begins", "does",  "for",   "gives", "goes",  "has",
                                          "if",    "in",    "is",     "it",    "lists", "looks", "makes", "names",
                                          "notes", "on",    "or",     "puts",  "runs",  "says",  "shows", "starts",
                                          "takes", "tells", "to",     "which", "with",  "writes"};
    return std::find(std::begin(VERBS), std::end(VERBS), word) != std::end(VERBS);
}

// The next word of the text, or a whole command: what is to be copied stands in one line. Where it takes more than
// `width` columns it ends at the first word that goes on with the sentence.
std::string_view next_word(std::string_view text, std::size_t width) {
    const auto end_of_word = [&](std::size_t at) { return std::min(text.size(), text.find_first_of(" \n", at)); };
    std::size_t end = end_of_word(0);
    const std::string_view word = text.substr(0, end);
    if (!word.ends_with("scripts/day")) return word;
    const auto is_last = [&] { return std::string_view(".,:;)?").find(text[end - 1]) != text.npos; };
    std::size_t before_sentence = text.npos;
    while (end < text.size() && text[end] == ' ' && !is_last()) {
        const std::size_t next = end_of_word(end + 1);
        if (before_sentence == text.npos && goes_on(text.substr(end + 1, next - end - 1))) before_sentence = end;
        end = next;
    }
    return text.substr(0, columns_of(text.substr(0, end)) <= width ? end : std::min(end, before_sentence));
}

std::string in_lines(std::string_view text, std::size_t columns, std::size_t indent, std::string_view start) {
    constexpr std::size_t LEAST = 20;
    const std::size_t width = std::max(LEAST, std::min(BOOK, columns));
    std::string lines, line = start.empty() ? std::string(indent, ' ') : std::string(start);
    bool fresh = true;  // nothing but the indentation in this line yet
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view word = next_word(text.substr(at), width - std::min(indent, width));
        at += word.size() + 1;
        if (word.empty()) continue;
        if (!fresh && columns_of(line) + 1 + columns_of(word) > width) {
            lines += line + "\n";
            line = std::string(indent, ' ');
            fresh = true;
        }
        line += (fresh ? "" : " ") + std::string(word);
        fresh = false;
    }
    return lines + line + "\n";
}

}  // namespace

std::string prose(std::string_view text, std::size_t indent, std::string_view start) {
    return in_lines(text, screen_width() > 0 ? screen_width() : BOOK, indent, start);
}

std::string flow(std::string_view text, std::size_t indent, std::string_view start) {
    return screen_width() > 0 ? prose(text, indent, start) : fmt::format("{}{}\n", start, text);
}

void print_failure(std::string_view line) {
    constexpr std::string_view NAME = "day: ";
    std::fflush(stdout);
    const int width = screen_width(stderr);
    fmt::print(stderr, "{}", width > 0 ? in_lines(line, width, NAME.size(), NAME) : fmt::format("{}{}\n", NAME, line));
}

void print_next(std::string_view command) {
    fmt::print("Next: scripts/day{}{}\n", command.empty() ? "" : " ", command);
}

int screen_width(std::FILE* stream) {
    winsize size{};
    if (!isatty(fileno(stream)) || ioctl(fileno(stream), TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col;
}

int passing_width() { return is_clever() ? screen_width(stderr) : 0; }

std::string green(std::string_view text) { return painted(32, text); }
std::string red(std::string_view text) { return painted(31, text); }
std::string yellow(std::string_view text) { return painted(33, text); }

std::string table(const std::vector<std::vector<std::string>>& rows, int width) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
    }
    std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
    for (const std::size_t w : widths) total += w;

    constexpr std::size_t LEAST = 12;  // a column cut further says nothing
    while (width > 0 && total > std::size_t(width)) {
        const auto widest = std::max_element(widths.begin(), widths.end());
        if (*widest <= LEAST) break;
        --*widest, --total;
    }

    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string cell = cut(row[i], widths[i]);
            line += fmt::format("{}{}{}", i ? "  " : "", cell, std::string(widths[i] - columns_of(cell), ' '));
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

Waiting::Waiting(std::string_view what) {
    const int width = passing_width();
    shown_ = width > 0;
    // A line that is full may already have begun the next one, which nobody would take away.
    if (shown_) fmt::print(stderr, "{}", cut(fmt::format("{} ...", what), width - 1)), std::fflush(stderr);
}

void Waiting::end() {
    if (shown_) fmt::print(stderr, "\r\033[K"), std::fflush(stderr);
    shown_ = false;
}

}  // namespace day
