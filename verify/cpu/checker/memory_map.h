// What lies where: allocations, shared variables, variables with a name; and how to speak of an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cpu/where.h"
#include "verify/cpu/checker/shadow.h"
#include "verify/cpu/runtime/ground/observer.h"

namespace cpu_device::checker {

// What an address belongs to, or lies nearest to.
struct Place {
    std::string name;  // of the array, "" when nobody told
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::int64_t distance =
        0;  // behind the last byte (0: directly), or before the first, negative; inside: see `inside`
    bool inside = false;
    bool freed = false;
    Where where;  // of its allocation
};

class MemoryMap {
 public:
    // Host code has no access to device memory while `closed`.
    void open();
    void close();

    void* allocate(std::size_t bytes, Memory kind, const Where& where);  // null: no addresses are left
    bool release(void* pointer);                                         // false: it is no living allocation

    void* shared_window();
    void set_dynamic_shared(const void* window, std::size_t bytes);
    void* place_shared(const void* slot, std::size_t bytes, std::size_t alignment, const char* name,
                       const void* window);

    void add_variable(std::uintptr_t address, std::size_t bytes, const char* name, bool constant);
    // The cell of a variable's word; null when no variable lies there.
    Cell* variable_cell(std::uintptr_t address);
    bool is_constant(std::uintptr_t address) const;  // does a __constant__ variable lie there?
    std::uintptr_t variables_begin() const;
    std::uintptr_t variables_end() const;

    void add_kernel(const char* kernel, const char* parameters);
    void name_arguments(const LaunchConfig& config);  // of the kernel that is about to run

    std::optional<Place> nearest(std::uintptr_t address) const;  // of whatever kind of memory it is
    // Managed and pinned memory, which host code writes unseen: is the word that holds `address` as it was allocated?
    static bool is_untouched(std::uintptr_t address);
    // From now on the bytes there that are not as they were allocated count as written.
    static void see_host_writes(std::uintptr_t address, std::size_t bytes);
    bool is_device_memory(std::uintptr_t address) const { return address - DEVICE < ARENA + ARENA_BYTES - DEVICE; }
    const Place* freed_at(std::uintptr_t pointer) const;  // a freed allocation that began there

    // Makes every stamp old: all cells that were written count as written by the host.
    void forget_stamps();

 private:
    std::uintptr_t place_for(std::size_t bytes, bool device);
    struct Variable {
        std::size_t bytes;
        std::string name;
        std::vector<Cell> cells;
        bool constant;
    };
    std::optional<Place> nearest_shared(std::uintptr_t address) const;
    std::optional<Place> nearest_variable(std::uintptr_t address) const;
    void protect(int protection);

    std::map<std::uintptr_t, Place> allocations_;
    std::map<std::uintptr_t, Place> shared_;
    std::map<std::pair<const void*, const void*>, void*> slots_;  // by slot and window
    std::map<const void*, std::size_t> dynamic_;                  // bytes, by window
    std::map<std::uintptr_t, Variable> variables_;
    std::map<std::string, std::vector<std::string>> parameters_;
    std::map<std::uintptr_t, std::string> arguments_;  // allocation's begin -> parameter
    // Freed ranges by the addresses that they take up, the oldest first. They are given out again, but late, so that
    // a use after the free is seen.
    std::map<std::pair<bool, std::size_t>, std::deque<std::uintptr_t>> freed_;  // device memory or not; bytes
    std::uintptr_t next_device_ = DEVICE, next_host_ = ARENA + SHARED_BYTES;
    std::map<const void*, std::uintptr_t> next_shared_;
    unsigned windows_ = 0;
    int opened_ = 0;
};

}  // namespace cpu_device::checker
