#include "cpu/printf.h"

#include <cstdarg>
#include <string>

#include "verify/cpu/runtime/block.h"
#include "verify/cpu/runtime/format.h"

namespace cpu_device {

int printf(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    int written = 0;
    if (Worker* worker = Worker::running_kernel()) {
        const std::string text = format_list(format, arguments);
        worker->print(text);
        written = static_cast<int>(text.size());
    } else {
        written = std::vprintf(format, arguments);
    }
    va_end(arguments);
    return written;
}

}  // namespace cpu_device
