// What stands on the learner's screen: colour where a terminal wants it, tables that fit its width.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace day {

// Columns of the terminal at standard output (or error); 0 when it is none (a pipe, a file): no limit.
int screen_width(std::FILE* stream = stdout);

// Columns of a line at standard error that can be taken away again; 0 where none can: no terminal, or a dumb one.
int passing_width();

// As much of the text as fits into so many columns, dots at its end where something is missing.
std::string cut(std::string_view text, std::size_t columns);

// The columns that a text takes: of UTF-8, not its bytes; colours take none.
std::size_t columns_of(std::string_view text);

// Coloured for standard output, or the text as it is when that is piped, or NO_COLOR is set, or TERM is dumb.
std::string green(std::string_view text);
std::string red(std::string_view text);
std::string yellow(std::string_view text);

// Plain text in lines that fit the screen, and none longer than a line of a book; each starts with `indent` spaces, the
// first one with `start` instead. A word that is too long stays whole, and so does a command (`scripts/day ...`, up to
// a full stop or its like): it is there to be copied.
std::string prose(std::string_view text, std::size_t indent = 0, std::string_view start = {});

// The same on a terminal; elsewhere, where other programs read it, one line.
std::string flow(std::string_view text, std::size_t indent = 0, std::string_view start = {});

// What ended a command, on standard error: one line, or on a terminal as many as it takes.
void print_failure(std::string_view line);

// The last line of a screen: the command to type next, without `scripts/day `.
void print_next(std::string_view command);

// Rows under a header, columns aligned at the left and two spaces apart; the widest columns are cut to the screen.
std::string table(const std::vector<std::vector<std::string>>& rows, int width);

// Says on a terminal what is being waited for, in one line; end() takes it away. Silent where no line can be.
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
