// The heap of kernels is one piece of device memory, taken when a kernel first asks. Its blocks lie in two maps, the
// used and the free; the first block that is large enough is taken. Fresh memory is filled with 0xFF (NaN).
#include "verify/cpu/runtime/memory/heap.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/memory/allocations.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {

namespace {

constexpr std::size_t block_alignment = 16;

class Heap {
 public:
    void* allocate(std::size_t bytes, std::size_t alignment) {
        const std::lock_guard lock(mutex_);
        if (memory_ == nullptr && !begin()) return nullptr;
        const std::size_t whole = (bytes + block_alignment - 1) / block_alignment * block_alignment;
        if (whole < bytes) return nullptr;
        for (auto block = free_.begin(); block != free_.end(); ++block) {
            const auto [offset, size] = *block;
            const std::size_t place = (offset + alignment - 1) / alignment * alignment;
            if (place + whole > offset + size || place + whole < place) continue;
            free_.erase(block);
            if (place > offset) free_[offset] = place - offset;
            if (place + whole < offset + size) free_[place + whole] = offset + size - place - whole;
            used_[place] = whole;
            std::memset(memory_ + place, 0xff, whole);
            return memory_ + place;
        }
        return nullptr;
    }

    // False for what is no block.
    bool release(void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto used = used_.find(static_cast<std::size_t>(static_cast<char*>(pointer) - memory_));
        if (used == used_.end()) return false;
        auto [offset, size] = *used;
        used_.erase(used);
        const auto after = free_.find(offset + size);
        if (after != free_.end()) {
            size += after->second;
            free_.erase(after);
        }
        const auto next = free_.lower_bound(offset);
        if (next != free_.begin()) {
            const auto before = std::prev(next);
            if (before->first + before->second == offset) {
                before->second += size;
                return true;
            }
        }
        free_[offset] = size;
        return true;
    }

    bool holds(const void* pointer) const {
        const char* const begin = begin_.load(std::memory_order_relaxed);
        return begin != nullptr && reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(begin) <
                                       end_.load(std::memory_order_relaxed);
    }

    std::size_t limit() const { return limit_; }
    bool set_limit(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        if (memory_ != nullptr) return false;
        limit_ = bytes;
        return true;
    }

    void release_all() {
        const std::lock_guard lock(mutex_);
        if (memory_ != nullptr) give_back_memory(memory_);
        memory_ = nullptr;
        begin_ = nullptr;
        used_.clear();
        free_.clear();
    }

 private:
    // The first block does not lie at the start of the device memory, which cudaFree would take for its own.
    bool begin() {
        if (limit_ <= block_alignment) return false;
        memory_ = static_cast<char*>(take_memory(limit_, Where::here("the heap of kernels")));
        if (memory_ == nullptr) return false;
        // Before the search for leaks, which the first piece of memory announced: the heap is none of the program's.
        [[maybe_unused]] static const int at_exit = std::atexit(release_heap);
        free_[block_alignment] = limit_ / block_alignment * block_alignment - block_alignment;
        end_ = limit_.load();
        begin_ = memory_;
        return true;
    }

    std::mutex mutex_;
    std::atomic<std::size_t> limit_ = std::size_t{8} << 20;
    char* memory_ = nullptr;
    std::atomic<char*> begin_ = nullptr;  // what holds() sees without the lock
    std::atomic<std::size_t> end_ = 0;
    std::map<std::size_t, std::size_t> used_, free_;  // bytes, by offset; free blocks do not touch each other
};

Heap& heap() {
    static Heap& all = *new Heap;  // never destroyed: destructors of statics may still free
    return all;
}

[[noreturn]] void fail(const char* text) {
    if (Worker* worker = Worker::running_kernel()) worker->fail(cudaErrorLaunchFailure, text);
    std::fprintf(stderr, "CPU device: %s\n", text);
    std::abort();
}

}  // namespace

bool takes_from_heap() { return !HostMemory::wanted() && Worker::running_kernel() != nullptr; }

void* heap_allocate(std::size_t bytes, std::size_t alignment) {
    const HostMemory own;  // of the maps
    return heap().allocate(std::max<std::size_t>(1, bytes), std::max(alignment, block_alignment));
}

void release_by_address(void* pointer) {
    if (!heap().holds(pointer)) return std::free(pointer);
    const HostMemory own;
    if (!heap().release(pointer))
        fail("free() or delete of memory that no malloc() or new gave in a kernel, or that is freed already");
}

std::size_t heap_limit() { return heap().limit(); }
bool set_heap_limit(std::size_t bytes) { return heap().set_limit(bytes); }
bool is_in_heap(const void* pointer) { return heap().holds(pointer); }
void release_heap() { heap().release_all(); }

}  // namespace cpu_device

// What the program's malloc, calloc and free are: see cpu/heap.h.
extern "C" {
void* cpu_device_malloc(std::size_t bytes) noexcept {
    return cpu_device::takes_from_heap() ? cpu_device::heap_allocate(bytes, 1) : std::malloc(bytes);
}
void* cpu_device_calloc(std::size_t count, std::size_t bytes) noexcept {
    if (!cpu_device::takes_from_heap()) return std::calloc(count, bytes);
    std::size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
    void* const memory = cpu_device::heap_allocate(all, 1);
    return memory == nullptr ? nullptr : std::memset(memory, 0, all);
}
void cpu_device_free(void* pointer) noexcept {
    if (pointer == nullptr) return;
    const bool device_memory = cpu_device::is_in_heap(pointer);
    if (device_memory && cpu_device::Worker::running_kernel() == nullptr)
        cpu_device::fail("free() on the host of memory that malloc() gave in a kernel");
    if (!device_memory && cpu_device::takes_from_heap())
        cpu_device::fail("free() in a kernel of memory that malloc() gave on the host");
    cpu_device::release_by_address(pointer);
}
}
