// form: the last block to finish, by a __device__ counter and __threadfence
#include <cstdio>
__device__ unsigned int finished = 0;
__managed__ int sums[4], total;
__global__ void sum() {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; ++i) total += ((volatile int*)sums)[i];
}
int main() {
    sum<<<4, 32>>>();
    cudaDeviceSynchronize();
    std::puts(total == 10 ? "ok" : "wrong");
}
