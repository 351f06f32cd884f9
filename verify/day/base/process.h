// Child processes: started without a shell, each in a process group of its own, so that nothing outlives a Ctrl-C.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace day {

struct Command {
    std::vector<std::string> words;                                   // the program and its arguments
    std::map<std::string, std::optional<std::string>> environment{};  // set; nullopt = taken out
    std::filesystem::path folder{};                                   // where it runs; empty = here
    double limit_s = 0.0;                                             // killed after so many seconds; 0 = never
    double limit_cpu_s = 0.0;  // killed when it has used so many seconds of a processor, rounded up; 0 = never

    // As one would type it: `DAYBREAK_EXACT=1 program argument`.
    std::string text() const;
};

// A word as one types it into a shell: in quotes where it needs them.
std::string quoted(const std::string& word);

// Arguments of a program behind the command that runs it: " -- --size 9"; "" when there are none.
std::string behind_dashes(const std::vector<std::string>& arguments);

struct Outcome {
    int exit = 0;              // exit code, when it ended by itself
    int signal = 0;            // the signal that killed it, or 0
    bool timed_out = false;    // it was killed for a limit
    bool used_up = false;      // for that of the processor's time
    bool interrupted = false;  // Ctrl-C (or a request to end) came meanwhile and was passed on
    bool shown = false;        // of capture(): the output went to standard error too
    double seconds = 0.0;
    double cpu_seconds = 0.0;  // of the processors, with the children that it waited for
    std::string output{};      // of capture(): standard output and error as one; its middle may be left out

    bool good() const { return exit == 0 && signal == 0; }
    int code() const { return signal ? 128 + signal : exit; }  // as a shell counts
    std::string verdict() const;                               // "exit 3", "SIGSEGV (Segmentation fault)", ...
};

// While one lives, the children run only until `says` is true, which is asked several times a
// second: then the group of each is ended, and run_shown() and capture() throw Failure(`why`). One at a time.
class EndsWhen {
 public:
    EndsWhen(std::function<bool()> says, std::string why);
    ~EndsWhen();
    EndsWhen(const EndsWhen&) = delete;
    EndsWhen& operator=(const EndsWhen&) = delete;
};

// Did Ctrl-C, or a request to end, come while the last child ran?
bool was_interrupted();

// Runs it on this program's own output and error. Its input is this program's own too, but for a terminal, which
// a group in the background may not read: it finds the end of the file there.
// Failure when it cannot be started.
Outcome run_shown(const Command& command);

// What is kept of a child's output at either end; of one that prints for ever the middle is left out, which a line
// says.
constexpr std::size_t KEPT_BYTES = std::size_t(4) << 20;

// Runs it and keeps its output; its input is empty. Output of a command that takes longer than `show_after_s` goes
// to standard error as well, as it comes; negative = never. Failure when it cannot be started, and on Ctrl-C.
// Several threads may capture at once: Ctrl-C reaches all of their children.
Outcome capture(const Command& command, double show_after_s = -1.0);

// Where a program is found in PATH, then in `more` folders. nullopt when nowhere.
std::optional<std::filesystem::path> which(const std::string& name, const std::vector<std::string>& more = {});

// "SIGSEGV (Segmentation fault)".
std::string signal_name(int signal);

}  // namespace day
