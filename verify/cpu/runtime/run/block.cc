#include "verify/cpu/runtime/run/block.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <tuple>

#include "cpu/barrier.h"
#include "cpu/shared_memory.h"
#include "cpu/thread.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/observer.h"
#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/run/faults.h"

constinit thread_local uint3 threadIdx{};
constinit thread_local uint3 blockIdx{};
constinit thread_local dim3 blockDim;
constinit thread_local dim3 gridDim;

namespace cpu_device {

constinit thread_local unsigned long long block_number = 0;
constinit thread_local void* dynamic_shared_pointer = nullptr;

namespace {

constinit thread_local Worker* worker = nullptr;
constinit thread_local bool runs_kernel = false;

}  // namespace

// What an observer gave as shared memory stays the observer's.
Worker::Worker() : shared_(nullptr, observer != nullptr ? [](void*) {} : std::free) {
    // Room for the largest legal block and the alignment between its variables.
    shared_.reset(observer != nullptr
                      ? static_cast<char*>(observer->shared_window())
                      : static_cast<char*>(std::aligned_alloc(4096, 2 * (max_shared + max_static_shared))));
    ready_ = std::make_unique<Thread*[]>(max_threads);
    waiting_ = std::make_unique<Thread*[]>(max_threads);
}

Worker& Worker::mine() {
    if (worker == nullptr) {
        worker = new Worker;  // lives as long as its OS thread
        dynamic_shared_pointer = worker->shared_.get();
        catch_faults();
    }
    return *worker;
}

bool in_kernel() { return runs_kernel; }

Worker* Worker::running_kernel() { return runs_kernel ? worker : nullptr; }

// ---- A block ----------------------------------------------------------------------------------

void Worker::begin_grid(const Grid& grid) {
    grid_ = &grid;
    const dim3 block = grid.config.block;
    blockDim = block;
    gridDim = grid.config.grid;
    count_ = block.x * block.y * block.z;
    threads_.resize(count_);
    warps_.resize((count_ + 31) / 32);
    unsigned rank = 0;
    for (unsigned z = 0; z < block.z; ++z)
        for (unsigned y = 0; y < block.y; ++y)
            for (unsigned x = 0; x < block.x; ++x, ++rank) {
                threads_[rank].index = {x, y, z};
                threads_[rank].rank = rank;
            }
    grid.order.arrange(start_order_, count_, 0);
}

void Worker::begin_block(uint3 index, std::uint64_t number) {
    blockIdx = block_ = index;
    block_salt_ = number;
    if (grid_->order.kind == Order::random) grid_->order.arrange(start_order_, count_, number);
    started_ = 0;
    alive_ = count_;
    begin_ready_ = end_ready_ = waiting_count_ = pending_ = 0;
    votes_ = {0, 1};
    copies_.clear();
    fault_ = {};
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        const unsigned lanes = std::min(32u, count_ - static_cast<unsigned>(w) * 32u);
        warps_[w].alive = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u;
        warps_[w].waiting = 0;
    }
    static constinit thread_local unsigned long long blocks_begun = 0;
    block_number_ = ++blocks_begun;
    become_current(block_number_);
    placed_.clear();
    was_parked_ = is_parked_ = false;
    shared_used_ = grid_->config.shared;
    shared_end_ = shared_.get() + shared_used_;
    static_shared_ = 0;
    std::memset(shared_.get(), 0xff, shared_used_);
    if (observer != nullptr) observer->block_begins(index, shared_.get());
}

std::optional<Fault> Worker::run_block(uint3 index, std::uint64_t number) {
    begin_block(index, number);
    runs_kernel = true;
    running_fiber_ = &main_;
    switch_to(idle_fiber());
    rest();
    return end_of_turn();
}

std::optional<Fault> Worker::run_on() {
    is_parked_ = false;
    was_parked_ = true;
    go_on();
    return end_of_turn();
}

std::optional<Fault> Worker::end_of_turn() {
    if (is_parked_) return std::nullopt;
    // After a fault threads are still suspended, for ever: this device runs no other kernel.
    if (alive_ > 0 && fault_.error == cudaSuccess) fault_ = deadlock();
    if (observer != nullptr) observer->block_ends(block_);
    return std::move(fault_);
}

void Worker::become_current(unsigned long long number) {
    worker = this;
    block_number = number;
    dynamic_shared_pointer = shared_.get();
}

void Worker::go_on() {
    become_current(block_number_);
    blockIdx = block_;
    if (observer != nullptr) observer->block_resumes(block_);
    runs_kernel = true;
    running_fiber_ = &main_;
    next();
    rest();
}

void Worker::rest() {
    runs_kernel = false;
    if (observer != nullptr) observer->block_rests();
}

// ---- Fibers -----------------------------------------------------------------------------------

void Worker::switch_to(Fiber& fiber) {
    Fiber& from = *running_fiber_;
    running_fiber_ = &fiber;
    Fiber::switch_to(from, fiber);
}

Fiber& Worker::idle_fiber() {
    if (idle_.empty()) {
        const HostMemory own;
        if (stock_ != nullptr && !stock_->empty()) {
            fibers_.push_back(std::move(stock_->back()));
            stock_->pop_back();
        } else {
            fibers_.push_back(std::make_unique<Fiber>(fibers_.size()));
        }
        idle_.reserve(fibers_.capacity());
        return *fibers_.back();
    }
    Fiber& fiber = *idle_.back();
    idle_.pop_back();
    return fiber;
}

void fiber_main() {
    for (;;) worker->thread_loop();
}

// Starts a thread, of which at least one is left, and more until one that waited may go on; then this fiber rests until
// a loop is needed again.
void Worker::thread_loop() {
    do {
        resume(threads_[start_order_[started_++]]);
        grid_->thread(grid_->context);
        exit_thread(*current_);  // the same thread, but perhaps after its fiber slept
    } while (started_ < count_ && begin_ready_ == end_ready_);
    idle_.push_back(running_fiber_);
    next();
}

// Leaves the running fiber for whatever can run: a thread that waited, else the loop, else the block is over or stuck.
inline void Worker::next() {
    if (begin_ready_ != end_ready_) {
        Thread& thread = *ready_[begin_ready_++ % max_threads];
        resume(thread);
        if (begin_ready_ != end_ready_) ready_[begin_ready_ % max_threads]->fiber->prefetch();
        if (thread.fiber != running_fiber_) switch_to(*thread.fiber);
    } else {
        next_unready();
    }
}

// Apart, so that the frame of the usual way is small: every fiber's lies on a stack of its own.
void Worker::next_unready() {
    if (started_ < count_)
        switch_to(idle_fiber());
    else if (pending_ > 0 && settle())
        next();
    else
        switch_to(main_);
}

inline void Worker::resume(Thread& thread) {
    current_ = &thread;
    threadIdx = thread.index;
    if (observer != nullptr) [[unlikely]]
        observer->thread_runs(thread.index, thread.rank);
}

inline void Worker::suspend(Thread::State state, const Where& where) {
    Thread& thread = *current_;
    thread.state = state;
    thread.where = &where;
    thread.fiber = running_fiber_;
}

void Worker::wait(Thread::State state, const Where& where) {
    suspend(state, where);
    ++pending_;
    next();
}

void Worker::make_ready(Thread& thread) { ready_[end_ready_++ % max_threads] = &thread; }

void Worker::exit_thread(Thread& thread) {
    thread.state = Thread::exited;
    if (observer != nullptr) observer->thread_exits(thread.rank);
    --alive_;
    Warp& warp = warps_[thread.rank / 32];
    warp.alive &= ~(1u << thread.rank % 32);
    if (alive_ > 0 && waiting_count_ == alive_) release_barrier();
    // Lanes that waited for this one alone have all come now.
    for (unsigned left = warp.waiting; left != 0;) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        const unsigned mask = threads_[thread.rank / 32 * 32 + lane].mask;
        if (mask >> thread.rank % 32 & 1) complete_collective(warp, mask);
        left &= ~(mask | 1u << lane);
    }
}

// ---- Barriers ---------------------------------------------------------------------------------

Votes Worker::barrier(int predicate, const Where& where) {
    suspend(Thread::at_barrier, where);
    if (observer != nullptr) [[unlikely]]
        observer->barrier_reached(current_->rank, where);
    waiting_[waiting_count_++] = current_;
    votes_.count += predicate != 0;
    votes_.all &= predicate != 0;
    if (waiting_count_ == alive_) release_barrier();
    next();
    return result_;
}

void Worker::release_barrier() {
    result_ = votes_;
    votes_ = {0, 1};
    if (observer != nullptr) observer->barrier_released();
    std::swap(ready_, waiting_);  // every living thread stood in waiting_, so nothing was ready
    begin_ready_ = 0;
    end_ready_ = std::exchange(waiting_count_, 0);
    if (grid_->order.kind == Order::random) {
        std::uint64_t state = mix(grid_->order.seed + ++block_salt_);
        for (unsigned i = end_ready_; i > 1; --i) std::swap(ready_[i - 1], ready_[(state = mix(state)) % i]);
    }
}

void Worker::nap() {
    const Where where = Where::here("__nanosleep()");
    suspend(Thread::napping, where);
    make_ready(*current_);
    if (started_ < count_) return switch_to(idle_fiber());  // else those that nap would keep the others from starting
    if (pending_ > 0 && all_nap()) settle();
    if (in_cooperative_grid()) return switch_to(main_);  // so that the other blocks have their turn
    // Nobody of the block has anything else to do: it may wait for another block.
    is_parked_ = ++naps_ % naps_before_parking == 0 && all_nap();
    if (is_parked_) return switch_to(main_);
    next();
}

// ---- Warps ------------------------------------------------------------------------------------

unsigned long long Worker::collective(WarpFunction function, unsigned mask, const Lane& lane, const Where& where) {
    Thread& thread = *current_;
    Warp& mine = warp();
    const unsigned bit = thread.rank % 32;
    mine.lanes[bit] = lane;
    thread.mask = mask;
    thread.function = function;
    suspend(Thread::in_warp, where);
    mine.waiting |= 1u << bit;
    if (observer != nullptr) {
        observer->warp_reached(thread.rank);
        if (!(mask >> bit & 1)) observer->mask_without_caller(mask, where);
    }
    if (!(mask >> bit & 1))
        fail(cudaErrorLaunchFailure, format("the mask 0x%08x of %s at %s:%d does not name the lane %u that calls it",
                                            mask, where.what, where.file, where.line, bit));
    complete_collective(mine, mask);
    next();
    return mine.lanes[bit].result;
}

// Completes the warp function of the lanes in `mask` if all of them that live wait in it. False if they do not.
bool Worker::complete_collective(Warp& warp, unsigned mask) {
    const unsigned lanes = mask & warp.alive;
    if (lanes == 0 || (lanes & ~warp.waiting) != 0) return false;
    Thread* const first = &threads_[static_cast<std::size_t>(&warp - warps_.data()) * 32];
    const WarpFunction function = first[__builtin_ctz(lanes)].function;
    for (unsigned left = lanes; left != 0; left &= left - 1) {
        const Thread& thread = first[__builtin_ctz(left)];
        if (thread.mask != mask || thread.function != function) return false;
    }
    if (observer != nullptr) observer->warp_function_runs(true);
    function(warp.lanes, lanes);
    if (observer != nullptr) observer->warp_function_runs(false);
    if (observer != nullptr) {
        const Thread& caller = first[__builtin_ctz(lanes)];
        if (const unsigned missing = mask & ~warp.alive; missing != 0)
            observer->warp_completed(caller.rank, mask, missing, readers_of(warp.lanes, lanes, missing, function),
                                     *caller.where);
        observer->warp_met(first->rank, lanes);
        if (function == sync_only) observer->warp_synced(first->rank, lanes);
    }
    warp.waiting &= ~lanes;
    make_ready(first, lanes);
    return true;
}

void Worker::make_ready(Thread* first, unsigned lanes) {
    unsigned flip = 0;
    if (grid_->order.kind == Order::reverse) flip = 31;
    if (grid_->order.kind == Order::random) flip = mix(grid_->order.seed + ++block_salt_) % 32;
    for (unsigned i = 0; i < 32; ++i)
        if (lanes >> (i ^ flip) & 1) make_ready(first[i ^ flip]);
}

// ---- Faults -----------------------------------------------------------------------------------

void Worker::fail(cudaError_t error, const std::string& text, const void* instruction) {
    const uint3 thread = current_->index;
    if (observer != nullptr) observer->fault(error, text, instruction);
    end_kernel({error, format("CPU device: %s: kernel %s, block (%u,%u,%u), thread (%u,%u,%u)\n", text.c_str(),
                              grid_->config.kernel, block_.x, block_.y, block_.z, thread.x, thread.y, thread.z)});
}

void Worker::end_kernel(Fault fault) {
    fault_ = std::move(fault);
    switch_to(main_);
    std::abort();  // never resumed
}

// Who waits where, one line for each place.
Fault Worker::deadlock() const {
    std::map<std::tuple<std::string, int, std::string, unsigned>, WaitingThreads> groups;
    for (const Thread& thread : threads_) {
        if (thread.state != Thread::at_barrier && thread.state != Thread::in_warp && thread.state != Thread::waiting)
            continue;
        const unsigned mask = thread.state == Thread::in_warp ? thread.mask : 0;
        WaitingThreads& group = groups[{thread.where->file, thread.where->line, thread.where->what, mask}];
        if (group.count++ == 0) group = {*thread.where, mask, 1, thread.index};
    }
    std::string text = format("CPU device: deadlock in kernel %s, block (%u,%u,%u): no thread can go on\n",
                              grid_->config.kernel, block_.x, block_.y, block_.z);
    std::vector<WaitingThreads> places;
    for (const auto& [place, group] : groups) {
        const uint3 i = group.first;
        text += format("    %u thread%s at %s:%d in %s", group.count, group.count == 1 ? " waits" : "s wait",
                       group.where.file, group.where.line, group.where.what);
        if (group.mask != 0) text += format(" with mask 0x%08x", group.mask);
        text += format(", first thread (%u,%u,%u)\n", i.x, i.y, i.z);
        places.push_back(group);
    }
    if (observer != nullptr) observer->deadlock(places);
    return {cudaErrorLaunchTimeout, text};
}

// ---- Shared memory ----------------------------------------------------------------------------

void Worker::place_shared(SharedSlot& slot, std::size_t bytes, std::size_t alignment) {
    if (in_cooperative_grid() || was_parked_) {  // another block had its turn, and the slot
        for (const auto& [known, place] : placed_)
            if (known == &slot) {
                slot.block = block_number;
                slot.address = place;
                return;
            }
    }
    // A GPU has arrays on such addresses too, and programs count on it when they copy 16 bytes at a time.
    if (bytes >= 16) alignment = std::max<std::size_t>(alignment, 16);
    const std::size_t begin = (shared_used_ + alignment - 1) / alignment * alignment;
    static_shared_ += bytes;
    if (static_shared_ > max_static_shared)
        fail(cudaErrorInvalidValue, format("the block declares %zu bytes of __shared__ variables, and %zu are allowed",
                                           static_shared_, max_static_shared));
    if (static_shared_ + grid_->config.shared > max_shared)
        fail(cudaErrorInvalidValue, format("the block has %zu bytes of shared memory, and %zu are allowed",
                                           static_shared_ + grid_->config.shared, max_shared));
    shared_used_ = begin + bytes;
    slot.block = block_number;
    slot.address = observer != nullptr ? observer->place_shared(&slot, bytes, alignment, slot.name, shared_.get())
                                       : shared_.get() + begin;
    shared_end_ = std::max(shared_end_, static_cast<const char*>(slot.address) + bytes);
    {
        const HostMemory own;
        placed_.emplace_back(&slot, slot.address);
    }
    std::memset(slot.address, 0xff, bytes);
}

void place_shared(SharedSlot& slot, std::size_t bytes, std::size_t alignment) {
    Worker::mine().place_shared(slot, bytes, alignment);
}

// ---- What kernels call ------------------------------------------------------------------------

Votes block_barrier(int predicate, const Where& where) { return worker->barrier(predicate, where); }

unsigned long long warp_collective(WarpFunction function, unsigned mask, const Lane& lane, const Where& where) {
    return worker->collective(function, mask, lane, where);
}

}  // namespace cpu_device
