// form: <cuda/atomic>, <cuda/barrier>, <cuda/std/...>: libcu++'s atomic objects, a block's barrier with memcpy_async
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/limits>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
__managed__ int x[128], y[128], total;
__global__ void reverse() {
    __shared__ barrier ready;
    __shared__ int tile[128];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&ready, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, x, sizeof(int) * 128, ready);
    barrier::arrival_token token = ready.arrive();
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(total);
    sum.fetch_add(1, cuda::memory_order_relaxed);
    ready.wait(std::move(token));
    y[threadIdx.x] = tile[127 - threadIdx.x];
}
int main() {
    const cuda::std::array<int, 2> ends{0, cuda::std::numeric_limits<int>::max()};
    for (int i = 0; i < 128; ++i) x[i] = i;
    x[127] = ends[1];
    reverse<<<1, 128>>>();
    cudaDeviceSynchronize();
    std::puts(y[0] == ends[1] && y[127] == 0 && total == 128 ? "ok" : "wrong");
}
