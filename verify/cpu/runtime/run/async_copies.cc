#include "verify/cpu/runtime/run/async_copies.h"

#include <utility>

#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {

void AsyncCopies::close_batch(unsigned thread) {
    Thread& mine = of(thread);
    mine.closed.push_back(std::exchange(mine.open, {}));
}

bool AsyncCopies::take(unsigned thread, std::size_t batches_to_leave, AsyncCopy& copy) {
    if (threads_.empty()) return false;
    std::vector<Batch>& closed = of(thread).closed;
    while (closed.size() > batches_to_leave) {
        Batch& oldest = closed.front();
        if (oldest.done < oldest.copies.size()) {
            copy = oldest.copies[oldest.done++];
            return true;
        }
        closed.erase(closed.begin());
    }
    return false;
}

void AsyncCopies::bind_batches(unsigned thread, const void* barrier, unsigned long long phase, bool closed_too) {
    AsyncCopy copy;
    if (closed_too)
        while (take(thread, 0, copy)) bind(barrier, phase, copy);
    for (const AsyncCopy& open : std::exchange(of(thread).open, {}).copies) bind(barrier, phase, open);
}

bool AsyncCopies::take_bound(const void* barrier, unsigned long long phase_to_leave, AsyncCopy& copy) {
    if (bound_.empty()) return false;
    const auto found = bound_.find(barrier);
    if (found == bound_.end()) return false;
    if (found->second.front().phase == phase_to_leave) return false;
    copy = found->second.front().copy;
    found->second.pop_front();
    if (found->second.empty()) bound_.erase(found);
    return true;
}

// ---- What kernels call; host code copies at once --------------------------------------------------
// What is noted lies in the memory of the host: a block's lists outlive the kernels' heap.

void note_copy(const AsyncCopy& copy) {
    const HostMemory own;
    if (Worker* worker = Worker::running_kernel())
        worker->copies().note(worker->rank(), copy);
    else
        do_copy(copy);
}

void close_batch() {
    const HostMemory own;
    if (Worker* worker = Worker::running_kernel()) worker->copies().close_batch(worker->rank());
}

bool take_copy(std::size_t batches_to_leave, AsyncCopy& copy) {
    const HostMemory own;
    Worker* const worker = Worker::running_kernel();
    return worker != nullptr && worker->copies().take(worker->rank(), batches_to_leave, copy);
}

void bind_copy(const void* barrier, unsigned long long phase, const AsyncCopy& copy) {
    const HostMemory own;
    if (Worker* worker = Worker::running_kernel())
        worker->copies().bind(barrier, phase, copy);
    else
        do_copy(copy);
}

void bind_batches(const void* barrier, unsigned long long phase, bool closed_too) {
    const HostMemory own;
    if (Worker* worker = Worker::running_kernel())
        worker->copies().bind_batches(worker->rank(), barrier, phase, closed_too);
}

bool take_bound_copy(const void* barrier, unsigned long long phase_to_leave, AsyncCopy& copy) {
    const HostMemory own;
    Worker* const worker = Worker::running_kernel();
    return worker != nullptr && worker->copies().take_bound(barrier, phase_to_leave, copy);
}

void forget_bound_copies(const void* barrier) {
    const HostMemory own;
    if (Worker* worker = Worker::running_kernel()) worker->copies().forget(barrier);
}

bool in_shared_memory(const void* address) {
    const Worker* const worker = Worker::running_kernel();
    return worker != nullptr && worker->is_shared(address);
}

}  // namespace cpu_device
