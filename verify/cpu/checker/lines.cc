// By addr2line, which comes with every compiler.
#include "verify/cpu/checker/lines.h"

#include <execinfo.h>
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

std::string read_line(std::FILE* pipe) {
    std::string line;
    for (int c; (c = std::fgetc(pipe)) != EOF && c != '\n';) line += static_cast<char>(c);
    return line;
}

}  // namespace

std::string Line::text() const { return file + ":" + std::to_string(line); }

void find_lines(const std::vector<std::uintptr_t>& addresses) {
    std::vector<std::uintptr_t> unknown;
    std::string command = "addr2line -a -i -f -C -e '" + own_path() + "'";
    const auto base = reinterpret_cast<std::uintptr_t>(&__executable_start);
    for (const std::uintptr_t address : addresses) {
        if (known().count(address) != 0) continue;
        known()[address] = {"?", "?", 0};
        unknown.push_back(address);
        command += format(" 0x%zx", address - 1 - base);  // inside the call
    }
    if (unknown.empty()) return;
    std::FILE* const pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return;
    // 0xADDRESS, then for each function of its inline stack, the innermost first: its name, its file:line.
    std::size_t current = 0, seen = 0;
    bool found = false, own = false;
    for (std::string line = read_line(pipe); !line.empty(); line = read_line(pipe)) {
        if (line.starts_with("0x")) {
            current = seen++;
            found = own = false;
            continue;
        }
        const std::string place = read_line(pipe);
        const std::size_t colon = place.rfind(':');
        if (found || current >= unknown.size() || colon == std::string::npos) continue;
        const std::string file = place.substr(0, colon);
        if (is_own(file)) {
            own = true;
            known()[unknown[current]].in_own_code = true;
            continue;
        }
        known()[unknown[current]] = {line, file, std::atoi(place.c_str() + colon + 1), own};
        found = true;
    }
    pclose(pipe);
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
