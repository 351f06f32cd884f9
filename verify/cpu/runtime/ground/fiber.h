// A fiber: a stack of its own, on which some of a block's threads run. Boost.Context does the switching, through its
// lowest layer: the class boost::context::fiber costs twice as much a switch (17 against 9 ns with 256 fibers), and a
// tiled GEMM switches at every barrier of every thread. Ten lines of assembler that save fewer registers are no faster
// there: the time goes into fetching the other stack.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

namespace cpu_device {

[[noreturn]] void fiber_main();  // what every fiber runs: see block.cc

// Where the stacks lie, as long as the system agrees: a checker recognises them by it.
constexpr std::uintptr_t STACKS = 0x1000'0000'0000;
constexpr std::size_t STACKS_BYTES = 1ull << 36;

class Fiber {
 public:
    static constexpr std::size_t stack_bytes = 128 * 1024, guard_bytes = 4096;

    Fiber() = default;                   // the worker's own stack
    explicit Fiber(std::size_t number);  // `number` staggers the stack, see fiber.cc
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // A block's fibers do not fit into the first cache: this fetches the top of the stack of the one that runs next.
    void prefetch() const {
        __builtin_prefetch(context_);
        __builtin_prefetch(static_cast<char*>(context_) + 64);
    }

    // Which of all stacks holds the address, of those from STACKS on.
    static std::size_t number_at(std::uintptr_t address) { return (address - STACKS) / (guard_bytes + stack_bytes); }

    bool guards(const void* address) const;  // does it lie in the page below the stack, where an overflow hits?

    // Suspends `from`, which is running, and runs `to` until something switches back.
    static void switch_to(Fiber& from, Fiber& to) {
        arrived(boost::context::detail::jump_fcontext(to.context_, &from));
    }

 private:
    boost::context::detail::fcontext_t context_ = nullptr;  // where it goes on; meaningless while it runs
    char* memory_ = nullptr;

    static void begin(boost::context::detail::transfer_t from);
    // Whoever arrives files the context of the fiber that was left.
    static void arrived(boost::context::detail::transfer_t from) {
        static_cast<Fiber*>(from.data)->context_ = from.fctx;
    }
};

}  // namespace cpu_device
