#include "verify/cpu/runtime/faults.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "cpu/assert.h"
#include "cpu/intrinsics.h"
#include "cpu/thread.h"
#include "verify/cpu/runtime/block.h"

namespace cpu_device {
namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;

// Leaves the signal stack by switching fibers; SA_NODEFER has kept the signal unblocked, so the next one comes through too.
void on_fault(int signal, siginfo_t* info, void*) {
    Worker* const worker = Worker::running_kernel();
    if (worker == nullptr) {  // the program's own fault: let it end as it would have
        std::signal(signal, SIG_DFL);
        std::raise(signal);
        return;
    }
    char text[160];
    if (signal == SIGFPE) {
        worker->fail(cudaErrorLaunchFailure, "CPU device: integer division by zero (a GPU goes on with a meaningless value)\n");
    } else if (worker->overflowed(info->si_addr)) {
        std::snprintf(text, sizeof text, "CPU device: stack overflow: a thread used more than %zu KiB\n", Fiber::stack_bytes / 1024);
        worker->fail(cudaErrorIllegalAddress, text);
    } else {
        std::snprintf(text, sizeof text, "CPU device: illegal memory access at address %p\n", info->si_addr);
        worker->fail(cudaErrorIllegalAddress, text);
    }
}

}  // namespace

bool catch_faults() {
    stack_t stack{};
    stack.ss_sp = std::malloc(signal_stack_bytes);  // the OS thread's own, as long as it lives
    stack.ss_size = signal_stack_bytes;
    sigaltstack(&stack, nullptr);

    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(signal, &action, nullptr);
    return true;
}

void assert_failed(const char* condition, const char* file, int line, const char* function) {
    Worker* const worker = Worker::running_kernel();
    char text[512];
    if (worker == nullptr) {
        std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, condition);
        std::abort();
    }
    const uint3 block = blockIdx, thread = threadIdx;
    std::snprintf(text, sizeof text, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
                  block.x, block.y, block.z, thread.x, thread.y, thread.z, condition);
    worker->fail(cudaErrorAssert, text);
}

}  // namespace cpu_device

void __trap() {
    if (cpu_device::Worker* worker = cpu_device::Worker::running_kernel())
        worker->fail(cudaErrorLaunchFailure, "CPU device: __trap()\n");
    std::abort();
}

void __nanosleep(unsigned) {
    if (cpu_device::Worker* worker = cpu_device::Worker::running_kernel()) worker->nap();
}
