// form: <cuda/pipeline>: stages of a block, filled with memcpy_async and waited for by consumer_wait
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__managed__ int x[512], y[64];
__global__ void sum() {
    constexpr int stages = 2;
    __shared__ alignas(16) int tile[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int total = 0;
    for (int computed = 0, fetched = 0; computed < 8; ++computed) {
        for (; fetched < 8 && fetched < computed + stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % stages], x + 64 * fetched, cuda::aligned_size_t<16>(256), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        total += tile[computed % stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
    y[threadIdx.x] = total;
}
int main() {
    for (int i = 0; i < 512; ++i) x[i] = i;
    sum<<<1, 64>>>();
    cudaDeviceSynchronize();
    std::puts(y[63] == 64 * 28 && y[0] == 64 * 28 + 8 * 63 ? "ok" : "wrong");
}
