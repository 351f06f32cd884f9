// form: volatile shared memory, and a device function that takes it as a pointer
#include <cstdio>
__managed__ int result;
__device__ void warp_sum(volatile int* values, int lane) {
    for (int offset = 16; offset > 0; offset >>= 1) {
        const int other = lane < offset ? values[lane + offset] : 0;
        __syncwarp();
        values[lane] = values[lane] + other;
        __syncwarp();
    }
}
__global__ void sum() {
    volatile __shared__ int values[32];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    warp_sum(values, threadIdx.x);
    if (threadIdx.x == 0) result = values[0];
}
int main() {
    sum<<<1, 32>>>();
    cudaDeviceSynchronize();
    std::puts(result == 31 * 16 ? "ok" : "wrong");
}
