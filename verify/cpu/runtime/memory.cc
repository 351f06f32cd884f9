#include "cpu/memory.h"

#include <sys/sysinfo.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>

#include "cpu/host_memory.h"
#include "verify/cpu/runtime/allocations.h"
#include "verify/cpu/runtime/host_flags.h"
#include "verify/cpu/runtime/last_error.h"
#include "verify/cpu/runtime/managed.h"
#include "verify/cpu/runtime/observer.h"
#include "verify/cpu/runtime/reset.h"
#include "verify/cpu/runtime/stream_handle.h"

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
};

bool checking() {
    static const bool on = [] {
        const char* value = std::getenv("DAYBREAK_LEAKS");
        return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
    }();
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
        const auto found = all_.find(bytes_at(pointer));
        if (found == all_.end() || (found->second.kind == Kind::pinned) != pinned || !is_ours(found->second))
            return false;
        give_back(found->first, found->second);
        all_.erase(found);
        return true;
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
        if (observer != nullptr) return leaks(status);
        if (!checking()) return;
        for (const auto& [begin, allocation] : all_) {
            if (!is_ours(allocation)) continue;
            check_guards(begin, allocation);
            if (status != 0 || kernel_error() != cudaSuccess) continue;
            ++findings_;
            std::fprintf(stderr, "CPU device: leak: %zu bytes from %s (%s:%d) are never freed\n", allocation.bytes,
                         allocation.where.what, allocation.where.file, allocation.where.line);
        }
        std::fflush(stdout);
        if (status == 0 && findings_ > 0) std::_Exit(1);
    }

    void leaks(int status) {
        for (const auto& [begin, allocation] : all_)
            if (is_ours(allocation) && status == 0 && kernel_error() == cudaSuccess)
                observer->leaked(begin, allocation.bytes, allocation.where);
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
    return finish(*pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

// `caller`: where the program called, for the observer.
cudaError_t release(void* pointer, bool pinned, const void* caller) {
    if (pointer == nullptr) return finish(cudaSuccess);
    if (allocations().release(pointer, pinned)) return finish(cudaSuccess);
    if (observer != nullptr && kernel_error() == cudaSuccess) observer->bad_release(pointer, caller);
    return finish(cudaErrorInvalidValue);
}

// Is `pointer` good for `bytes` bytes? A copy's kind says which side must be device memory. Where it says host memory,
// CUDA takes either, and so does this device: measured on an H200.
bool fits(const void* pointer, std::size_t bytes, bool must_be_device) {
    if (pointer == nullptr) return false;
    const std::size_t there = allocations().find(pointer).bytes;
    return there == 0 ? !must_be_device : bytes <= there;
}

// `height` rows of `width` bytes, a pitch apart. All of it is checked before any of it is touched.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height) { return (height - 1) * pitch + width; }

cudaError_t copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                 std::size_t height, cudaMemcpyKind kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return finish(cudaErrorInvalidMemcpyDirection);
    if (width > to_pitch || width > from_pitch) return finish(cudaErrorInvalidPitchValue);
    if (kernel_error() != cudaSuccess || width == 0 || height == 0) return finish(cudaSuccess);
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (!fits(to, extent(to_pitch, width, height), to_device) ||
        !fits(from, extent(from_pitch, width, height), from_device))
        return finish(cudaErrorInvalidValue);
    const RuntimeAccess access;
    for (std::size_t row = 0; row < height; ++row) {
        char* const to_row = static_cast<char*>(to) + row * to_pitch;
        const char* const from_row = static_cast<const char*>(from) + row * from_pitch;
        std::memmove(to_row, from_row, width);
        if (observer != nullptr) observer->copied(to_row, from_row, width);
    }
    return finish(cudaSuccess);
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy(to, bytes, from, bytes, bytes, 1, kind);
}

cudaError_t set(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height) {
    if (width > pitch) return finish(cudaErrorInvalidValue);
    if (kernel_error() != cudaSuccess || width == 0 || height == 0) return finish(cudaSuccess);
    if (!fits(pointer, extent(pitch, width, height), true)) return finish(cudaErrorInvalidValue);
    const RuntimeAccess access;
    for (std::size_t row = 0; row < height; ++row) {
        std::memset(static_cast<char*>(pointer) + row * pitch, byte, width);
        if (observer != nullptr) observer->written(static_cast<char*>(pointer) + row * pitch, width);
    }
    return finish(cudaSuccess);
}

void register_symbol(const void* symbol, std::size_t size) {
    allocations().add(const_cast<void*>(symbol), {size, Kind::symbol, {}, false});
}

}  // namespace

void release_all_memory() { allocations().release_all(); }

std::size_t bytes_from(const void* pointer) { return allocations().find(pointer).bytes; }
void* take_memory(std::size_t bytes, const Where& where) { return allocations().allocate(bytes, Kind::device, where); }
void give_back_memory(void* memory) { allocations().release(memory, false); }

cudaError_t copy_to_symbol(void* symbol, std::size_t size, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (offset > size || bytes > size - offset) return finish(cudaErrorInvalidValue);
    register_symbol(symbol, size);
    return copy(static_cast<char*>(symbol) + offset, from, bytes, kind);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t size, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (offset > size || bytes > size - offset) return finish(cudaErrorInvalidValue);
    register_symbol(symbol, size);
    return copy(to, static_cast<const char*>(symbol) + offset, bytes, kind);
}

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size) {
    register_symbol(symbol, size);
    *pointer = const_cast<void*>(symbol);
    return finish(cudaSuccess);
}

}  // namespace cpu_device

using cpu_device::allocate;
using cpu_device::finish;
using cpu_device::is_stream;
using cpu_device::Kind;
using cpu_device::Where;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes, Where where) {
    return allocate(pointer, bytes, Kind::device, where);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream, Where where) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return allocate(pointer, bytes, Kind::device, where);
}
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned, Where where) {
    return allocate(pointer, bytes, Kind::managed, where);
}
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height, Where where) {
    if (pitch == nullptr) return finish(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return allocate(pointer, *pitch * height, Kind::device, where);
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, Where where) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault, where);
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags, Where where) {
    const cudaError_t error = allocate(pointer, bytes, Kind::pinned, where);
    if (error == cudaSuccess) cpu_device::note_host_flags(*pointer, flags);
    return error;
}
cudaError_t cudaFree(void* pointer) {
    cpu_device::forget_hints(pointer, cpu_device::bytes_from(pointer));
    return cpu_device::release(pointer, false, __builtin_return_address(0));
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return cpu_device::release(pointer, false, __builtin_return_address(0));
}
cudaError_t cudaFreeHost(void* pointer) { return cpu_device::release(pointer, true, __builtin_return_address(0)); }

cudaError_t cudaMemset(void* pointer, int byte, std::size_t bytes) {
    return cpu_device::set(pointer, bytes, byte, bytes, 1);
}
cudaError_t cudaMemsetAsync(void* pointer, int byte, std::size_t bytes, cudaStream_t stream) {
    return is_stream(stream) ? cudaMemset(pointer, byte, bytes) : finish(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height) {
    return cpu_device::set(pointer, pitch, byte, width, height);
}
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return cudaMemset2D(pointer, pitch, byte, width, height);
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return cpu_device::copy(to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return is_stream(stream) ? cudaMemcpy(to, from, bytes, kind) : finish(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return cpu_device::copy(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    if (!is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return cpu_device::copy(to, to_pitch, from, from_pitch, width, height, kind);
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
