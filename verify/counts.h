// What kernels and host code asked for, for a gate on it. docs/counts.md says what is counted and by which convention.
//
//     verify::count_from_here();
//     gemm_tiled<<<grid, block>>>(...);
//     CHECK_CUDA(cudaDeviceSynchronize());
//     gates.count("loads", verify::counts("gemm_tiled").global_load.lanes, want);
//
// A program that includes this file is counted in every run on the CPU device: everything that its kernels did since
// the last count_from_here(), or since the program began, as far as the host has waited for it. A kernel that was
// launched several times has the sum. In the check build a kernel's counts are empty, on a GPU all are, and gates.count
// is n/a.
#pragma once

#include <optional>

namespace verify {

using Count = std::optional<unsigned long long>;  // empty: not counted in this run

// Of one kernel. Atomics are in none of the loads and stores.
struct Counts {
    struct Access {
        Count requests;    // by a warp's lanes together
        Count lanes;       // in all of them: accesses by threads
        Count sectors;     // of 32 bytes; global memory only
        Count wavefronts;  // passes over the banks; shared memory only
        Count conflicts;   // of these, the ones that bank conflicts added
    };
    Count launches;
    Access global_load, global_store, global_atomic;
    Access shared_load, shared_store, shared_atomic;
    Count divergent_branches;  // a warp came to a branch, and its lanes went different ways
};

// Of the host.
struct HostCounts {
    Count allocations, allocated_bytes;  // of device and managed memory
    Count launches;                      // of kernels; that of a graph is one
    Count waits;  // calls that wait for the device: of cudaDeviceSynchronize, cudaStreamSynchronize,
                  // cudaEventSynchronize, and copies
};

}  // namespace verify

// There in a program for the CPU device.
extern "C" {
__attribute__((weak)) void daybreak_count_from_here();
__attribute__((weak)) void daybreak_count_host_from_here();
__attribute__((weak)) void daybreak_counts(const char* kernel, verify::Counts* counts);
__attribute__((weak)) void daybreak_host_counts(verify::HostCounts* counts);
}

namespace verify {

inline void count_from_here() {
    if (daybreak_count_from_here != nullptr) daybreak_count_from_here();
    if (daybreak_count_host_from_here != nullptr) daybreak_count_host_from_here();
}

// `kernel` as the launch names it. Empty too when it has not run since count_from_here(): gates.count fails then.
inline Counts counts(const char* kernel) {
    Counts counted;
    if (daybreak_counts != nullptr) daybreak_counts(kernel, &counted);
    return counted;
}

inline HostCounts host_counts() {
    HostCounts counted;
    if (daybreak_host_counts != nullptr) daybreak_host_counts(&counted);
    return counted;
}

}  // namespace verify
