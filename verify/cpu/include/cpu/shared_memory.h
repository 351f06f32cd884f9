// Shared memory. The rewriter turns a declaration into a structure that the block's shared memory holds:
//     __shared__ float tile[16][17];      struct S { float tile[16][17]; }; auto& tile =
//     ::cpu_device::shared<S>("tile").tile; extern __shared__ float buffer[];   typedef float T[]; auto* const buffer =
//     ::cpu_device::dynamic_shared<T>();
// That memory lies in the worker that runs the block. It is filled with 0xFF (NaN) before the block's first thread sees
// it.
#pragma once

#include <cstddef>
#include <type_traits>

namespace cpu_device {

// Of the block that runs now on this OS thread: a number that no other block there ever had, and its dynamic memory.
extern constinit thread_local unsigned long long block_number;
extern constinit thread_local void* dynamic_shared_pointer;

// Where one __shared__ declaration lies in the block that runs now.
struct SharedSlot {
    unsigned long long block = 0;
    void* address = nullptr;
    const char* name = "";
};
void place_shared(SharedSlot& slot, std::size_t bytes, std::size_t alignment);

template <class Variables>
inline Variables& shared(const char* name) {
    static constinit thread_local SharedSlot slot;
    if (slot.block != block_number) {
        slot.name = name;
        place_shared(slot, sizeof(Variables), alignof(Variables));
    }
    return *static_cast<Variables*>(slot.address);
}

template <class Array>
inline std::remove_extent_t<Array>* dynamic_shared() {
    return static_cast<std::remove_extent_t<Array>*>(dynamic_shared_pointer);
}
// For a declaration outside any function, which every block uses: the pointer of the block that runs.
template <class Array>
inline std::remove_extent_t<Array>* const& current_dynamic_shared() {
    return reinterpret_cast<std::remove_extent_t<Array>* const&>(dynamic_shared_pointer);
}

}  // namespace cpu_device
