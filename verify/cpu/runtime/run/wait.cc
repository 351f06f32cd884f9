// Waiting for a word, for the lanes of a warp, and for the grid: see cpu/wait.h. Such a thread is looked at when no
// other thread of its block can run, and so it costs the others nothing.
#include "cpu/wait.h"

#include <sched.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/observer.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {
namespace {

constexpr unsigned looks_before_a_nap = 256;

template <class T>
bool holds_as(const Word& word) {
    const T bits = __atomic_load_n(static_cast<const T*>(word.address), __ATOMIC_ACQUIRE);
    return (bits & word.mask) == word.value;
}

bool holds(const Word& word) {
    switch (word.bytes) {
        case 1:
            return holds_as<std::uint8_t>(word);
        case 2:
            return holds_as<std::uint16_t>(word);
        case 4:
            return holds_as<std::uint32_t>(word);
        default:
            return holds_as<std::uint64_t>(word);
    }
}

bool same_place(const Where& a, const Where& b) {
    return a.line == b.line && std::strcmp(a.what, b.what) == 0 && std::strcmp(a.file, b.file) == 0;
}

}  // namespace

// ---- What can go on ---------------------------------------------------------------------------

// Called when no thread of the block can run, but for those that nap: makes those ready that wait for a word which has
// changed, else of each warp the lanes that came together. False: there are none.
bool Worker::settle() {
    const unsigned before = end_ready_;
    for (const unsigned rank : start_order_) {
        Thread& thread = threads_[rank];
        if (thread.state != Thread::waiting || holds(*thread.word)) continue;
        thread.state = Thread::can_run;
        make_ready(thread);
    }
    if (end_ready_ == before)
        for (Warp& warp : warps_) bring_together(warp);
    pending_ -= end_ready_ - before;
    return end_ready_ != before;
}

// The lanes that wait at one place to see who comes. Of several places the first in the text is taken, because lanes
// that are behind may still catch up with those before them, as they do on a GPU where branches meet again.
void Worker::bring_together(Warp& warp) {
    Thread* const first = &threads_[static_cast<std::size_t>(&warp - warps_.data()) * 32];
    const Where* place = nullptr;
    for (unsigned left = warp.alive; left != 0; left &= left - 1) {
        const Thread& thread = first[__builtin_ctz(left)];
        if (thread.state == Thread::converging && (place == nullptr || thread.where->line < place->line))
            place = thread.where;
    }
    if (place == nullptr) return;
    unsigned together = 0;
    for (unsigned left = warp.alive; left != 0; left &= left - 1) {
        const Thread& thread = first[__builtin_ctz(left)];
        if (thread.state == Thread::converging && same_place(*thread.where, *place)) together |= left & -left;
    }
    for (unsigned left = together; left != 0; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        warp.lanes[lane].result = together;
        first[lane].state = Thread::can_run;
    }
    make_ready(first, together);
}

bool Worker::all_nap() const {
    for (unsigned i = begin_ready_; i != end_ready_; ++i)
        if (ready_[i % max_threads]->state != Thread::napping) return false;
    return true;
}

// ---- What a thread may do ---------------------------------------------------------------------

void Worker::wait_while(const Word& word, const Where& where) {
    if (!holds(word)) return;
    current_->word = &word;
    wait(Thread::waiting, where);
}

unsigned Worker::converge(const Where& where) {
    const unsigned lane = current_->rank % 32;
    Warp& mine = warp();
    if (mine.alive == 1u << lane) return mine.alive;
    wait(Thread::converging, where);
    return static_cast<unsigned>(mine.lanes[lane].result);
}

void Worker::look() {
    if (++looks_ % looks_before_a_nap == 0) nap();
}

bool Worker::is_shared(const void* address) const {
    const char* const byte = static_cast<const char*>(address);
    return byte >= shared_.get() && byte < shared_end_;
}

// As on a GPU, a block arrives when all its threads have come, and by its first thread.
unsigned long long Worker::arrive_at_grid(const Where& where) {
    if (grid_barrier_ == nullptr)
        fail(cudaErrorLaunchFailure,
             format("%s at %s:%d in a grid that was not launched by cudaLaunchCooperativeKernel", where.what,
                    where.file, where.line));
    const unsigned long long phase = grid_barrier_->phase;
    barrier(0, where);
    if (current_->rank == 0 && ++grid_barrier_->arrived == grid_barrier_->blocks) {
        grid_barrier_->arrived = 0;
        ++grid_barrier_->phase;
        if (observer != nullptr) observer->grid_barrier_released();
    }
    return phase;
}

void Worker::wait_for_grid(unsigned long long phase, const Where& where) {
    if (grid_barrier_ == nullptr)
        fail(cudaErrorLaunchFailure, format("%s without an arrival at %s:%d", where.what, where.file, where.line));
    wait_while({&grid_barrier_->phase, sizeof grid_barrier_->phase, ~0ull, phase}, where);
}

// ---- What kernels call, and host code that uses the same types -----------------------------------

void wait_while(const Word& word, const Where& where) {
    if (Worker* worker = Worker::running_kernel()) return worker->wait_while(word, where);
    while (holds(word)) sched_yield();
}

void look() {
    if (Worker* worker = Worker::running_kernel()) worker->look();
}

void pause() {
    if (Worker* worker = Worker::running_kernel())
        worker->nap();
    else
        sched_yield();
}

unsigned converge(const Where& where) { return Worker::running_kernel()->converge(where); }

bool in_cooperative_grid() {
    const Worker* const worker = Worker::running_kernel();
    return worker != nullptr && worker->in_cooperative_grid();
}

unsigned long long arrive_at_grid(const Where& where) { return Worker::running_kernel()->arrive_at_grid(where); }

void wait_for_grid(unsigned long long arrival, const Where& where) {
    Worker::running_kernel()->wait_for_grid(arrival, where);
}

void misused(const char* what, const Where& where) {
    const std::string text = format("%s at %s:%d: %s", where.what, where.file, where.line, what);
    if (Worker* worker = Worker::running_kernel()) worker->fail(cudaErrorLaunchFailure, text);
    std::fprintf(stderr, "CPU device: %s\n", text.c_str());
    std::abort();
}

}  // namespace cpu_device
