// printf into a string.
#pragma once

#include <cstdarg>
#include <string>

namespace cpu_device {

std::string format(const char* text, ...) __attribute__((format(printf, 1, 2)));
std::string format_list(const char* text, std::va_list arguments) __attribute__((format(printf, 1, 0)));

}  // namespace cpu_device
