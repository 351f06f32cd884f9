// form: a block size from cudaOccupancyMaxPotentialBlockSizeVariableSMem, and the occupancy that it has
#include <cstdio>
__global__ void reverse(int* x) {
    extern __shared__ int copy[];
    copy[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}
int main() {
    int grid = 0, block = 0, blocks = 0;
    auto bytes = [](int size) -> size_t { return size * sizeof(int); };
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, reverse, bytes, 256);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, block, bytes(block));
    int* x;
    cudaMallocManaged(&x, bytes(block));
    for (int i = 0; i < block; i++) x[i] = i;
    reverse<<<1, block, bytes(block)>>>(x);
    cudaDeviceSynchronize();
    std::puts(block > 0 && block <= 256 && blocks > 0 && x[0] == block - 1 ? "ok" : "wrong");
    cudaFree(x);
}
