// One atomic addition for all lanes that come together: every one of them gets a place of its own.
#include <cooperative_groups.h>

#include <algorithm>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int count, kept[512];

__device__ int place() {
    const cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(&count, static_cast<int>(group.size()));
    return group.shfl(first, 0) + static_cast<int>(group.thread_rank());
}

__global__ void filter() {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * i % 7 < 2) kept[place()] = i;
}

int main() {
    filter<<<4, 128>>>();
    auto host = fetch(kept);
    const int n = fetch(count);
    std::sort(host.value, host.value + n);
    show("kept", n);
    show("first and last", host[0], host[1], host[2], host[n - 1]);
    int wrong = 0;
    for (int i = 0, j = 0; i < 512; ++i)
        if (i * i % 7 < 2) wrong += host[j++] != i;
    show("wrong", wrong);
}
