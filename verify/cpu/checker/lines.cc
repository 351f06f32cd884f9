// By addr2line, which comes with every compiler.
#include "verify/cpu/checker/lines.h"

#include <execinfo.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <map>
#include <string>

#include "verify/cpu/runtime/ground/format.h"

extern "C" char __executable_start;  // from the linker

namespace cpu_device::checker {
namespace {

std::map<std::uintptr_t, Line>& known() {
    static auto* const lines = new std::map<std::uintptr_t, Line>;
    return *lines;
}

// Is it one of ours, which the program's author never saw?
bool is_own(const std::string& file) {
    return file.find("/cpu/include/") != std::string::npos || file.find("/include/c++/") != std::string::npos ||
           file == "??" || file.empty();
}

std::string own_path() {
    std::array<char, 4096> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
    return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : "";
}

// addr2line, started once: reading the program's debug information costs more than all questions. It ends when this
// program does, since its input ends then.
class Addr2line {
 public:
    Addr2line() {
        std::array<int, 2> ends{};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
        const std::string program = own_path();
        if (fork() == 0) {
            dup2(ends[1], STDIN_FILENO);
            dup2(ends[1], STDOUT_FILENO);
            dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
            execlp("addr2line", "addr2line", "-a", "-i", "-f", "-C", "-e", program.c_str(), nullptr);
            _exit(127);
        }
        close(ends[1]);
        questions_ = ends[0];
        answers_ = fdopen(ends[0], "r");
    }
    // False when it is not there.
    bool ask(std::uintptr_t address) const {
        const std::string question = format("0x%zx\n", static_cast<std::size_t>(address));
        return answers_ != nullptr && send(questions_, question.data(), question.size(), MSG_NOSIGNAL) > 0;
    }
    std::string read_line() const {
        std::string line;
        for (int c; (c = std::fgetc(answers_)) != EOF && c != '\n';) line += static_cast<char>(c);
        return line;
    }

 private:
    int questions_ = -1;
    std::FILE* answers_ = nullptr;
};

}  // namespace

std::string Line::text() const { return file + ":" + std::to_string(line); }

void find_lines(const std::vector<std::uintptr_t>& addresses) {
    static const auto* const addr2line = new Addr2line;
    const auto base = reinterpret_cast<std::uintptr_t>(&__executable_start);
    for (const std::uintptr_t address : addresses) {
        const auto [known_line, is_new] = known().try_emplace(address, Line{"?", "?", 0});
        // Inside the call; the question after it, for nothing, marks where the answer ends.
        if (!is_new || !addr2line->ask(address - 1 - base) || !addr2line->ask(0)) continue;
        // 0xADDRESS, then for each function of its inline stack, the innermost first: its name, its file:line.
        addr2line->read_line();
        bool found = false, own = false;
        for (std::string name = addr2line->read_line(); !name.empty() && !name.starts_with("0x");
             name = addr2line->read_line()) {
            const std::string place = addr2line->read_line();
            const std::size_t colon = place.rfind(':');
            if (found || colon == std::string::npos) continue;
            const std::string file = place.substr(0, colon);
            if (is_own(file)) {
                known_line->second.in_own_code = own = true;
                continue;
            }
            known_line->second = {name, file, std::atoi(place.c_str() + colon + 1), own};
            found = true;
        }
        addr2line->read_line();
        addr2line->read_line();
    }
}

Line line_of(std::uintptr_t address) {
    find_lines({address});
    return known()[address];
}

Line first_own_line(const void* instruction) {
    std::array<void*, 64> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    std::vector<std::uintptr_t> places = {reinterpret_cast<std::uintptr_t>(instruction) + 1};
    for (int i = 0; i < count; ++i)
        places.push_back(reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)]));
    for (const std::uintptr_t place : places) {
        const Line line = line_of(place);
        if (line.line != 0 && line.file.find("/verify/cpu/") == std::string::npos) return line;
    }
    return {};
}

}  // namespace cpu_device::checker
