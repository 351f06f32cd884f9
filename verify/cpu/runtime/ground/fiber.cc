#include "verify/cpu/runtime/ground/fiber.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace cpu_device {
namespace {

constexpr std::size_t page = Fiber::guard_bytes;

}  // namespace

Fiber::Fiber(std::size_t number) {
    static std::atomic<std::size_t> count = 0;
    void* const wish = reinterpret_cast<void*>(STACKS + count++ * (page + stack_bytes));
    void* const memory =
        mmap(wish, page + stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) != 0) {
        std::perror("CPU device: no memory for a thread's stack");
        std::fflush(nullptr);
        std::_Exit(3);  // on the stack of a kernel's thread, which an orderly exit would take away
    }
    memory_ = static_cast<char*>(memory);
    // Stacks lie a power of two apart, and their busy ends would all fall into the same few sets of the cache.
    const std::size_t stagger = number * 5 % 64 * 64;
    char* const top = memory_ + page + stack_bytes - stagger;
    context_ = boost::context::detail::make_fcontext(top, stack_bytes - stagger, begin);
}

Fiber::~Fiber() {
    if (memory_ != nullptr) munmap(memory_, page + stack_bytes);
}

bool Fiber::guards(const void* address) const {
    return memory_ != nullptr && address >= memory_ && address < memory_ + page;
}

void Fiber::begin(boost::context::detail::transfer_t from) {
    arrived(from);
    fiber_main();
}

}  // namespace cpu_device
