#include "verify/cpu/checker/start.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "verify/cpu/checker/shadow.h"
#include "verify/cpu/checker/state.h"
#include "verify/cpu/checker/time_limit.h"
#include "verify/cpu/runtime/run/faults.h"

namespace cpu_device::checker {
namespace {

constinit Watcher* watcher = nullptr;

}  // namespace

void start() {
    if (watcher != nullptr) return;
    reserve_memory();
    catch_faults();
    watch_time();
    observer = watcher = counting() ? new_counter() : new_checker();
    on_exit(
        [](int status, void*) {
            const int instead = watcher->exits(status);
            if (instead == status) return;
            std::fflush(nullptr);
            _exit(instead);
        },
        nullptr);
}

}  // namespace cpu_device::checker

// A program that leaves this way gets its summary too.
extern "C" [[noreturn]] void _Exit(int status) noexcept { _exit(cpu_device::checker::watcher->exits(status)); }
