// Streams are lazy: work that a stream gets is queued, and runs when the host waits for it, or for something that must
// come after it. That is the latest point that CUDA allows, so a wait that is missing shows itself.
//
// Every piece of queued work knows the pieces that it must follow: the one before it in its stream, an event's, and
// what the legacy default stream's rules add. A wait runs what it needs and nothing else. Among pieces that may run
// next DAYBREAK_ORDER chooses.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/errors.h"
#include "cpu/event.h"
#include "cpu/extent.h"
#include "cpu/graph.h"
#include "cpu/launch.h"
#include "cpu/memory.h"
#include "cpu/stream.h"
#include "cpu/where.h"

namespace cpu_device {

// What the device can be asked to do. It may run more than once: the node of a graph runs at every launch of the graph.
struct Work {
    enum Kind { nothing, kernel, copy, set, host } kind = nothing;
    std::function<void()> run;
    const char* name = "";  // of a kernel, and where it was launched
    Where where = {};
    bool even_after_fault = false;
};

struct Operation {
    enum State : unsigned char { queued, running, done } state = queued;
    std::uint64_t number = 0;  // counts all that was ever queued
    Work work;
    std::vector<std::shared_ptr<Operation>> after;  // what it must follow, as far as that is not done
    std::shared_ptr<Stream> stream;                 // null for the node of a graph

    // For the one who runs it:
    std::uint64_t seen = 0;
    unsigned blockers = 0;
    std::vector<Operation*> followers;
};
using Operations = std::vector<std::shared_ptr<Operation>>;

struct Capture;  // see graphs.cc

struct Stream {
    unsigned flags = cudaStreamDefault;
    bool legacy = false;
    unsigned long long id = 0;
    std::uint64_t newest = 0;  // number of the last operation
    std::shared_ptr<Operation> last;
    std::shared_ptr<Capture> capture;  // that this stream takes part in, or null
    std::vector<GraphNode*> frontier;  // of the capture: what the stream's next node will follow

    bool blocking() const { return !legacy && (flags & cudaStreamNonBlocking) == 0; }
};

struct Event {
    struct Record {
        std::shared_ptr<Operation> operation;
        std::chrono::steady_clock::time_point time;  // at which it ran
    };
    bool timed = true;
    std::shared_ptr<Record> record;    // the last one, or null
    std::shared_ptr<Capture> capture;  // in which it was last recorded, or null
    std::vector<GraphNode*> nodes;     // of that capture: what it stands for
};

// Streams, events, graphs and the queue belong to one host thread at a time, and so does the device. While a function
// of the host runs, they belong to nobody.
class DeviceLock {
 public:
    DeviceLock();
    void lock() { lock_.lock(); }
    void unlock() { lock_.unlock(); }
    std::unique_lock<std::mutex>& held() { return lock_; }
    // Arguments of kernels may have destructors, which may call the runtime: they wait until it is unlocked.
    void discard(Work work) { garbage_.push_back(std::move(work)); }

 private:
    std::vector<Work> garbage_;
    std::unique_lock<std::mutex> lock_;
};

// Under the lock.
std::shared_ptr<Stream> find_stream(cudaStream_t handle);  // null: there is none
bool is_event(cudaEvent_t event);
bool unfinished(const std::shared_ptr<Operation>& operation);  // false for none
// Work that follows all that `stream` holds (null: the node of a graph) and `also_after`. It is queued by add().
std::shared_ptr<Operation> make_operation(const std::shared_ptr<Stream>& stream, Work work,
                                          const Operations& also_after = {});
void add(DeviceLock& lock, const std::shared_ptr<Operation>& operation);
// Runs `targets` and what they must follow, at most `limit` pieces.
void run(DeviceLock& lock, const Operations& targets, unsigned limit = ~0u);

// Without the lock. Their results are to be passed through finish().
bool is_stream(cudaStream_t handle);
bool captures(cudaStream_t handle);  // is work on this stream captured, not run?
enum class Wait { no, yes };         // for the end of the work
cudaError_t submit(cudaStream_t handle, Work work, Wait wait = Wait::no);
cudaError_t wait_for_stream(cudaStream_t handle);
void wait_for_device();

void say_what_never_ran(int exit_code);  // at the end of the process: one line on stderr, once

// graphs.cc, under the lock.
cudaError_t add_to_capture(Stream& stream, Work work);
cudaError_t capture_record(const Stream& stream, Event& event);
cudaError_t capture_wait(const std::shared_ptr<Stream>& stream, const Event& event);
cudaError_t spoil(Capture& capture, cudaError_t error);  // invalidates it; returns `error`
// What may not be done beside a capture that is under way is an error, and spoils the capture.
cudaError_t check_legacy(const Stream& stream);  // `stream` is not the legacy one, or no blocking stream captures
cudaError_t check_unsafe_call();                 // no capture is under way that this call could not be a part of
cudaError_t check_captured(const Event& event);  // the event was not recorded in a capture
void release_all_graphs();
// The same as check_unsafe_call(), without the lock.
cudaError_t refuse_during_capture();
cudaError_t refuse_feature(const char* feature);  // says so in a line; returns cudaErrorNotSupported

// Memory in rows and slices of rows, `pitch` and `slice` bytes apart. Widths are in bytes.
struct Box {
    char* first;
    std::size_t pitch, slice = 0;

    Box(const void* memory, std::size_t row_pitch, std::size_t slice_pitch = 0)
        : first(static_cast<char*>(const_cast<void*>(memory))), pitch(row_pitch), slice(slice_pitch) {}
    char* row(std::size_t y, std::size_t z) const { return first + z * slice + y * pitch; }
    // From the first byte to the last one.
    std::size_t bytes(const cudaExtent& size) const {
        return (size.depth - 1) * slice + (size.height - 1) * pitch + size.width;
    }
};
inline bool is_empty(const cudaExtent& size) { return size.width == 0 || size.height == 0 || size.depth == 0; }

// launch.cc and memory.cc: work, for streams and for the nodes of graphs.
cudaError_t grid_work(Work& work, const LaunchConfig& config, const Call& call);
cudaError_t copy_work(Work& work, const Box& to, const Box& from, const cudaExtent& size, cudaMemcpyKind kind);
cudaError_t set_work(Work& work, const Box& box, unsigned value, unsigned element, const cudaExtent& size);

// The calls of CUDA that copy and set memory, in their two forms: each is one piece of work.
enum class Form { blocking, async };
cudaError_t copy(const Box& to, const Box& from, const cudaExtent& size, cudaMemcpyKind kind, Form form,
                 cudaStream_t stream);
cudaError_t set(const Box& box, int byte, const cudaExtent& size, Form form, cudaStream_t stream);

cudaError_t allocate_in_stream(void** pointer, std::size_t bytes, cudaStream_t stream, Where where);
void note_freed(const void* pointer);  // memory_pool.cc keeps count

}  // namespace cpu_device
