#include "verify/day/screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace day {
namespace {

bool has_colour() {
    const char* off = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) && !(off && *off) && terminal && std::string_view(terminal) != "dumb";
}

std::string painted(int code, std::string_view text) {
    static const bool colour = has_colour();
    return colour ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

}  // namespace

int screen_width() {
    winsize size{};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col;
}

std::string green(std::string_view text) { return painted(32, text); }
std::string red(std::string_view text) { return painted(31, text); }
std::string yellow(std::string_view text) { return painted(33, text); }

std::string table(const std::vector<std::vector<std::string>>& rows, int width) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
    for (const std::size_t w : widths) total += w;

    constexpr std::size_t LEAST = 12;  // a column cut further says nothing
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (width > 0 && total > std::size_t(width) && *widest > LEAST) {
        const std::size_t over = total - width;
        *widest = *widest > LEAST + over ? *widest - over : LEAST;
    }

    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string cell = row[i].size() > widths[i] ? row[i].substr(0, widths[i] - 3) + "..." : row[i];
            line += fmt::format("{}{:<{}}", i ? "  " : "", cell, widths[i]);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

Waiting::Waiting(std::string_view what) {
    shown_ = isatty(STDERR_FILENO);
    if (shown_) fmt::print(stderr, "{} ...", what), std::fflush(stderr);
}

void Waiting::end() {
    if (shown_) fmt::print(stderr, "\r\033[K"), std::fflush(stderr);
    shown_ = false;
}

}  // namespace day
