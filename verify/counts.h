// What the last launch of a kernel asked of memory, for a gate on it. Only `scripts/day counts` measures that: on a GPU
// and in every other run of the CPU device the answer is empty, and the gate is n/a.
//
//     const auto counts = verify::counts("transpose_padded");
//     if (!counts) gates.not_measured("conflicts", "counted by scripts/day counts only");
//     else gates.exact(...);
#pragma once

#include <optional>

namespace verify {

// docs/counts.md says what these are. Atomics are in none of the loads and stores.
struct Counts {
    struct Access {
        unsigned long long requests = 0;    // by a warp's lanes together
        unsigned long long lanes = 0;       // in all of them
        unsigned long long sectors = 0;     // of 32 bytes; global memory only
        unsigned long long wavefronts = 0;  // passes over the banks; shared memory only
        unsigned long long conflicts = 0;   // of these, the ones that bank conflicts added
    };
    Access global_load, global_store, global_atomic;
    Access shared_load, shared_store, shared_atomic;
};

}  // namespace verify

// There in a program that the CPU device's check build links.
extern "C" __attribute__((weak)) bool daybreak_counts(const char* kernel, verify::Counts* counts);

namespace verify {

// `kernel` as the launch names it.
inline std::optional<Counts> counts(const char* kernel) {
    Counts counted;
    if (daybreak_counts == nullptr || !daybreak_counts(kernel, &counted)) return std::nullopt;
    return counted;
}

}  // namespace verify
