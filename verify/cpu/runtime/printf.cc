#include "cpu/printf.h"

#include <cstdarg>
#include <string>

#include "verify/cpu/runtime/block.h"

namespace cpu_device {

int printf(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = 0;
    if (Worker* worker = Worker::running_kernel()) {
        va_list again;
        va_copy(again, arguments);
        written = std::vsnprintf(nullptr, 0, format, again);
        va_end(again);
        std::string text(written < 0 ? 0 : static_cast<std::size_t>(written) + 1, '\0');
        std::vsnprintf(text.data(), text.size(), format, arguments);
        if (!text.empty()) text.pop_back();  // the terminating zero
        worker->print(text);
    } else {
        written = std::vprintf(format, arguments);
    }
    va_end(arguments);
    return written;
}

}  // namespace cpu_device
