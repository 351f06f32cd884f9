#include "verify/cpu/runtime/run/faults.h"

#include <ucontext.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "cpu/assert.h"
#include "cpu/intrinsics.h"
#include "cpu/thread.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/observer.h"
#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {
namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;

std::string cause(int signal, const siginfo_t& info, const Worker& worker) {
    if (signal == SIGFPE) return "integer division by zero (a GPU goes on with a meaningless value)";
    if (signal == SIGILL) return "illegal instruction: the host compiler holds that nothing can come here";
    if (worker.overflowed(info.si_addr))
        return format("stack overflow: a thread used more than %zu KiB", Fiber::stack_bytes / 1024);
    if (info.si_code == SI_KERNEL) return "illegal memory access: misaligned, or at an address that cannot be";
    return format("illegal memory access at address 0x%zx", reinterpret_cast<std::uintptr_t>(info.si_addr));
}

// Leaves the signal stack by switching fibers; SA_NODEFER has kept the signal unblocked, so the next one comes through
// too.
void on_fault(int signal, siginfo_t* info, void* context) {
    const auto* const instruction =
        reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
    Worker* const worker = Worker::running_kernel();
    if (worker == nullptr) {  // the program's own fault: let it end as it would have
        if (observer != nullptr && signal == SIGSEGV) observer->host_fault(info->si_addr, instruction);
        if (observer != nullptr) observer->dies(signal, instruction);
        std::signal(signal, SIG_DFL);
        std::raise(signal);
        return;
    }
    const HostMemory own;
    const cudaError_t error = signal == SIGFPE   ? cudaErrorLaunchFailure
                              : signal == SIGILL ? cudaErrorIllegalInstruction
                                                 : cudaErrorIllegalAddress;
    worker->fail(error, cause(signal, *info, *worker), instruction);
}

}  // namespace

void catch_faults() {
    stack_t stack{};
    stack.ss_sp = std::malloc(signal_stack_bytes);  // the OS thread's own, as long as it lives
    stack.ss_size = signal_stack_bytes;
    sigaltstack(&stack, nullptr);

    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
}

void assert_failed(const char* condition, const char* file, int line, const char* function) {
    Worker* const worker = Worker::running_kernel();
    if (worker == nullptr) {
        std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, condition);
        std::abort();
    }
    const uint3 block = blockIdx, thread = threadIdx;
    worker->end_kernel(
        {cudaErrorAssert, format("%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                                 line, function, block.x, block.y, block.z, thread.x, thread.y, thread.z, condition)});
}

}  // namespace cpu_device

void __trap() {
    const cpu_device::HostMemory own;
    if (cpu_device::Worker* worker = cpu_device::Worker::running_kernel())
        worker->fail(cudaErrorLaunchFailure, "__trap() was called",
                     static_cast<const char*>(__builtin_return_address(0)) - 1);
    std::abort();
}

void __nanosleep(unsigned) {
    if (cpu_device::Worker* worker = cpu_device::Worker::running_kernel()) worker->nap();
}
