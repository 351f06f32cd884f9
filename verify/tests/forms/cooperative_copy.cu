// form: <cooperative_groups/memcpy_async.h>: a tile fetched by a block with memcpy_async and wait
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
namespace cg = cooperative_groups;
__managed__ float x[256], y[256];
__global__ void reverse() {
    __shared__ float tile[256];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, x, sizeof(float) * block.size());
    cg::wait(block);
    y[threadIdx.x] = tile[255 - threadIdx.x];
}
int main() {
    for (int i = 0; i < 256; ++i) x[i] = i;
    reverse<<<1, 256>>>();
    cudaDeviceSynchronize();
    std::puts(y[0] == 255 && y[255] == 0 && y[100] == 155 ? "ok" : "wrong");
}
