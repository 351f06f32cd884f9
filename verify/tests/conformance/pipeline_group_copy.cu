// cooperative_groups::memcpy_async: of a block and of tiles, in bytes and in elements, of any size and alignment.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/barrier>

#include "show.h"

namespace cg = cooperative_groups;

__device__ char bytes[256];
__device__ int errors, by_tiles[64];

template <class T>
__global__ void copy(int size, int shift) {
    __shared__ alignas(16) char s[256];
    const auto block = cg::this_thread_block();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = 0;
    block.sync();
    cg::memcpy_async(block, reinterpret_cast<T*>(s + shift), reinterpret_cast<const T*>(bytes + shift), size);
    cg::wait(block);
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (s[i] != (i >= shift && i < shift + size ? bytes[i] : 0)) atomicAdd(&errors, 1);
}

__global__ void tiles(const int* x) {
    __shared__ alignas(16) int s[64];
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = threadIdx.x, first = i / 16 * 16;
    s[i] = -1;
    tile.sync();
    cg::memcpy_async(tile, s + first, 10, x + first, 12);  // the smaller count
    cg::memcpy_async(tile, s + first + 12, x + first + 12, cuda::aligned_size_t<16>(16));
    cg::wait_prior<1>(tile);
    const int early = s[first + 9];
    cg::wait(tile);
    by_tiles[i] = s[first + 15 - i % 16] + early;
}

int main() {
    char host[256];
    for (int i = 0; i < 256; ++i) host[i] = static_cast<char>(i % 100 + 1);
    must(cudaMemcpyToSymbol(bytes, host, sizeof host));
    for (const int size : {0, 4, 16, 36, 200})
        for (const int shift : {0, 4, 16}) copy<int><<<1, 32>>>(size, shift);
    for (const int size : {1, 3, 17, 100})
        for (const int shift : {0, 1, 4}) copy<char><<<1, 48>>>(size, shift);
    show("errors", fetch(errors));
    int x[64], *d_x;
    for (int i = 0; i < 64; ++i) x[i] = 1000 + i;
    must(cudaMalloc(&d_x, sizeof x));
    must(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyDefault));
    tiles<<<1, 64>>>(d_x);
    show("of tiles", fetch(by_tiles));
    must(cudaFree(d_x));
}
