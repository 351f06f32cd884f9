#include "verify/cpu/runtime/streams/streams.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "verify/cpu/runtime/ground/host_counts.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/order.h"
#include "verify/cpu/runtime/ground/reset.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {
namespace {

// A queue without bounds would hold a copy of the arguments of every launch of a program that never waits. A GPU's
// queue has about this many places.
constexpr std::size_t longest_queue = 1024;

struct Queue {
    std::mutex mutex;
    std::condition_variable changed;                              // an operation is done
    unsigned sleepers = 0;                                        // host threads that wait for it
    std::map<std::uint64_t, std::shared_ptr<Operation>> pending;  // all that is queued or running, by number
    std::uint64_t count = 0;                                      // of operations, ever
    std::uint64_t visits = 0;

    std::shared_ptr<Stream> legacy = std::make_shared<Stream>();
    std::unordered_map<Stream*, std::shared_ptr<Stream>> streams;  // that the program made, and per-thread ones
    Operations orphans;                                            // the last work of blocking streams now destroyed
    std::set<Event*> events;
    unsigned long long next_id = 2;

    Queue() {
        legacy->legacy = true;
        legacy->id = 1;
        on_exit([](int exit_code, void*) { say_what_never_ran(exit_code); }, nullptr);
    }
};

Queue& queue() {
    static Queue& only = *new Queue;  // never destroyed: the process may end while another thread uses it
    return only;
}

std::shared_ptr<Stream> add_stream(unsigned flags) {
    auto stream = std::make_shared<Stream>();
    stream->flags = flags;
    stream->id = queue().next_id++;
    queue().streams[stream.get()] = stream;
    return stream;
}

// What new work on `stream` must follow. The legacy default stream comes after all earlier work of the blocking
// streams, and their later work comes after it.
Operations predecessors(const Stream& stream) {
    Operations result;
    const auto add = [&](const std::shared_ptr<Operation>& operation) {
        if (unfinished(operation)) result.push_back(operation);
    };
    add(stream.last);
    if (stream.blocking()) add(queue().legacy->last);
    if (!stream.legacy) return result;
    for (const auto& [handle, other] : queue().streams)
        if (other->blocking()) add(other->last);
    std::erase_if(queue().orphans, [](const auto& operation) { return !unfinished(operation); });
    result.insert(result.end(), queue().orphans.begin(), queue().orphans.end());
    return result;
}

void perform(DeviceLock& lock, Operation& operation) {
    const std::shared_ptr<Operation> held = queue().pending.at(operation.number);
    Work& work = operation.work;
    operation.state = Operation::running;
    if (work.run && (fault_of_device() == cudaSuccess || work.even_after_fault)) {
        if (work.kind == Work::host) {
            lock.unlock();
            const InHostFunction inside;
            work.run();
            lock.lock();
        } else {
            work.run();
        }
    }
    operation.state = Operation::done;
    lock.discard(std::exchange(work, {}));
    operation.after.clear();
    operation.stream.reset();
    queue().pending.erase(operation.number);
    if (queue().sleepers > 0) queue().changed.notify_all();
}

// All that must run for `targets`, they included.
std::vector<Operation*> needed_for(const Operations& targets) {
    std::vector<Operation*> all;
    const std::uint64_t visit = ++queue().visits;
    const auto add = [&](const std::shared_ptr<Operation>& operation) {
        if (!unfinished(operation) || operation->seen == visit) return;
        operation->seen = visit;
        operation->blockers = 0;
        operation->followers.clear();
        all.push_back(operation.get());
    };
    for (const auto& target : targets) add(target);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < all[i]->after.size(); ++j) add(all[i]->after[j]);
    for (Operation* operation : all)
        for (const auto& earlier : operation->after)
            if (unfinished(earlier)) {
                ++operation->blockers;
                earlier->followers.push_back(operation);
            }
    return all;
}

// Which of the operations that may run goes first: the one queued first; in reverse order, that of the stream that got
// work last; or any.
std::size_t choose(const std::vector<Operation*>& ready) {
    const Order& order = asked_order();
    const auto rank = [&](const Operation* operation) -> std::uint64_t {
        if (order.kind == Order::forward) return operation->number;
        if (order.kind == Order::random) return mix(order.seed ^ mix(operation->number));
        return ~(operation->stream ? operation->stream->newest : operation->number);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < ready.size(); ++i)
        if (rank(ready[i]) < rank(ready[best])) best = i;
    return best;
}

// The oldest follows nothing that is still queued.
void shorten_queue(DeviceLock& lock) {
    while (queue().pending.size() > longest_queue) {
        Operation& oldest = *queue().pending.begin()->second;
        if (oldest.state == Operation::running) return;  // on another host thread
        perform(lock, oldest);
    }
}

}  // namespace

DeviceLock::DeviceLock() {
    if (Worker* const worker = Worker::running_kernel())
        worker->fail(cudaErrorNotSupported, "a call of the host's API from inside a kernel");
    lock_ = std::unique_lock(queue().mutex);
}

std::shared_ptr<Stream> find_stream(cudaStream_t handle) {
    if (handle == nullptr || handle == cudaStreamLegacy) return queue().legacy;
    if (handle == cudaStreamPerThread) {
        thread_local std::shared_ptr<Stream> mine;
        if (mine == nullptr || queue().streams.count(mine.get()) == 0) mine = add_stream(cudaStreamDefault);
        return mine;
    }
    const auto found = queue().streams.find(handle);
    return found == queue().streams.end() ? nullptr : found->second;
}

bool is_event(cudaEvent_t event) { return queue().events.count(event) != 0; }

bool unfinished(const std::shared_ptr<Operation>& operation) {
    return operation != nullptr && operation->state != Operation::done;
}

std::shared_ptr<Operation> make_operation(const std::shared_ptr<Stream>& stream, Work work,
                                          const Operations& also_after) {
    auto operation = std::make_shared<Operation>();
    operation->work = std::move(work);
    operation->stream = stream;
    if (stream != nullptr) operation->after = predecessors(*stream);
    for (const auto& earlier : also_after)
        if (unfinished(earlier)) operation->after.push_back(earlier);
    return operation;
}

void add(DeviceLock& lock, const std::shared_ptr<Operation>& operation) {
    operation->number = ++queue().count;
    if (operation->stream != nullptr) {
        operation->stream->newest = operation->number;
        operation->stream->last = operation;
    }
    queue().pending.emplace_hint(queue().pending.end(), operation->number, operation);
    shorten_queue(lock);
}

void run(DeviceLock& lock, const Operations& targets, unsigned limit) {
    for (;;) {
        const std::vector<Operation*> all = needed_for(targets);
        if (all.empty()) return;
        std::vector<Operation*> ready;
        for (Operation* operation : all)
            if (operation->blockers == 0 && operation->state == Operation::queued) ready.push_back(operation);
        // All that is left waits for another host thread, which runs a function of the host.
        if (ready.empty()) {
            ++queue().sleepers;
            queue().changed.wait(lock.held());
            --queue().sleepers;
            continue;
        }
        while (!ready.empty()) {
            const std::size_t chosen = choose(ready);
            const std::shared_ptr<Operation> next = queue().pending.at(ready[chosen]->number);
            ready[chosen] = ready.back();
            ready.pop_back();
            const bool unlocks = next->work.kind == Work::host;
            perform(lock, *next);
            if (--limit == 0) return;
            if (unlocks) break;  // other threads may have run some of these, or begun to: look again
            for (Operation* follower : next->followers)
                if (--follower->blockers == 0) ready.push_back(follower);
        }
    }
}

bool is_stream(cudaStream_t handle) {
    const DeviceLock lock;
    return find_stream(handle) != nullptr;
}

bool captures(cudaStream_t handle) {
    const DeviceLock lock;
    const auto stream = find_stream(handle);
    return stream != nullptr && stream->capture != nullptr;
}

cudaError_t submit(cudaStream_t handle, Work work, Wait wait) {
    DeviceLock lock;
    const auto stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture) return add_to_capture(*stream, std::move(work));
    if (const cudaError_t error = check_legacy(*stream); error != cudaSuccess) return error;
    const auto operation = make_operation(stream, std::move(work));
    add(lock, operation);
    if (wait == Wait::yes) run(lock, {operation});
    return cudaSuccess;
}

cudaError_t wait_for_stream(cudaStream_t handle) {
    DeviceLock lock;
    const auto stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture) return spoil(*stream->capture, cudaErrorStreamCaptureUnsupported);
    if (const cudaError_t error = check_legacy(*stream); error != cudaSuccess) return error;
    run(lock, stream->legacy ? predecessors(*stream) : Operations{stream->last});
    return cudaSuccess;
}

void wait_for_device() {
    DeviceLock lock;
    Operations all;
    for (const auto& [number, operation] : queue().pending) all.push_back(operation);
    run(lock, all);
}

// A GPU does not finish what nobody waited for before the process ends, and says nothing.
void say_what_never_ran(int exit_code) {
    static bool said = false;
    if (std::exchange(said, true) || exit_code != 0 || kernel_error() != cudaSuccess) return;
    const std::unique_lock lock(queue().mutex, std::try_to_lock);
    if (!lock) return;  // another thread still uses the device
    const Work* first = nullptr;
    int count = 0;
    for (const auto& [number, operation] : queue().pending) {
        if (operation->work.kind != Work::kernel || operation->state != Operation::queued) continue;
        if (count++ == 0) first = &operation->work;
    }
    if (count == 0) return;
    std::fflush(stdout);
    std::fprintf(stderr, "CPU device: the kernel %s (%s:%d)", first->name, first->where.file, first->where.line);
    if (count > 1) std::fprintf(stderr, " and %d more", count - 1);
    std::fprintf(stderr, " never ran: the program ended and had not waited for %s\n", count > 1 ? "them" : "it");
}

void release_all_handles() {
    wait_for_device();
    DeviceLock lock;
    release_all_graphs();
    queue().streams.clear();
    for (const Event* event : queue().events) delete event;
    queue().events.clear();
}

}  // namespace cpu_device

using cpu_device::DeviceLock;
using cpu_device::Event;
using cpu_device::find_stream;
using cpu_device::finish;
using cpu_device::is_event;
using cpu_device::kernel_error;
using cpu_device::Operations;
using cpu_device::queue;
using cpu_device::unfinished;
using cpu_device::Work;

// ---- Streams ----------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return finish(cudaErrorInvalidValue);
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    *stream = cpu_device::add_stream(flags).get();
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
    const DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (flags == nullptr) return finish(cudaErrorInvalidValue);
    *flags = found->flags;
    return finish(cudaSuccess);
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    const DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (id == nullptr) return finish(cudaErrorInvalidValue);
    *id = found->id;
    return finish(cudaSuccess);
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (device == nullptr) return finish(cudaErrorInvalidValue);
    *device = 0;
    return finish(cudaSuccess);
}
// What the stream still has to do is done when somebody waits for the device.
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    const auto found = queue().streams.find(stream);
    if (found == queue().streams.end()) return finish(cudaErrorInvalidResourceHandle);
    const auto destroyed = found->second;
    if (destroyed->capture) return finish(spoil(*destroyed->capture, cudaErrorStreamCaptureUnsupported));
    if (destroyed->blocking() && unfinished(destroyed->last)) queue().orphans.push_back(destroyed->last);
    queue().streams.erase(found);
    return finish(cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (!cpu_device::captures(stream))
        if (const cudaError_t error = cpu_device::refuse_during_capture(); error != cudaSuccess) return finish(error);
    ++cpu_device::host_counts.waits;
    return finish(cpu_device::wait_for_stream(stream));
}
// The answer of a query while there is work left. It is no error and does not become the last one, as on an H200.
static cudaError_t not_ready() {
    const cudaError_t error = finish(cudaSuccess);
    return error != cudaSuccess ? error : cpu_device::tell(cudaErrorNotReady);
}
// Each query makes a little progress, so that a loop of queries ends.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (found->capture) return finish(spoil(*found->capture, cudaErrorStreamCaptureUnsupported));
    if (const cudaError_t error = check_legacy(*found); error != cudaSuccess) return finish(error);
    if (const cudaError_t error = cpu_device::check_unsafe_call(); error != cudaSuccess) return finish(error);
    const Operations left = found->legacy ? cpu_device::predecessors(*found) : Operations{found->last};
    if (std::none_of(left.begin(), left.end(), unfinished)) return finish(cudaSuccess);
    run(lock, left, 1);
    return not_ready();
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr || !is_event(event)) return finish(cudaErrorInvalidResourceHandle);
    if (flags != cudaEventWaitDefault)
        return finish(flags == cudaEventWaitExternal ? cudaErrorNotSupported : cudaErrorInvalidValue);
    if (found->capture || event->capture) return finish(capture_wait(found, *event));
    if (event->record == nullptr || !unfinished(event->record->operation)) return finish(cudaSuccess);
    if (const cudaError_t error = check_legacy(*found); error != cudaSuccess) return finish(error);
    add(lock, make_operation(found, {}, {event->record->operation}));
    return finish(cudaSuccess);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* argument) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (function == nullptr) return finish(cudaErrorInvalidValue);
    return finish(submit(stream, {.kind = Work::host, .run = [=] { function(argument); }}));
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* argument, unsigned flags) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (callback == nullptr || flags != 0) return finish(cudaErrorInvalidValue);
    return finish(submit(stream, {.kind = Work::host,
                                  .run = [=] { callback(stream, cpu_device::fault_of_device(), argument); },
                                  .even_after_fault = true}));
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t, unsigned flags) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    return finish(known && pointer != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- Events -----------------------------------------------------------------------------------

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (event == nullptr || (flags & ~known) != 0) return finish(cudaErrorInvalidValue);
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    *event = *queue().events.insert(new Event).first;
    (*event)->timed = (flags & cudaEventDisableTiming) == 0;
    return finish(cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    DeviceLock lock;
    const auto found = find_stream(stream);
    if (!is_event(event) || found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (flags != cudaEventRecordDefault)
        return finish(flags == cudaEventRecordExternal ? cudaErrorNotSupported : cudaErrorInvalidValue);
    if (found->capture) return finish(capture_record(*found, *event));
    if (const cudaError_t error = check_legacy(*found); error != cudaSuccess) return finish(error);
    event->capture.reset();
    event->nodes.clear();
    const auto record = event->record = std::make_shared<Event::Record>();
    const auto note_time = [record] { record->time = std::chrono::steady_clock::now(); };
    record->operation = make_operation(found, {.kind = Work::nothing, .run = note_time});
    add(lock, record->operation);
    return finish(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    DeviceLock lock;
    if (!is_event(event)) return finish(cudaErrorInvalidResourceHandle);
    if (event->capture) return finish(check_captured(*event));
    if (const cudaError_t error = cpu_device::check_unsafe_call(); error != cudaSuccess) return finish(error);
    ++cpu_device::host_counts.waits;
    if (event->record != nullptr) run(lock, {event->record->operation});
    return finish(cudaSuccess);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    DeviceLock lock;
    if (!is_event(event)) return finish(cudaErrorInvalidResourceHandle);
    if (event->capture) return finish(check_captured(*event));
    if (const cudaError_t error = cpu_device::check_unsafe_call(); error != cudaSuccess) return finish(error);
    if (event->record == nullptr || !unfinished(event->record->operation)) return finish(cudaSuccess);
    run(lock, {event->record->operation}, 1);
    return not_ready();
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == nullptr) return finish(cudaErrorInvalidValue);
    const DeviceLock lock;
    if (!is_event(start) || !is_event(end)) return finish(cudaErrorInvalidResourceHandle);
    if (start->record == nullptr || end->record == nullptr || !start->timed || !end->timed)
        return finish(cudaErrorInvalidResourceHandle);
    if (unfinished(start->record->operation) || unfinished(end->record->operation)) return not_ready();
    *milliseconds = std::chrono::duration<float, std::milli>(end->record->time - start->record->time).count();
    return finish(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    if (queue().events.erase(event) == 0) return finish(cudaErrorInvalidResourceHandle);
    delete event;
    return finish(cudaSuccess);
}
