// From an address in the program to its line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cpu_device::checker {

// A place in the program's text.
struct Line {
    std::string function;
    std::string file;
    int line = 0;
    bool in_own_code = false;  // in a function of the CPU device's own, which was called there

    std::string text() const;  // "file.cu:12"
};

// The line of a return address of an instrumented access, or of a call: that of the first function on its inline stack
// that is not the CPU device's own. Asks addr2line, for many addresses at once where it can.
Line line_of(std::uintptr_t address);
void find_lines(const std::vector<std::uintptr_t>& addresses);

// The line of `instruction`, or if that is the CPU device's own code of the call that led there; 0 where none is known.
// For signal handlers.
Line first_own_line(const void* instruction);

}  // namespace cpu_device::checker
