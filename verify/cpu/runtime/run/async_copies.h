// The asynchronous copies of a block that are noted and not yet done: see cpu/async_copy.h.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "cpu/async_copy.h"

namespace cpu_device {

class AsyncCopies {
 public:
    void clear() {
        if (threads_.empty() && bound_.empty()) return;  // most blocks copy nothing so
        threads_.clear();
        bound_.clear();
    }

    void note(unsigned thread, const AsyncCopy& copy) { of(thread).open.copies.push_back(copy); }
    void close_batch(unsigned thread);
    bool take(unsigned thread, std::size_t batches_to_leave, AsyncCopy& copy);
    void bind(const void* barrier, unsigned long long phase, const AsyncCopy& copy) {
        bound_[barrier].push_back({phase, copy});
    }
    void bind_batches(unsigned thread, const void* barrier, unsigned long long phase, bool closed_too);
    bool take_bound(const void* barrier, unsigned long long phase_to_leave, AsyncCopy& copy);
    void forget(const void* barrier) { bound_.erase(barrier); }

 private:
    struct Batch {
        std::vector<AsyncCopy> copies;
        std::size_t done = 0;  // of them
    };
    struct Thread {
        Batch open;
        std::vector<Batch> closed;
    };
    struct Bound {
        unsigned long long phase;
        AsyncCopy copy;
    };
    Thread& of(unsigned thread) {
        if (thread >= threads_.size()) threads_.resize(thread + 1);
        return threads_[thread];
    }

    std::vector<Thread> threads_;  // by rank
    std::map<const void*, std::deque<Bound>> bound_;
};

}  // namespace cpu_device
