// One block at a time: its threads, the fibers that they run on, its barriers, its warps and its shared memory.
//
// Threads run one after another on one fiber, as a plain loop, for as long as none has to wait. A thread that waits
// keeps the fiber, and the loop goes on with the next thread on another one. So a kernel without barriers never
// switches, and a kernel with barriers has one fiber a thread. When every thread has come to the barrier, they go on in
// the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpu/barrier.h"
#include "cpu/launch.h"
#include "cpu/shared_memory.h"
#include "cpu/wait.h"
#include "cpu/warp.h"
#include "verify/cpu/runtime/ground/fiber.h"
#include "verify/cpu/runtime/ground/order.h"
#include "verify/cpu/runtime/run/async_copies.h"

namespace cpu_device {

struct Thread {
    enum State : unsigned char { can_run, napping, at_barrier, in_warp, waiting, converging, exited };

    uint3 index;    // threadIdx
    unsigned rank;  // position in the block: x + y * Dx + z * Dx * Dy
    State state;
    Fiber* fiber;           // the one it is suspended on
    const Where* where;     // the call in which it waits, on its own stack
    unsigned mask;          // of that call, for a warp function
    WarpFunction function;  // likewise
    const Word* word;       // that it waits for, on its own stack too
};

struct Warp {
    unsigned alive;    // lanes that exist and have not exited
    unsigned waiting;  // lanes inside a warp function
    Lane lanes[32];
};

// What is the same for all blocks of a launch.
struct Grid {
    const LaunchConfig& config;
    void (*thread)(const void*);
    const void* context;
    Order order;
};

// Why a kernel ended before its threads did.
struct Fault {
    cudaError_t error = cudaSuccess;
    std::string text;  // for stderr, with its newline
};

// The barrier of a cooperative launch, see cooperative.h.
struct GridBarrier {
    unsigned blocks;  // that have to arrive
    unsigned arrived = 0;
    unsigned long long phase = 0;
};

// Runs blocks on the calling OS thread.
class Worker {
 public:
    static Worker& mine();            // of the calling OS thread, made on first use
    static Worker* running_kernel();  // of the calling OS thread while it runs a kernel, else null

    void begin_grid(const Grid& grid);
    // Nothing: the block is parked, since all its threads nap and wait for another block perhaps; run_on() gives it
    // another turn. An empty fault: every thread ran to its end.
    std::optional<Fault> run_block(uint3 index, std::uint64_t number);
    std::optional<Fault> run_on();
    void be_current() { become_current(block_number_); }              // of its OS thread, after others were
    std::string take_output() { return std::exchange(output_, {}); }  // what its printf calls wrote

    // What a running thread may do.
    Votes barrier(int predicate, const Where& where);
    unsigned long long collective(WarpFunction function, unsigned mask, const Lane& lane, const Where& where);
    // Ends the kernel; says `text` and who it happened to.
    [[noreturn]] void fail(cudaError_t error, const std::string& text, const void* instruction = nullptr);
    [[noreturn]] void end_kernel(Fault fault);
    void place_shared(SharedSlot& slot, std::size_t bytes, std::size_t alignment);
    void print(const std::string& text) { output_ += text; }
    void nap();   // lets every other thread that can run go first
    void look();  // counts the looks of a loop that waits without a pause, and naps once in a while
    void wait_while(const Word& word, const Where& where);
    unsigned converge(const Where& where);
    unsigned long long arrive_at_grid(const Where& where);  // returns the phase to wait for
    void wait_for_grid(unsigned long long phase, const Where& where);
    bool in_cooperative_grid() const { return grid_barrier_ != nullptr; }
    AsyncCopies& copies() { return copies_; }
    unsigned rank() const { return current_->rank; }
    bool is_shared(const void* address) const;

    Warp& warp() { return warps_[current_->rank / 32]; }
    bool overflowed(const void* address) const { return running_fiber_ != nullptr && running_fiber_->guards(address); }

    Worker();

 private:
    friend void fiber_main();
    static constexpr unsigned naps_before_parking = 64;
    std::optional<Fault> end_of_turn();
    friend class CooperativeGrid;
    void begin_block(uint3 index, std::uint64_t number);
    void become_current(unsigned long long number);
    void go_on();  // of a cooperative grid: runs what can run, until nothing can or a thread naps
    void rest();   // a turn is over: until the next one the runtime works
    bool can_go_on() { return begin_ready_ != end_ready_ || started_ < count_ || (pending_ > 0 && settle()); }
    void thread_loop();
    void next();
    void next_unready();
    void resume(Thread& thread);
    void suspend(Thread::State state, const Where& where);
    void wait(Thread::State state, const Where& where);
    bool settle();
    void bring_together(Warp& warp);
    bool all_nap() const;
    void exit_thread(Thread& thread);
    void release_barrier();
    bool complete_collective(Warp& warp, unsigned mask);
    void make_ready(Thread& thread);
    void make_ready(Thread* first, unsigned lanes);  // of a warp that begins with `first`
    void switch_to(Fiber& fiber);
    Fiber& idle_fiber();
    Fault deadlock() const;

    const Grid* grid_ = nullptr;
    uint3 block_{};
    std::uint64_t block_salt_ = 0;
    std::vector<Thread> threads_;
    std::vector<Warp> warps_;
    std::vector<unsigned> start_order_;
    unsigned count_ = 0, started_ = 0, alive_ = 0;

    Thread* current_ = nullptr;
    // ready_ is a ring: what lies from begin_ready_ to end_ready_ may run. waiting_ holds those at the barrier.
    std::unique_ptr<Thread*[]> ready_, waiting_;
    unsigned begin_ready_ = 0, end_ready_ = 0, waiting_count_ = 0;
    Votes votes_{0, 1}, result_{};  // of the barrier now filling, and of the last one
    unsigned pending_ = 0;          // threads that are waiting or converging: see wait.cc
    unsigned looks_ = 0;
    AsyncCopies copies_;
    Fault fault_;

    Fiber main_;
    Fiber* running_fiber_ = nullptr;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber*> idle_;

    std::unique_ptr<char[], void (*)(void*)> shared_;
    std::size_t shared_used_ = 0, static_shared_ = 0;  // bytes, with and without dynamic memory and padding
    const char* shared_end_ = nullptr;                 // of what lies farthest back
    std::string output_;

    // Of a cooperative grid, whose blocks take turns.
    GridBarrier* grid_barrier_ = nullptr;
    std::vector<std::unique_ptr<Fiber>>* stock_ = nullptr;  // fibers for whichever block needs one
    unsigned long long block_number_ = 0;
    std::vector<std::pair<const SharedSlot*, void*>> placed_;
    bool is_parked_ = false, was_parked_ = false;
    unsigned naps_ = 0;
};

// Limits of a launch, see cpu/device.h.
inline constexpr unsigned max_threads = 1024;
inline constexpr std::size_t max_shared = 64 * 1024, max_static_shared = 48 * 1024;

}  // namespace cpu_device
