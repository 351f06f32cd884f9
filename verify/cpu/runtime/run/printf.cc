#include "cpu/printf.h"

#include <cstdarg>
#include <cstring>
#include <string>

#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {
namespace {

// How many arguments the conversions of `format` take.
int count_arguments(const char* format) {
    int count = 0;
    while ((format = std::strchr(format, '%')) != nullptr) {
        for (++format; *format != '\0' && std::strchr("-+ #0123456789.*", *format) != nullptr; ++format)
            count += *format == '*';
        if (*format == '\0') break;
        count += *format++ != '%';
    }
    return count;
}

}  // namespace

int printf(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    int result = 0;
    if (Worker* worker = Worker::running_kernel()) {
        const HostMemory own;
        worker->print(format_list(format, arguments));
        result = count_arguments(format);
    } else {
        result = std::vprintf(format, arguments);
    }
    va_end(arguments);
    return result;
}

}  // namespace cpu_device
