// The one exception of this program: a clear line for the learner and the exit code that goes with it.
#pragma once

#include <stdexcept>
#include <string>

namespace day {

struct Failure : std::runtime_error {
    // `line`: what was needed, what was found, and the command that mends it. One line, no full stop at its end.
    explicit Failure(const std::string& line, int exit_code = 1) : std::runtime_error(line), code(exit_code) {}
    int code;
};

}  // namespace day
