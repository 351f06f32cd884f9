#include "verify/cpu/checker/start.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "verify/cpu/checker/clocks.h"
#include "verify/cpu/checker/shadow.h"
#include "verify/cpu/checker/state.h"
#include "verify/cpu/checker/time_limit.h"
#include "verify/cpu/runtime/run/faults.h"

namespace cpu_device::checker {
namespace {

constinit Watcher* watcher = nullptr;
pid_t watched = 0;  // a child of it has nothing to tell: it would write over what its parent says

// Also by std::terminate and a failed assertion.
void on_abort(int signal) {
    if (getpid() == watched) watcher->dies(signal, nullptr);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

int told(int status) { return getpid() == watched ? watcher->exits(status) : status; }

}  // namespace

void leave(int status) {
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

void start() {
    if (watcher != nullptr) return;
    watched = getpid();
    reserve_memory();
    catch_faults();
    watch_time();
    set_clocks();
    observer = watcher = counting() ? new_counter() : new_checker();
    struct sigaction action {};
    action.sa_handler = on_abort;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGABRT, &action, nullptr);
    on_exit(
        [](int status, void*) {
            const int instead = told(status);
            if (instead == status) return;
            std::fflush(nullptr);
            leave(instead);
        },
        nullptr);
    std::at_quick_exit([] {
        if (const int instead = told(0); instead != 0) leave(instead);
    });
}

}  // namespace cpu_device::checker

// Programs that leave these ways get their summary too.
extern "C" [[noreturn]] void _Exit(int status) noexcept {
    using namespace cpu_device::checker;
    leave(told(status));
}
extern "C" [[noreturn]] void _exit(int status) { _Exit(status); }
