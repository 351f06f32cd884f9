// A fiber: a stack of its own, on which some of a block's threads run. Boost.Context does the switching, through its lowest layer:
// the class boost::context::fiber costs twice as much a switch (17 against 9 ns with 256 fibers), and a tiled GEMM switches at every
// barrier of every thread.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace cpu_device {

class Fiber {
 public:
    static constexpr std::size_t stack_bytes = 128 * 1024;

    Fiber() = default;                              // the worker's own stack
    Fiber(std::size_t number, void (*entry)());     // `number` staggers the stack, see fiber.cc
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    void rewind();  // forgets what was on the stack; the next switch begins at `entry`
    bool guards(const void* address) const;  // does it lie in the page below the stack, where an overflow hits?

    // Suspends `from`, which is running, and runs `to` until something switches back.
    static void switch_to(Fiber& from, Fiber& to);

 private:
    boost::context::detail::fcontext_t context_ = nullptr;  // where it goes on; null while it runs
    char* memory_ = nullptr;
    char* top_ = nullptr;
    void (*entry_)() = nullptr;

    static void begin(boost::context::detail::transfer_t from);
};

}  // namespace cpu_device
