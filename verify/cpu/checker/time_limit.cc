#include "verify/cpu/checker/time_limit.h"

#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

#include "verify/cpu/checker/findings.h"
#include "verify/cpu/checker/state.h"
#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device::checker {
namespace {

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

void watch_time() {
    struct sigaction action {};
    action.sa_sigaction = out_of_time;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGXCPU, &action, nullptr);
}

}  // namespace cpu_device::checker
