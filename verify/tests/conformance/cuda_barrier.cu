// cuda::barrier of a block: phases, arrivals without a wait, dropping out, parity, and copies that a phase completes.
#include <cooperative_groups.h>

#include <cuda/barrier>

#include "show.h"

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

#pragma nv_diag_suppress static_var_with_dynamic_init

__device__ int seen[4][96], rounds[64], parities[4], x[512], sums[2][128];

__global__ void phases() {
    __shared__ barrier b;
    __shared__ int count[4];
    if (threadIdx.x == 0) init(&b, blockDim.x);
    if (threadIdx.x < 4) count[threadIdx.x] = 0;
    __syncthreads();
    for (int phase = 0; phase < 4; ++phase) {
        atomicAdd(&count[phase], 1);
        barrier::arrival_token token = b.arrive();
        b.wait(std::move(token));
        seen[phase][threadIdx.x] = count[phase];
    }
}

__global__ void drop() {
    __shared__ barrier b;
    if (threadIdx.x == 0) init(&b, blockDim.x);
    __syncthreads();
    if (threadIdx.x >= 32) {
        b.arrive_and_drop();
        rounds[threadIdx.x] = -1;
        return;
    }
    for (int round = 1; round <= 5; ++round) {
        b.arrive_and_wait();
        rounds[threadIdx.x] = round;
    }
}

__global__ void parity() {
    __shared__ barrier b;
    if (threadIdx.x != 0) return;
    init(&b, 4);
    b.wait_parity(true);
    static_cast<void>(b.arrive(3));
    parities[0] = b.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(0));
    barrier::arrival_token token = b.arrive();
    parities[1] = b.try_wait_for(std::move(token), cuda::std::chrono::nanoseconds(1000));
    b.wait_parity(false);
    parities[2] = static_cast<int>(barrier::max());
    parities[3] = sizeof(barrier);
}

__global__ void copy(bool together) {
    __shared__ barrier b;
    __shared__ alignas(16) int tile[128];
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&b, block.size());
    block.sync();
    int sum = 0;
    for (int round = 0; round < 4; ++round) {
        if (together)
            cuda::memcpy_async(block, tile, x + 128 * round, cuda::aligned_size_t<16>(sizeof tile), b);
        else if (threadIdx.x == 0)
            cuda::memcpy_async(tile, x + 128 * round, sizeof tile, b);
        b.arrive_and_wait();
        sum = sum * 3 + tile[127 - threadIdx.x];
        block.sync();
    }
    sums[together][threadIdx.x] = sum;
}

int main() {
    phases<<<1, 96>>>();
    const auto s = fetch(seen);
    show("seen", s[0][0], s[1][40], s[2][95], s[3][1]);
    drop<<<1, 64>>>();
    show("rounds", fetch(rounds));
    parity<<<1, 32>>>();
    show("parity", fetch(parities));
    int host[512];
    for (int i = 0; i < 512; ++i) host[i] = i * i % 1000;
    must(cudaMemcpyToSymbol(x, host, sizeof host));
    copy<<<1, 128>>>(false);
    copy<<<1, 128>>>(true);
    const auto c = fetch(sums);
    show("one copies", c[0]);
    show("all copy", c[1]);
}
