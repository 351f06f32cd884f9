// The same in shared memory, and then one global atomic for each bin of a block.
//
// 64 blocks of 8 warps, each with 4 values a thread: 2048 shared atomics. Half a warp clears the bins and half a warp
// adds them: 64 requests, for 2 sectors each in global memory.
// expect: histogram_shared global_load requests=2048 sectors=8192
// expect: histogram_shared shared_atomic requests=2048 same_most=2 same=4096
// expect: histogram_shared shared_store requests=64 partial=64
// expect: histogram_shared shared_load requests=64 partial=64
// expect: histogram_shared global_atomic requests=64 sectors=128 same_most=1
#include <cstdio>

constexpr int N = 65536, BINS = 16, BLOCK = 256, BLOCKS = 64;

__global__ void histogram_shared(const int* x, int* bins) {
    __shared__ int s_bins[BINS];
    if (threadIdx.x < BINS) s_bins[threadIdx.x] = 0;
    __syncthreads();  // or a bin is cleared after something was added
    for (int n = blockIdx.x * BLOCK + threadIdx.x; n < N; n += BLOCKS * BLOCK) atomicAdd(&s_bins[x[n]], 1);
    __syncthreads();  // or a bin is read before all has been added
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], s_bins[threadIdx.x]);
}

int main() {
    int *x, *bins;
    static int values[N];
    for (int n = 0; n < N; ++n) values[n] = n % BINS;
    cudaMalloc(&x, sizeof(values));
    cudaMalloc(&bins, BINS * sizeof(int));
    cudaMemcpy(x, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, BINS * sizeof(int));
    histogram_shared<<<BLOCKS, BLOCK>>>(x, bins);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
