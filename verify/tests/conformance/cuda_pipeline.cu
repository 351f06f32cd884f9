// cuda::pipeline: of a thread, of a block with one to three stages, and with producers and consumers.
#include <cooperative_groups.h>

#include <cuda/pipeline>

#include "show.h"

namespace cg = cooperative_groups;

#pragma nv_diag_suppress static_var_with_dynamic_init

__device__ int x[640], of_thread[64], of_block[3][64], of_roles[2][64];

__global__ void by_thread() {
    __shared__ int tile[2][64];
    auto pipe = cuda::make_pipeline();
    int sum = 0;
    for (int computed = 0, fetched = 0; computed < 10; ++computed) {
        for (; fetched < 10 && fetched < computed + 2; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[fetched % 2][threadIdx.x], &x[64 * fetched + threadIdx.x], sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum = 3 * sum + tile[computed % 2][63 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    of_thread[threadIdx.x] = sum;
}

template <int Stages>
__global__ void by_block() {
    __shared__ alignas(16) int tile[Stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int computed = 0, fetched = 0; computed < 10; ++computed) {
        for (; fetched < 10 && fetched < computed + Stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % Stages], x + 64 * fetched, cuda::aligned_size_t<16>(256), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = 3 * sum + tile[computed % Stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
    of_block[Stages - 1][threadIdx.x] = sum;
}

template <bool Counted>
__global__ void by_roles() {
    __shared__ alignas(16) int tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const auto block = cg::this_thread_block();
    const bool produces = threadIdx.x < 32;
    auto pipe = [&] {
        if constexpr (Counted)
            return cuda::make_pipeline(block, &state, std::size_t{32});
        else
            return cuda::make_pipeline(block, &state,
                                       produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    }();
    if (produces) {
        const auto warp = cg::tiled_partition<32>(block);
        for (int i = 0; i < 10; ++i) {
            pipe.producer_acquire();
            cuda::memcpy_async(warp, tile[i % 2], x + 64 * i, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 10; ++i) {
            pipe.consumer_wait();
            sum = 3 * sum + tile[i % 2][63 - (threadIdx.x - 32)];
            pipe.consumer_release();
        }
        of_roles[Counted][threadIdx.x - 32] = sum;
    }
}

int main() {
    int host[640];
    for (int i = 0; i < 640; ++i) host[i] = i * i % 1000;
    must(cudaMemcpyToSymbol(x, host, sizeof host));
    by_thread<<<1, 64>>>();
    by_block<1><<<1, 64>>>();
    by_block<2><<<1, 64>>>();
    by_block<3><<<1, 64>>>();
    by_roles<false><<<1, 96>>>();
    by_roles<true><<<1, 96>>>();
    show("of a thread", fetch(of_thread));
    const auto b = fetch(of_block);
    const auto r = fetch(of_roles);
    for (int i = 0; i < 3; ++i) show("of a block", b[i]);
    show("by role", r[0]);
    show("by number", r[1]);
}
