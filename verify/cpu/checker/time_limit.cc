#include "verify/cpu/checker/time_limit.h"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <map>
#include <string>
#include <utility>

#include "verify/cpu/checker/findings.h"
#include "verify/cpu/checker/state.h"
#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device::checker {

unsigned long long blocks_done = 0;

namespace {

struct Spent {
    double seconds = 0;
    unsigned launches = 0;
};
std::map<std::string, Spent> spent;  // by kernel
double began = 0;

double processor_seconds() {
    timespec used{};
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// The kernel that took the most, and what to do. Nothing where host code took longer than all kernels.
void tell_what_was_slow(bool in_kernel) {
    if (in_kernel) kernel_ends();
    const auto slowest = std::max_element(
        spent.begin(), spent.end(), [](const auto& a, const auto& b) { return a.second.seconds < b.second.seconds; });
    double all = 0;
    for (const auto& [kernel, one] : spent) all += one.seconds;
    if (slowest == spent.end() || all < processor_seconds() / 2) return;
    std::fprintf(stderr, "========= slow: kernel %s, %.0f s in %u launch%s", slowest->first.c_str(),
                 slowest->second.seconds, slowest->second.launches, slowest->second.launches == 1 ? "" : "es");
    if (in_kernel)
        std::fprintf(stderr, "; of the last one %llu of %llu blocks of %u threads have ended", blocks_done,
                     static_cast<unsigned long long>(launched.grid.x) * launched.grid.y * launched.grid.z,
                     launched.threads);
    std::fputs(". A smaller problem, with fewer blocks and launches, shows the same faults\n", stderr);
}

// What the signal interrupted may hold a lock that this needs; then the system kills the program a second later, or the
// alarm does.
void out_of_time(int signal, siginfo_t*, void* context) {
    const HostMemory own;
    constexpr unsigned PATIENCE = 10;  // seconds
    std::signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    const Mode running_mode = std::exchange(mode, Mode::off);
    const Line line =
        first_own_line(reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]));
    const std::string place = line.line == 0 ? "" : " at " + line.text();
    print_new_findings();
    if (!counting()) tell_what_was_slow(running_mode != Mode::off);
    if (running_mode == Mode::off)
        std::fprintf(stderr, "========= host code still runs%s\n", place.c_str());
    else
        std::fprintf(stderr, "========= kernel %s still runs%s, thread (%u,%u,%u) in block (%u,%u,%u)\n",
                     launched.kernel.c_str(), place.c_str(), state.thread.x, state.thread.y, state.thread.z,
                     state.block.x, state.block.y, state.block.z);
    if (!counting()) finish_findings();
    std::fflush(nullptr);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

void kernel_begins() {
    began = processor_seconds();
    blocks_done = 0;
}

void kernel_ends() {
    Spent& one = spent[launched.kernel];
    one.seconds += processor_seconds() - began;
    ++one.launches;
}

void watch_time() {
    struct sigaction action {};
    action.sa_sigaction = out_of_time;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGXCPU, &action, nullptr);
}

}  // namespace cpu_device::checker
