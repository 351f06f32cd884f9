// Clocks: the device's count nanoseconds.
#include <chrono>
#include <ctime>

#include "cpu/thread.h"
#include "verify/cpu/runtime/run/block.h"

// The C library's clock(), for a program that is linked with the CPU device; in a kernel it is the device's.
extern "C" std::clock_t clock() noexcept {
    if (cpu_device::Worker::running_kernel() != nullptr) return clock64();
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
long long clock64() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
unsigned long long globaltimer() { return static_cast<unsigned long long>(clock64()); }
