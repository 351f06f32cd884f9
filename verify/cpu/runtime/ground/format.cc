#include "verify/cpu/runtime/ground/format.h"

#include <cstdio>

#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device {

std::string format_list(const char* text, std::va_list arguments) {
    const HostMemory own;
    std::va_list measured;
    va_copy(measured, arguments);
    const int length = std::vsnprintf(nullptr, 0, text, measured);
    va_end(measured);
    std::string line(length < 0 ? 0 : static_cast<std::size_t>(length), '\0');
    std::vsnprintf(line.data(), line.size() + 1, text, arguments);
    return line;
}

std::string format(const char* text, ...) {
    std::va_list arguments;
    va_start(arguments, text);
    std::string line = format_list(text, arguments);
    va_end(arguments);
    return line;
}

}  // namespace cpu_device
