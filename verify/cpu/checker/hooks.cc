// The functions that the compiler calls before every access of memory that -fsanitize=thread instruments. The library
// of that sanitizer is not linked: these take its place.
#include <cstring>
#include <utility>

#include "cpu/checked.h"
#include "cpu/wait.h"
#include "verify/cpu/checker/accesses.h"
#include "verify/cpu/checker/counts.h"
#include "verify/cpu/checker/start.h"
#include "verify/cpu/runtime/ground/own_memory.h"

namespace {

using cpu_device::checker::ARENA;
using cpu_device::checker::ARENA_BYTES;
using cpu_device::checker::Kind;
namespace counts = cpu_device::checker::counts;
using cpu_device::checker::is_other_shared;
using cpu_device::checker::is_other_stack;
using cpu_device::checker::is_private;
using cpu_device::checker::mode;
using cpu_device::checker::Mode;
using cpu_device::checker::number;

// Is it an access of the runtime or of the checker itself? Their templates (std::string, std::vector) may be the
// program's: the linker keeps one of several equal functions, and the program's are instrumented.
bool is_our_own() { return cpu_device::HostMemory::wanted(); }

template <unsigned bytes, bool writes>
inline void access(const volatile void* pointer, const void* caller) {
    const std::uintptr_t address = number(pointer), place = number(caller);
    constexpr Kind kind = writes ? Kind::write : Kind::read;
    if (mode != Mode::check) [[unlikely]] {
        if (mode == Mode::count && !is_our_own()) counts::access(address, bytes, kind, place);
        return;
    }
    if (address - ARENA < ARENA_BYTES) [[likely]] {
        // 16 bytes may be a structure that is aligned to 8: a float4 faults by itself then.
        if (address % (bytes < 8 ? bytes : 8) != 0 && !is_our_own())
            return cpu_device::checker::misaligned(address, bytes, kind, place);
        if (is_other_shared(address)) [[unlikely]] {
            if (!is_our_own()) cpu_device::checker::look(address, bytes, kind, place);
            return;
        }
        if constexpr (bytes >= 4) {
            const std::uint32_t site = cpu_device::checker::site_of_place(place);
            bool fine = true;
            for (unsigned i = 0; i < bytes; i += 4)
                fine = cpu_device::checker::quick<writes>(address + i, site) && fine;
            if (fine) return;
        }
    } else if (is_private(address) && !is_other_stack(address)) {
        return;
    }
    if (!is_our_own()) cpu_device::checker::look(address, bytes, kind, place);
}

// A structure that is copied as a whole.
void range(const volatile void* pointer, std::size_t bytes, Kind kind, const void* caller) {
    if (mode == Mode::off || is_our_own()) return;
    if (is_private(number(pointer)) && (mode == Mode::count || !is_other_stack(number(pointer)))) return;
    if (mode == Mode::count) return counts::range(number(pointer), bytes, kind, number(caller));
    cpu_device::checker::look_at_structure(number(pointer), bytes, kind, number(caller));
}

// Who looks at one place again and again waits for another thread: it lets the others run once in a while.
void look_again(const volatile void* pointer, bool reads) {
    static const volatile void* last = nullptr;
    static unsigned looks = 0, rank = 0;
    constexpr unsigned PATIENCE = 1000;
    const bool same = reads && last == pointer && rank == cpu_device::checker::state.rank;
    last = pointer;
    rank = cpu_device::checker::state.rank;
    looks = same ? looks + 1 : 0;
    if (looks >= PATIENCE && looks % 16 == 0) cpu_device::pause();
}

void volatile_access(const volatile void* pointer, unsigned bytes, bool writes, const void* caller) {
    if (mode == Mode::off || is_our_own()) return;
    if (is_private(number(pointer)) && (mode == Mode::count || !is_other_stack(number(pointer)))) return;
    if (mode == Mode::count)
        return counts::access(number(pointer), bytes, writes ? Kind::write : Kind::read, number(caller));
    if (mode == Mode::check) look_again(pointer, !writes);
    cpu_device::checker::atomic_happens(number(pointer), bytes, writes ? Kind::volatile_write : Kind::volatile_read,
                                        false, number(caller));
}

void atomic(const volatile void* pointer, unsigned bytes, Kind kind, int order, const void* caller) {
    if (mode == Mode::off || is_our_own()) return;
    if (mode == Mode::count) return counts::access(number(pointer), bytes, kind, number(caller));
    if (kind != Kind::atomic_write) look_again(pointer, true);
    const bool releases = order >= __ATOMIC_RELEASE;
    cpu_device::checker::atomic_happens(number(pointer), bytes, kind, releases, number(caller));
}

// The program's own atomicCAS: those of ours are weak (cpu/atomics.h).
void compare_exchange(const volatile void* pointer, unsigned bytes, int order, const void* caller) {
    if (mode == Mode::off || is_our_own()) return;
    cpu_device::checker::compares_and_swaps(number(pointer));
    atomic(pointer, bytes, Kind::atomic, order, caller);
}

// An atomic function's exchange, whose first attempt is a guess at what is there (cpu/atomics.h): it is looked at when
// it comes true; before it is tried at all, where it might end the kernel.
template <class T>
bool update(volatile T* pointer, T* expected, T value, int order, const void* caller) {
    constexpr std::uintptr_t NOBODY = ~std::uintptr_t{0};
    static std::uintptr_t told = NOBODY;  // about this one
    if (mode != Mode::check || is_our_own()) {
        atomic(pointer, sizeof(T), Kind::atomic, order, caller);
        return __atomic_compare_exchange_n(pointer, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    const bool is_safe = number(pointer) - ARENA < ARENA_BYTES && number(pointer) % sizeof(T) == 0;
    if (is_safe && *pointer != *expected) {
        *expected = *pointer;
        return false;
    }
    if (std::exchange(told, NOBODY) != number(pointer)) atomic(pointer, sizeof(T), Kind::atomic, order, caller);
    const bool done = __atomic_compare_exchange_n(pointer, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (!done && !is_safe) told = number(pointer);
    return done;
}

}  // namespace

#define HERE __builtin_return_address(0)
#define ACCESS(bytes)                                                                               \
    void __tsan_read##bytes(void* p) { access<bytes, false>(p, HERE); }                             \
    void __tsan_write##bytes(void* p) { access<bytes, true>(p, HERE); }                             \
    void __tsan_unaligned_read##bytes(void* p) { range(p, bytes, Kind::read, HERE); }               \
    void __tsan_unaligned_write##bytes(void* p) { range(p, bytes, Kind::write, HERE); }             \
    void __tsan_volatile_read##bytes(void* p) { volatile_access(p, bytes, false, HERE); }           \
    void __tsan_volatile_write##bytes(void* p) { volatile_access(p, bytes, true, HERE); }           \
    void __tsan_unaligned_volatile_read##bytes(void* p) { volatile_access(p, bytes, false, HERE); } \
    void __tsan_unaligned_volatile_write##bytes(void* p) { volatile_access(p, bytes, true, HERE); }

// The compiler's memory orders are the __ATOMIC_ constants; of __threadfence_block() the fence is weaker than
// __threadfence()'s (cpu/barrier.h).
#define ATOMIC_UPDATE(bits, T, name)                                    \
    T __tsan_atomic##bits##_##name(volatile T* p, T value, int order) { \
        atomic(p, bits / 8, Kind::atomic, order, HERE);                 \
        return __atomic_##name(p, value, __ATOMIC_SEQ_CST);             \
    }
#define ATOMIC(bits, T)                                                                                      \
    T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                           \
        (void)order;                                                                                         \
        atomic(p, bits / 8, Kind::atomic_read, __ATOMIC_RELAXED, HERE);                                      \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                         \
    }                                                                                                        \
    void __tsan_atomic##bits##_store(volatile T* p, T value, int order) {                                    \
        atomic(p, bits / 8, Kind::atomic_write, order, HERE);                                                \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                        \
    T __tsan_atomic##bits##_exchange(volatile T* p, T value, int order) {                                    \
        atomic(p, bits / 8, Kind::atomic, order, HERE);                                                      \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                                        \
    ATOMIC_UPDATE(bits, T, fetch_add)                                                                        \
    ATOMIC_UPDATE(bits, T, fetch_sub)                                                                        \
    ATOMIC_UPDATE(bits, T, fetch_and)                                                                        \
    ATOMIC_UPDATE(bits, T, fetch_or)                                                                         \
    ATOMIC_UPDATE(bits, T, fetch_xor)                                                                        \
    ATOMIC_UPDATE(bits, T, fetch_nand)                                                                       \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T value, int order, int) { \
        compare_exchange(p, bits / 8, order, HERE);                                                          \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
    }                                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T value, int order, int) {   \
        return update(p, expected, value, order, HERE);                                                      \
    }

void* cpu_device::checked_memcpy(void* to, const void* from, std::size_t bytes) {
    range(from, bytes, Kind::read, HERE);
    range(to, bytes, Kind::write, HERE);
    return std::memcpy(to, from, bytes);
}
void* cpu_device::checked_memmove(void* to, const void* from, std::size_t bytes) {
    range(from, bytes, Kind::read, HERE);
    range(to, bytes, Kind::write, HERE);
    return std::memmove(to, from, bytes);
}
void* cpu_device::checked_memset(void* to, int byte, std::size_t bytes) {
    range(to, bytes, Kind::write, HERE);
    return std::memset(to, byte, bytes);
}

extern "C" {

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned int)
ATOMIC(64, unsigned long)

void __tsan_read_range(void* p, unsigned long bytes) { range(p, bytes, Kind::read, HERE); }
void __tsan_write_range(void* p, unsigned long bytes) { range(p, bytes, Kind::write, HERE); }
void __tsan_atomic_thread_fence(int) {
    if (mode == Mode::check && !is_our_own()) cpu_device::checker::fence_happens();
}
void __tsan_atomic_signal_fence(int) {}
void __tsan_vptr_update(void** p, void*) { access<8, true>(p, HERE); }
void __tsan_vptr_read(void** p) { access<8, false>(p, HERE); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() { cpu_device::checker::start(); }  // called before all of the program's own code

// Where a piece of straight code begins, in what is compiled to be counted.
void __sanitizer_cov_trace_pc() {
    if (mode == Mode::count && !is_our_own()) counts::straight_code(number(HERE));
}

}  // extern "C"
