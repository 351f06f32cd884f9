#include "verify/day/base/limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "verify/day/base/files.h"

namespace day {

int longer(double limit_s) { return int(std::min(10 * limit_s, double(MOST_LIMIT_S))); }

bool is_last_word(std::string_view line) {
    return line.starts_with("=========") && line.find(" still runs") != line.npos;
}

// Which kernel took the time?
static bool is_slow_word(std::string_view line) { return line.starts_with("========= slow: "); }

std::string what_never_ended(std::string_view who, const Outcome& outcome, double limit_s) {
    std::string slow;
    const bool idle = outcome.signal != SIGXCPU && outcome.cpu_seconds < limit_s;
    std::string text = idle ? fmt::format("{} did not end within {:g} s", who, IDLE * limit_s)
                            : fmt::format("{} did not end within {:g} s of processor time", who, limit_s);
    for (const std::string& line : lines_of(outcome.output))
        if (is_slow_word(line)) slow = "; " + std::string(trimmed(line.substr(line.find_first_not_of("= "))));
    for (const std::string& line : lines_of(outcome.output))
        if (is_last_word(line)) text += ": " + std::string(trimmed(line.substr(line.find_first_not_of("= "))));
    return text + slow;
}

}  // namespace day
