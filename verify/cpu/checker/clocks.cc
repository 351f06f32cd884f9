#include "verify/cpu/checker/clocks.h"

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <ctime>

#include "verify/cpu/runtime/ground/environment.h"

namespace cpu_device::checker {
namespace {

constexpr long LEAP_S = 1, LEAP_NS = 370'000'000, SECOND_NS = 1'000'000'000;

constinit bool leap = false;
constinit std::atomic<long> looks = 0;

int look_at(clockid_t clock, timespec* time) {
    const int result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    if (result != 0 || !leap) return result;
    const long n = ++looks, nanoseconds = time->tv_nsec + n * LEAP_NS;
    time->tv_sec += n * LEAP_S + nanoseconds / SECOND_NS;
    time->tv_nsec = nanoseconds % SECOND_NS;
    return 0;
}

}  // namespace

void set_clocks() {
    const char* const asked_for = asked("DAYBREAK_CLOCK");
    leap = asked_for != nullptr && std::strcmp(asked_for, "leaps") == 0;
}

}  // namespace cpu_device::checker

// The C library's own, for the program and for the libraries that it is linked with.
extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept { return cpu_device::checker::look_at(clock, time); }

int gettimeofday(timeval* time, void*) noexcept {
    timespec now{};
    const int result = cpu_device::checker::look_at(CLOCK_REALTIME, &now);
    *time = {now.tv_sec, now.tv_nsec / 1000};
    return result;
}

std::time_t time(std::time_t* seconds) noexcept {
    timespec now{};
    cpu_device::checker::look_at(CLOCK_REALTIME, &now);
    if (seconds != nullptr) *seconds = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(timespec* time, int base) noexcept {
    return base == TIME_UTC && cpu_device::checker::look_at(CLOCK_REALTIME, time) == 0 ? base : 0;
}

}  // extern "C"
