// cuda::pipeline: copies in stages. That of one thread has batches of its own; that of a group has two barriers a
// stage: one that the producers fill, and one that the consumers empty.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "cpu/cuda_atomic.h"
#include "cpu/cuda_barrier.h"

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)
#define CPU_DEVICE_INLINE __attribute__((always_inline)) inline

namespace cpu_device {
template <cuda::thread_scope Scope>
struct PipelineStage {
    cuda::barrier<Scope> produced, consumed;
};

// So that a message names the line that made the pipeline.
template <class Group>
void sync_group(const Group& group, const Where& where) {
    if constexpr (requires { group.sync(where); })
        group.sync(where);
    else
        group.sync();
}
}  // namespace cpu_device

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, ::std::uint8_t Stages>
class pipeline_shared_state {
 public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state&) = delete;
    pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

    // For pipeline and make_pipeline().
    cpu_device::PipelineStage<Scope> stages[Stages];
    atomic<::std::uint32_t, Scope> threads;  // that have not quit
};

template <thread_scope Scope>
class pipeline {
    using Stage = cpu_device::PipelineStage<Scope>;

 public:
    template <::std::uint8_t Stages>
    explicit pipeline(pipeline_shared_state<Scope, Stages>* state)
        : stages_(state->stages), threads_(&state->threads), count_(Stages) {}
    pipeline(pipeline&& other)
        : stages_(other.stages_),
          threads_(::std::exchange(other.threads_, nullptr)),
          count_(other.count_),
          head_(other.head_),
          tail_(other.tail_) {}
    pipeline& operator=(const pipeline&) = delete;
    ~pipeline() { static_cast<void>(quit()); }

    // True for the last thread to leave.
    bool quit() {
        auto* const threads = ::std::exchange(threads_, nullptr);
        return threads != nullptr && threads->fetch_sub(1) == 1;
    }

    // A stage is acquired when the consumers have released it as often as the producers went round.
    CPU_DEVICE_INLINE void producer_acquire(CPU_DEVICE_HERE("pipeline::producer_acquire()")) {
        stages_[head_ % count_].consumed.wait_parity(head_ / count_ % 2 == 0, where);
    }
    CPU_DEVICE_INLINE void producer_commit(CPU_DEVICE_HERE("pipeline::producer_commit()")) {
        auto& produced = stages_[head_ % count_].produced;
        cpu_device::bind_batches_to_barrier(produced.word(), false, where);
        static_cast<void>(produced.arrive(1, where));
        ++head_;
    }
    CPU_DEVICE_INLINE void consumer_wait(CPU_DEVICE_HERE("pipeline::consumer_wait()")) {
        stages_[tail_ % count_].produced.wait_parity(tail_ / count_ % 2 != 0, where);
    }
    template <class Rep, class Period>
    CPU_DEVICE_INLINE bool consumer_wait_for(const ::std::chrono::duration<Rep, Period>& time,
                                             CPU_DEVICE_HERE("pipeline::consumer_wait_for()")) {
        return stages_[tail_ % count_].produced.try_wait_parity_for(tail_ / count_ % 2 != 0, time, where);
    }
    template <class Clock, class Duration>
    CPU_DEVICE_INLINE bool consumer_wait_until(const ::std::chrono::time_point<Clock, Duration>& end,
                                               CPU_DEVICE_HERE("pipeline::consumer_wait_until()")) {
        return stages_[tail_ % count_].produced.try_wait_parity_until(tail_ / count_ % 2 != 0, end, where);
    }
    CPU_DEVICE_INLINE void consumer_release(CPU_DEVICE_HERE("pipeline::consumer_release()")) {
        static_cast<void>(stages_[tail_ % count_].consumed.arrive(1, where));
        ++tail_;
    }

 private:
    Stage* stages_;
    atomic<::std::uint32_t, Scope>* threads_;
    unsigned count_;
    unsigned head_ = 0, tail_ = 0;  // stages that this thread committed and released; a wrap at 2^32 is far off
};

template <>
class pipeline<thread_scope_thread> {
 public:
    pipeline() = default;
    pipeline(pipeline&&) = default;
    pipeline& operator=(const pipeline&) = delete;

    bool quit() { return true; }
    void producer_acquire() {}
    void producer_commit() {
        cpu_device::close_batch();
        ++head_;
    }
    CPU_DEVICE_INLINE void consumer_wait() {
        if (head_ == tail_) return;
        cpu_device::complete_batches(head_ - tail_ - 1);
        ++tail_;
    }
    template <class Rep, class Period>
    CPU_DEVICE_INLINE bool consumer_wait_for(const ::std::chrono::duration<Rep, Period>&) {
        consumer_wait();
        return true;
    }
    template <class Clock, class Duration>
    CPU_DEVICE_INLINE bool consumer_wait_until(const ::std::chrono::time_point<Clock, Duration>&) {
        consumer_wait();
        return true;
    }
    void consumer_release() {}

 private:
    template <::std::uint8_t Prior>
    friend void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& pipeline);

    unsigned head_ = 0, tail_ = 0;
};

// ---- Making one -------------------------------------------------------------------------------

inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

}  // namespace cuda

namespace cpu_device {
// By the group's first thread, between two waits of the group.
template <cuda::thread_scope Scope, ::std::uint8_t Stages>
void make_stages(cuda::pipeline_shared_state<Scope, Stages>* state, ::std::size_t threads, ::std::size_t producers,
                 ::std::size_t consumers, const Where& where) {
    for (auto& stage : state->stages) {
        init(&stage.produced, static_cast<::std::ptrdiff_t>(producers), where);
        init(&stage.consumed, static_cast<::std::ptrdiff_t>(consumers), where);
    }
    state->threads.store(static_cast<::std::uint32_t>(threads), ::std::memory_order_relaxed);
}
}  // namespace cpu_device

namespace cuda {

// Every thread of the group produces and consumes.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              CPU_DEVICE_HERE("make_pipeline()")) {
    if (group.thread_rank() == 0) cpu_device::make_stages(state, group.size(), group.size(), group.size(), where);
    cpu_device::sync_group(group, where);
    return pipeline<Scope>(state);
}
// So many of them produce, and the others consume.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, ::std::size_t producers,
                              CPU_DEVICE_HERE("make_pipeline()")) {
    if (group.thread_rank() == 0)
        cpu_device::make_stages(state, group.size(), producers, group.size() - producers, where);
    cpu_device::sync_group(group, where);
    return pipeline<Scope>(state);
}
// Each says what it does.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role,
                              CPU_DEVICE_HERE("make_pipeline()")) {
    if (group.thread_rank() == 0) state->threads.store(0, memory_order_relaxed);
    cpu_device::sync_group(group, where);
    if (role == pipeline_role::producer) state->threads.fetch_add(1, memory_order_relaxed);
    cpu_device::sync_group(group, where);
    if (group.thread_rank() == 0) {
        const ::std::size_t producers = state->threads.load(memory_order_relaxed);
        cpu_device::make_stages(state, group.size(), producers, group.size() - producers, where);
    }
    cpu_device::sync_group(group, where);
    return pipeline<Scope>(state);
}

// ---- Copies -----------------------------------------------------------------------------------

template <class Group, class Size, thread_scope Scope>
CPU_DEVICE_INLINE async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                                          pipeline<Scope>&,
                                                          CPU_DEVICE_HERE("cuda::memcpy_async()")) requires requires {
    group.thread_rank();
}
{
    cpu_device::check_copy(to, from, bytes, where);
    cpu_device::share_copy(to, from, static_cast<::std::size_t>(bytes), group.thread_rank(), group.size(),
                           cpu_device::note_copy);
    return async_contract_fulfillment::async;
}
template <class Size, thread_scope Scope>
CPU_DEVICE_INLINE async_contract_fulfillment memcpy_async(void* to, const void* from, Size bytes, pipeline<Scope>&,
                                                          CPU_DEVICE_HERE("cuda::memcpy_async()")) {
    cpu_device::check_copy(to, from, bytes, where);
    cpu_device::note_copy({to, from, static_cast<::std::size_t>(bytes), 0});
    return async_contract_fulfillment::async;
}

// Waits for all but the last `Prior` stages.
template <::std::uint8_t Prior>
CPU_DEVICE_INLINE void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& pipeline) {
    cpu_device::complete_batches(Prior);
    pipeline.tail_ = pipeline.head_ - Prior;
}
// The copies so far are done in the barrier's current phase.
template <thread_scope Scope, class Completion>
CPU_DEVICE_INLINE void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<Scope, Completion>& barrier,
                                                CPU_DEVICE_HERE("pipeline_producer_commit()")) {
    cpu_device::bind_batches_to_barrier(barrier.word(), true, where);
}

}  // namespace cuda

#undef CPU_DEVICE_INLINE
#undef CPU_DEVICE_HERE
