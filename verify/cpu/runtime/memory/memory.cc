#include "cpu/memory.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cpu/host_memory.h"
#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/host_counts.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/observer.h"
#include "verify/cpu/runtime/ground/reset.h"
#include "verify/cpu/runtime/memory/allocations.h"
#include "verify/cpu/runtime/memory/host_flags.h"
#include "verify/cpu/runtime/memory/managed.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace cpu_device {
namespace {

constexpr std::size_t alignment = 256;
constexpr std::size_t guard_bytes = 256;  // on both sides of an allocation, while checking
constexpr unsigned char guard = 0xa5;

enum class Kind { device, managed, pinned, registered, symbol };  // the last two are the program's own memory

struct Allocation {
    std::size_t bytes;
    Kind kind;
    Where where;
    bool guarded;
    bool leaving = false;  // a stream has its end in its queue
};

bool checking() {
    static const bool on = is_switched_on("DAYBREAK_LEAKS");
    return on;
}

// Every allocation that lives, by address.
class Allocations {
 public:
    Allocations() {
        on_exit([](int status, void* self) { static_cast<Allocations*>(self)->at_exit(status); }, this);
    }

    void* allocate(std::size_t bytes, Kind kind, Where where) {
        if (observer != nullptr) return allocate_observed(bytes, kind, where);
        const std::size_t margin = checking() && kind != Kind::pinned ? guard_bytes : 0;
        const std::size_t whole = (bytes + 2 * margin + alignment - 1) / alignment * alignment;
        auto* const memory = static_cast<unsigned char*>(std::aligned_alloc(alignment, whole));
        if (memory == nullptr) return nullptr;
        std::memset(memory, guard, margin);
        std::memset(memory + margin, 0xff, bytes);
        std::memset(memory + margin + bytes, guard, margin);
        add(memory + margin, {bytes, kind, where, margin != 0});
        return memory + margin;
    }

    void add(void* pointer, Allocation allocation) {
        const std::lock_guard lock(mutex_);
        all_[bytes_at(pointer)] = allocation;
    }

    bool release(void* pointer, bool pinned) {
        const std::lock_guard lock(mutex_);
        const auto found = find_ours(pointer, pinned);
        if (found == all_.end() || found->second.leaving) return false;
        give_back(found->first, found->second);
        all_.erase(found);
        return true;
    }

    // Release in two steps: from the first on nobody else may release it.
    bool begin_release(void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto found = find_ours(pointer, false);
        return found != all_.end() && !std::exchange(found->second.leaving, true);
    }
    void end_release(void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto found = find_ours(pointer, false);
        if (found == all_.end()) return;  // cudaDeviceReset was faster
        give_back(found->first, found->second);
        all_.erase(found);
    }

    void release_all() {
        const std::lock_guard lock(mutex_);
        std::erase_if(all_, [this](const auto& one) {
            if (is_ours(one.second)) give_back(one.first, one.second);
            return one.second.kind != Kind::symbol;
        });
    }

    bool unregister(const void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto found = all_.find(bytes_at(pointer));
        if (found == all_.end() || found->second.kind != Kind::registered) return false;
        all_.erase(found);
        return true;
    }

    // The allocation that holds `pointer`, and how many bytes of it lie from there on. bytes = 0: none holds it.
    struct Place {
        std::size_t bytes = 0;
        Kind kind = Kind::device;
    };
    Place find(const void* pointer) {
        const std::lock_guard lock(mutex_);
        auto after = all_.upper_bound(bytes_at(pointer));
        if (after == all_.begin()) return {};
        const auto& [begin, allocation] = *--after;
        const unsigned char* const end = begin + allocation.bytes;
        if (bytes_at(pointer) >= end) return {};
        return {static_cast<std::size_t>(end - bytes_at(pointer)), allocation.kind};
    }

 private:
    // Guards and their place are the checker's affair.
    void* allocate_observed(std::size_t bytes, Kind kind, Where where) {
        const Memory memory = kind == Kind::pinned    ? Memory::pinned
                              : kind == Kind::managed ? Memory::managed
                                                      : Memory::device;
        void* const pointer = observer->allocate(bytes, memory, where);
        if (pointer == nullptr) return nullptr;
        add(pointer, {bytes, kind, where, false});
        return pointer;
    }

    static const unsigned char* bytes_at(const void* pointer) { return static_cast<const unsigned char*>(pointer); }

    std::map<const unsigned char*, Allocation, std::less<>>::iterator find_ours(void* pointer, bool pinned) {
        const auto found = all_.find(bytes_at(pointer));
        const bool fits =
            found != all_.end() && is_ours(found->second) && (found->second.kind == Kind::pinned) == pinned;
        return fits ? found : all_.end();
    }

    static bool is_ours(const Allocation& allocation) {
        return allocation.kind != Kind::symbol && allocation.kind != Kind::registered;
    }

    void give_back(const unsigned char* memory, const Allocation& allocation) {
        if (observer != nullptr) return observer->release(const_cast<unsigned char*>(memory));
        check_guards(memory, allocation);
        std::free(const_cast<unsigned char*>(memory) - (allocation.guarded ? guard_bytes : 0));
    }

    void check_guards(const unsigned char* memory, const Allocation& allocation) {
        if (!allocation.guarded) return;
        for (std::size_t i = 1; i <= guard_bytes; ++i)
            if (*(memory - i) != guard) return overrun(allocation, i, "before the start");
        for (std::size_t i = 0; i < guard_bytes; ++i)
            if (memory[allocation.bytes + i] != guard) return overrun(allocation, i + 1, "past the end");
    }

    void overrun(const Allocation& allocation, std::size_t distance, const char* side) {
        ++findings_;
        std::fprintf(stderr, "CPU device: a write %zu byte%s %s of an allocation of %zu bytes (%s:%d)\n", distance,
                     distance == 1 ? "" : "s", side, allocation.bytes, allocation.where.file, allocation.where.line);
    }

    // A program that ends well must have given back all that it took. One that fails has no time to, and after an error
    // in a kernel nothing can be given back.
    void at_exit(int status) {
        say_what_never_ran(status);
        if (observer == nullptr && !checking()) return;
        for (const auto& [begin, allocation] : all_) {
            if (!is_ours(allocation)) continue;
            check_guards(begin, allocation);
            if (status != 0 || kernel_error() != cudaSuccess || allocation.leaving) continue;
            if (observer != nullptr && observer->leaked(begin, allocation.bytes, allocation.where)) continue;
            if (!checking()) continue;
            ++findings_;
            std::fprintf(stderr, "CPU device: leak: %zu bytes from %s (%s:%d) are never freed\n", allocation.bytes,
                         allocation.where.what, allocation.where.file, allocation.where.line);
        }
        std::fflush(stdout);
        if (status == 0 && findings_ > 0) std::_Exit(1);
    }

    std::mutex mutex_;
    std::map<const unsigned char*, Allocation, std::less<>> all_;
    int findings_ = 0;
};

Allocations& allocations() {
    static Allocations* const all = new Allocations;  // never destroyed: destructors of statics may still free
    return *all;
}

cudaError_t allocate(void** pointer, std::size_t bytes, Kind kind, Where where) {
    if (pointer == nullptr) return finish(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (kernel_error() != cudaSuccess || bytes == 0) return finish(cudaSuccess);
    struct sysinfo memory {};
    sysinfo(&memory);
    if (bytes > memory.totalram * memory.mem_unit) return finish(cudaErrorMemoryAllocation);
    *pointer = allocations().allocate(bytes, kind, where);
    if (*pointer != nullptr && kind != Kind::pinned) {
        ++host_counts.allocations;
        host_counts.allocated_bytes += bytes;
    }
    return finish(*pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

// Not during a capture, which could not see it.
cudaError_t allocate_now(void** pointer, std::size_t bytes, Kind kind, Where where) {
    if (kernel_error() == cudaSuccess)
        if (const cudaError_t error = refuse_during_capture(); error != cudaSuccess) return finish(error);
    return allocate(pointer, bytes, kind, where);
}

// Waits for the device first: work that is queued may use the memory. `caller`: where the program called, for the
// observer.
cudaError_t release(void* pointer, bool pinned, const void* caller) {
    if (kernel_error() != cudaSuccess || pointer == nullptr) return finish(cudaSuccess);
    if (const cudaError_t error = refuse_during_capture(); error != cudaSuccess) return finish(error);
    wait_for_device();
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!allocations().release(pointer, pinned)) {
        if (observer != nullptr) observer->bad_release(pointer, caller);
        return finish(cudaErrorInvalidValue);
    }
    note_freed(pointer);
    return finish(cudaSuccess);
}

// Is `pointer` good for `bytes` bytes? A copy's kind says which side must be device memory. Where it says host memory,
// CUDA takes either, and so does this device: measured on an H200.
bool fits(const void* pointer, std::size_t bytes, bool must_be_device) {
    if (pointer == nullptr) return false;
    const std::size_t there = allocations().find(pointer).bytes;
    return there == 0 ? !must_be_device : bytes <= there;
}

bool is_direction(cudaMemcpyKind kind) { return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault; }

// All of a copy is checked before any of it is done.
cudaError_t check_copy(const Box& to, const Box& from, const cudaExtent& size, cudaMemcpyKind kind) {
    if (!is_direction(kind)) return cudaErrorInvalidMemcpyDirection;  // of a graph's node; copy() has asked before
    if (size.width > to.pitch || size.width > from.pitch) return cudaErrorInvalidPitchValue;
    if (is_empty(size)) return cudaSuccess;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool fit = fits(to.first, to.bytes(size), to_device) && fits(from.first, from.bytes(size), from_device);
    return fit ? cudaSuccess : cudaErrorInvalidValue;
}

void copy_rows(const Box& to, const Box& from, const cudaExtent& size) {
    const RuntimeAccess access;
    for (std::size_t z = 0; z < size.depth; ++z)
        for (std::size_t y = 0; y < size.height; ++y) {
            std::memmove(to.row(y, z), from.row(y, z), size.width);
            if (observer != nullptr) observer->copied(to.row(y, z), from.row(y, z), size.width);
        }
}

// A copy of host memory on its way to the device. There is not room for much of it.
std::shared_ptr<char[]> stage(const Box& from, const cudaExtent& size) {
    constexpr std::size_t room = 16 << 20;
    static std::atomic<std::size_t> used = 0;
    const std::size_t bytes = size.width * size.height * size.depth;
    if (bytes > room || used.fetch_add(bytes) + bytes > room) {
        if (bytes <= room) used -= bytes;
        return nullptr;
    }
    std::shared_ptr<char[]> staged(new char[bytes], [bytes](const char* memory) {
        delete[] memory;
        used -= bytes;
    });
    copy_rows({staged.get(), size.width, size.width * size.height}, from, size);
    return staged;
}

enum class Side { device, managed, pinned, pageable };
Side side_of(const void* pointer) {
    const auto [bytes, kind] = allocations().find(pointer);
    if (bytes == 0) return Side::pageable;
    if (kind == Kind::managed) return Side::managed;
    return kind == Kind::pinned || kind == Kind::registered ? Side::pinned : Side::device;
}
bool on_host(Side side) { return side == Side::pinned || side == Side::pageable; }

void register_symbol(const void* symbol, std::size_t size) {
    allocations().add(const_cast<void*>(symbol), {size, Kind::symbol, {}, false});
}

}  // namespace

void release_all_memory() { allocations().release_all(); }

std::size_t bytes_from(const void* pointer) { return allocations().find(pointer).bytes; }
void* take_memory(std::size_t bytes, const Where& where) { return allocations().allocate(bytes, Kind::device, where); }
void give_back_memory(void* memory) { allocations().release(memory, false); }

// ---- Copies and sets --------------------------------------------------------------------------

namespace {

// DAYBREAK_SCRAMBLE=1: what a copy brings to the host is not what the device wrote, and a gate that looks at it fails.
bool scrambling() {
    static const bool on = is_switched_on("DAYBREAK_SCRAMBLE");
    return on;
}
void invert(const Box& box, const cudaExtent& size) {
    for (std::size_t z = 0; z < size.depth; ++z)
        for (std::size_t y = 0; y < size.height; ++y)
            std::transform(box.row(y, z), box.row(y, z) + size.width, box.row(y, z), [](char byte) { return ~byte; });
}

// Memory that was the device's when the work was made, and is nobody's when it runs: a graph may keep it that long.
bool still_there(const void* pointer, std::size_t bytes, bool was_known) {
    if (!was_known || fits(pointer, bytes, true)) return true;
    std::fprintf(stderr, "CPU device: illegal memory access: a copy or set of memory that has been freed\n");
    set_kernel_error(cudaErrorIllegalAddress);
    return false;
}

}  // namespace

cudaError_t copy_work(Work& work, const Box& to, const Box& from, const cudaExtent& size, cudaMemcpyKind kind) {
    const cudaError_t error = check_copy(to, from, size, kind);
    if (error != cudaSuccess) return error;
    const Side target = side_of(to.first), source = side_of(from.first);
    const bool to_known = target != Side::pageable, from_known = source != Side::pageable;
    const bool scrambles = scrambling() && on_host(target) && !on_host(source);
    work = {.kind = Work::copy, .run = [=] {
                if (is_empty(size) || !still_there(to.first, to.bytes(size), to_known) ||
                    !still_there(from.first, from.bytes(size), from_known))
                    return;
                copy_rows(to, from, size);
                if (scrambles) invert(to, size);
            }};
    return cudaSuccess;
}

cudaError_t set_work(Work& work, const Box& box, unsigned value, unsigned element, const cudaExtent& size) {
    if ((element != 1 && element != 2 && element != 4) || size.width > box.pitch) return cudaErrorInvalidValue;
    if (!is_empty(size) && !fits(box.first, box.bytes(size), true)) return cudaErrorInvalidValue;
    work = {.kind = Work::set, .run = [=] {
                if (is_empty(size) || !still_there(box.first, box.bytes(size), true)) return;
                const RuntimeAccess access;
                for (std::size_t z = 0; z < size.depth; ++z)
                    for (std::size_t y = 0; y < size.height; ++y) {
                        char* const row = box.row(y, z);
                        if (element == 1)
                            std::memset(row, static_cast<int>(value), size.width);
                        else
                            for (std::size_t x = 0; x < size.width; x += element) std::memcpy(row + x, &value, element);
                        if (observer != nullptr) observer->written(row, size.width);
                    }
            }};
    return cudaSuccess;
}

// When the call returns, and what is done by then, is what CUDA's documentation calls "API synchronization behavior".
cudaError_t copy(const Box& to, const Box& from, const cudaExtent& size, cudaMemcpyKind kind, Form form,
                 cudaStream_t stream) {
    if (!is_direction(kind)) return record(cudaErrorInvalidMemcpyDirection);  // even of a dead device
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    Work work;
    const cudaError_t error = copy_work(work, to, from, size, kind);
    if (error != cudaSuccess || is_empty(size)) return finish(error);
    if (captures(stream)) return finish(submit(stream, std::move(work)));

    const Side target = side_of(to.first), source = side_of(from.first);
    const bool from_pageable = source == Side::pageable && !on_host(target);
    bool wait = (on_host(target) && on_host(source)) || target == Side::pageable;
    if (form == Form::blocking) {
        wait = wait || on_host(target) || on_host(source) || target == Side::managed || source == Side::managed;
        if (from_pageable)
            if (const cudaError_t failed = finish(wait_for_stream(stream)); failed != cudaSuccess) return failed;
    }
    if (from_pageable && !wait) {
        // The host's array may change as soon as the call returns, and the device may not have it yet.
        const std::shared_ptr<char[]> staged = stage(from, size);
        wait = staged == nullptr;
        if (!wait)
            work.run = [=] {
                if (still_there(to.first, to.bytes(size), true))
                    copy_rows(to, {staged.get(), size.width, size.width * size.height}, size);
            };
    }
    if (wait || (form == Form::blocking && from_pageable)) ++host_counts.waits;
    return finish(submit(stream, std::move(work), wait ? Wait::yes : Wait::no));
}

cudaError_t set(const Box& box, int byte, const cudaExtent& size, Form form, cudaStream_t stream) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    Work work;
    const cudaError_t error = set_work(work, box, static_cast<unsigned char>(byte), 1, size);
    if (error != cudaSuccess || is_empty(size)) return finish(error);
    const bool wait = form == Form::blocking && side_of(box.first) != Side::device;
    return finish(submit(stream, std::move(work), wait ? Wait::yes : Wait::no));
}

// ---- Symbols ----------------------------------------------------------------------------------

cudaError_t copy_to_symbol(void* symbol, std::size_t size, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, bool async, cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (offset > size || bytes > size - offset) return finish(cudaErrorInvalidValue);
    register_symbol(symbol, size);
    return copy({static_cast<char*>(symbol) + offset, bytes}, {from, bytes}, {bytes, 1, 1}, kind,
                async ? Form::async : Form::blocking, stream);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t size, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, bool async, cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (offset > size || bytes > size - offset) return finish(cudaErrorInvalidValue);
    register_symbol(symbol, size);
    return copy({to, bytes}, {static_cast<const char*>(symbol) + offset, bytes}, {bytes, 1, 1}, kind,
                async ? Form::async : Form::blocking, stream);
}

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size) {
    register_symbol(symbol, size);
    *pointer = const_cast<void*>(symbol);
    return finish(cudaSuccess);
}

// ---- Memory in the order of a stream ----------------------------------------------------------

cudaError_t allocate_in_stream(void** pointer, std::size_t bytes, cudaStream_t stream, Where where) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (captures(stream)) return finish(refuse_feature("memory of a graph (cudaMallocAsync during a capture)"));
    const cudaError_t error = allocate(pointer, bytes, Kind::device, where);
    if (error != cudaSuccess || *pointer == nullptr) return error;
    // What another stream writes there before this one has come so far is lost.
    const auto poison = [memory = *pointer, bytes] {
        if (!still_there(memory, bytes, true)) return;
        const RuntimeAccess access;
        std::memset(memory, 0xff, bytes);
        if (observer != nullptr) observer->emptied(memory, bytes);
    };
    return finish(submit(stream, {.kind = Work::set, .run = poison}));
}

}  // namespace cpu_device

using cpu_device::allocate_now;
using cpu_device::finish;
using cpu_device::Form;
using cpu_device::is_stream;
using cpu_device::kernel_error;
using cpu_device::Kind;
using cpu_device::Where;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes, Where where) {
    return allocate_now(pointer, bytes, Kind::device, where);
}
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned, Where where) {
    return allocate_now(pointer, bytes, Kind::managed, where);
}
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height, Where where) {
    if (pitch == nullptr) return finish(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return allocate_now(pointer, *pitch * height, Kind::device, where);
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, Where where) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault, where);
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags, Where where) {
    const cudaError_t error = allocate_now(pointer, bytes, Kind::pinned, where);
    if (error == cudaSuccess) cpu_device::note_host_flags(*pointer, flags);
    return error;
}
cudaError_t cudaFree(void* pointer) {
    const std::size_t bytes = cpu_device::bytes_from(pointer);
    const cudaError_t error = cpu_device::release(pointer, false, __builtin_return_address(0));
    if (error == cudaSuccess) cpu_device::forget_hints(pointer, bytes);
    return error;
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (pointer == nullptr) return finish(cudaSuccess);
    if (cpu_device::captures(stream))
        return finish(cpu_device::refuse_feature("memory of a graph (cudaFreeAsync during a capture)"));
    if (!cpu_device::allocations().begin_release(pointer)) {
        if (cpu_device::observer != nullptr) {
            cpu_device::wait_for_device();  // or it would not know yet what was freed before
            cpu_device::observer->bad_release(pointer, __builtin_return_address(0));
        }
        return finish(cudaErrorInvalidValue);
    }
    const auto free = [pointer] {
        cpu_device::allocations().end_release(pointer);
        cpu_device::note_freed(pointer);
    };
    return finish(submit(stream, {.kind = cpu_device::Work::set, .run = free}));
}
cudaError_t cudaFreeHost(void* pointer) { return cpu_device::release(pointer, true, __builtin_return_address(0)); }

cudaError_t cudaMemset(void* pointer, int byte, std::size_t bytes) {
    return cpu_device::set({pointer, bytes}, byte, {bytes, 1, 1}, Form::blocking, nullptr);
}
cudaError_t cudaMemsetAsync(void* pointer, int byte, std::size_t bytes, cudaStream_t stream) {
    return cpu_device::set({pointer, bytes}, byte, {bytes, 1, 1}, Form::async, stream);
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height) {
    return cpu_device::set({pointer, pitch}, byte, {width, height, 1}, Form::blocking, nullptr);
}
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    return cpu_device::set({pointer, pitch}, byte, {width, height, 1}, Form::async, stream);
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return cpu_device::copy({to, bytes}, {from, bytes}, {bytes, 1, 1}, kind, Form::blocking, nullptr);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return cpu_device::copy({to, bytes}, {from, bytes}, {bytes, 1, 1}, kind, Form::async, stream);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return cpu_device::copy({to, to_pitch}, {from, from_pitch}, {width, height, 1}, kind, Form::blocking, nullptr);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return cpu_device::copy({to, to_pitch}, {from, from_pitch}, {width, height, 1}, kind, Form::async, stream);
}
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
    struct sysinfo memory {};
    sysinfo(&memory);
    if (free_bytes == nullptr || total_bytes == nullptr) return finish(cudaErrorInvalidValue);
    *free_bytes = memory.freeram * memory.mem_unit;
    *total_bytes = memory.totalram * memory.mem_unit;
    return finish(cudaSuccess);
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    constexpr unsigned known =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (pointer == nullptr || bytes == 0 || (flags & ~known) != 0) return finish(cudaErrorInvalidValue);
    if (cpu_device::allocations().find(pointer).bytes != 0) return finish(cudaErrorHostMemoryAlreadyRegistered);
    if (cpu_device::kernel_error() == cudaSuccess)
        cpu_device::allocations().add(pointer, {bytes, Kind::registered, Where::here("cudaHostRegister"), false});
    cpu_device::note_host_flags(pointer, flags);
    return finish(cudaSuccess);
}
cudaError_t cudaHostUnregister(void* pointer) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    cpu_device::wait_for_device();  // work that is queued may use the memory
    return finish(cpu_device::allocations().unregister(pointer) ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    const auto [bytes, kind] = cpu_device::allocations().find(host);
    const bool pinned = bytes != 0 && (kind == Kind::pinned || kind == Kind::registered);
    if (device == nullptr || flags != 0 || !pinned) return finish(cudaErrorInvalidValue);
    *device = host;
    return finish(cudaSuccess);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    if (attributes == nullptr) return finish(cudaErrorInvalidValue);
    void* const address = const_cast<void*>(pointer);
    const auto [bytes, kind] = cpu_device::allocations().find(pointer);
    if (bytes == 0)
        *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, address};
    else if (kind == Kind::managed)
        *attributes = {cudaMemoryTypeManaged, 0, address, address};
    else if (kind == Kind::pinned || kind == Kind::registered)
        *attributes = {cudaMemoryTypeHost, 0, address, address};
    else
        *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    return finish(cudaSuccess);
}
