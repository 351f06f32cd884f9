// Prepares a program for the check build. The thread-sanitizer instrumentation sees every access that the compiler
// makes; this pass, which works on tokens like the rewriter and runs before it, says which functions need none, and
// tells the checker names that a compiled program no longer has:
//     host functions and lambdas   get __attribute__((no_sanitize_thread)): they run at full speed
//     kernels                      their parameters' names, for messages about the arrays behind them
//     __device__, __constant__     variables: address, size and name
//     memcpy, memmove, memset      calls: the checker's own, which tell it of the bytes
// It takes text in which the qualifiers still stand (cpu/qualifiers.h leaves them with DAYBREAK_CHECK) and removes
// them. A function that it does not recognise stays instrumented, which costs time and nothing else.
#pragma once

#include <string>
#include <string_view>

namespace cpu_device {

// `text` as the preprocessor left it. No line moves to another number.
std::string mark_for_check(std::string_view text);

}  // namespace cpu_device
