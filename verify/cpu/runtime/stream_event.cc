// Streams and events. All work is done when the call that queues it returns; what remains is to know which handles are
// real.
#include <chrono>
#include <ctime>
#include <mutex>
#include <set>

#include "cpu/event.h"
#include "cpu/stream.h"
#include "cpu/thread.h"
#include "verify/cpu/runtime/block.h"
#include "verify/cpu/runtime/last_error.h"
#include "verify/cpu/runtime/reset.h"
#include "verify/cpu/runtime/stream_handle.h"

namespace cpu_device {

struct Stream {
    unsigned flags = cudaStreamDefault;
};
struct Event {
    bool timed = true;
    bool recorded = false;
    std::chrono::steady_clock::time_point time;
};

namespace {

template <class T>
class Handles {
 public:
    T* add(T value) {
        const std::lock_guard lock(mutex_);
        return *all_.insert(new T(value)).first;
    }
    bool has(T* handle) {
        const std::lock_guard lock(mutex_);
        return all_.count(handle) != 0;
    }
    bool remove(T* handle) {
        const std::lock_guard lock(mutex_);
        if (all_.erase(handle) == 0) return false;
        delete handle;
        return true;
    }
    void remove_all() {
        const std::lock_guard lock(mutex_);
        for (T* handle : all_) delete handle;
        all_.clear();
    }

 private:
    std::mutex mutex_;
    std::set<T*> all_;
};

Handles<Stream> streams;
Handles<Event> events;

}  // namespace

bool is_stream(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread || streams.has(stream);
}

void release_all_handles() {
    streams.remove_all();
    events.remove_all();
}

}  // namespace cpu_device

using cpu_device::events;
using cpu_device::finish;
using cpu_device::streams;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return finish(cudaErrorInvalidValue);
    *stream = streams.add({flags});
    return finish(cudaSuccess);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithFlags(stream, cudaStreamDefault); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
    return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = 0;
    return finish(cudaSuccess);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (priority == nullptr) return finish(cudaErrorInvalidValue);
    *priority = 0;
    return finish(cudaSuccess);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (flags == nullptr) return finish(cudaErrorInvalidValue);
    *flags = stream != nullptr && streams.has(stream) ? stream->flags : cudaStreamDefault;
    return finish(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return finish(streams.remove(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return finish(cpu_device::is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    return finish(cpu_device::is_stream(stream) && events.has(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* argument) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (function == nullptr) return finish(cudaErrorInvalidValue);
    if (cpu_device::kernel_error() == cudaSuccess) function(argument);
    return finish(cudaSuccess);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (event == nullptr || (flags & ~known) != 0) return finish(cudaErrorInvalidValue);
    *event = events.add({.timed = (flags & cudaEventDisableTiming) == 0, .recorded = false, .time = {}});
    return finish(cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (!events.has(event) || !cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    event->recorded = true;
    event->time = std::chrono::steady_clock::now();
    return finish(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return finish(events.has(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == nullptr) return finish(cudaErrorInvalidValue);
    if (!events.has(start) || !events.has(end)) return finish(cudaErrorInvalidResourceHandle);
    if (!start->recorded || !end->recorded || !start->timed || !end->timed)
        return finish(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return finish(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return finish(events.remove(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

// The C library's clock(), for a program that is linked with the CPU device; in a kernel it is the device's.
extern "C" std::clock_t clock() noexcept {
    if (cpu_device::Worker::running_kernel() != nullptr) return clock64();
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
long long clock64() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
unsigned long long globaltimer() { return static_cast<unsigned long long>(clock64()); }
