// The other end of verify/baseline/pytorch.py: one line asks, one line answers.
#include "verify/baseline/pytorch.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace baseline {
namespace {

// One python3 for the whole program, started when it is first asked.
class Python {
 public:
    static Python& only() {
        static Python python;
        return python;
    }

    // The answer, without its line end; "missing ..." when there is none.
    std::string ask(const std::string& line) {
        if (!to_) return "missing python3 could not be started";
        std::fprintf(to_, "%s\n", line.c_str());
        std::fflush(to_);
        char answer[1024];
        if (!std::fgets(answer, sizeof answer, from_)) {
            std::fclose(to_);
            to_ = nullptr;
            return "missing python3 ended; its last words are above";
        }
        answer[std::strcspn(answer, "\n")] = '\0';
        return answer;
    }

 private:
    Python() {
        int down[2], up[2];
        if (pipe(down) != 0 || pipe(up) != 0) return;
        std::signal(SIGPIPE, SIG_IGN);  // a write to a python3 that ended is an error, no end of this program
        child_ = fork();
        if (child_ == 0) {
            dup2(down[0], STDIN_FILENO);
            dup2(up[1], STDOUT_FILENO);
            for (const int end : {down[0], down[1], up[0], up[1]}) close(end);
            execlp("python3", "python3", DAYBREAK_SOURCE_DIR "/verify/baseline/pytorch.py", nullptr);
            std::_Exit(127);
        }
        close(down[0]);
        close(up[1]);
        to_ = child_ > 0 ? fdopen(down[1], "w") : nullptr;
        from_ = fdopen(up[0], "r");
    }
    ~Python() {
        if (to_) std::fclose(to_);  // its input ends, and so does it
        if (child_ > 0) waitpid(child_, nullptr, 0);
    }

    pid_t child_ = -1;
    std::FILE *to_ = nullptr, *from_ = nullptr;
};

}  // namespace

verify::Baseline pytorch(const std::string& operation, const std::vector<long>& sizes, Mode mode) {
    constexpr const char* MODES[] = {"eager", "compiled", "graphed"};
    const std::string name = std::string("PyTorch ") + MODES[int(mode)];
    std::string what = operation + " " + MODES[int(mode)];
    for (const long size : sizes) what.append(" ").append(std::to_string(size));
    const std::string answer = Python::only().ask("prepare " + what);
    if (answer.rfind("ready ", 0) == 0)
        return {.name = name, .settings = answer.substr(6), .span_ms = [](int, int runs) {
                    const std::string ms = Python::only().ask("run " + std::to_string(runs));
                    char* end = nullptr;
                    const double value = std::strtod(ms.c_str(), &end);
                    if (*end == '\0' && end != ms.c_str()) return value;
                    std::fprintf(stderr, "PyTorch: %s\n", ms.c_str());
                    std::exit(1);
                }};
    return {.name = name, .missing = answer.rfind("missing ", 0) == 0 ? answer.substr(8) : answer};
}

}  // namespace baseline
