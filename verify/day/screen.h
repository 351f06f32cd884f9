// What stands on the learner's screen: colour where a terminal wants it, tables that fit its width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace day {

// Columns of the terminal at standard output; 0 when it is none (a pipe, a file): no limit.
int screen_width();

// Coloured for standard output, or the text as it is when that is piped, or NO_COLOR is set, or TERM is dumb.
std::string green(std::string_view text);
std::string red(std::string_view text);
std::string yellow(std::string_view text);

// Rows under a header, columns aligned at the left and two spaces apart; the widest column is cut to the screen.
std::string table(const std::vector<std::vector<std::string>>& rows, int width);

// Says on a terminal what is being waited for; end() takes the line away. Silent when standard error is no terminal.
class Waiting {
 public:
    explicit Waiting(std::string_view what);
    ~Waiting() { end(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    void end();

 private:
    bool shown_ = false;
};

}  // namespace day
