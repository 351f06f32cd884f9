// form: threads that return early before a barrier of the others, and grid-stride loops
// advised: Thread(s) in block have ended before a barrier
#include <cstdio>
__managed__ int total;
__global__ void add(int n) {
    const unsigned int stride = blockDim.x * gridDim.x;
    if (threadIdx.x >= 16) return;
    __shared__ int mine;
    if (threadIdx.x == 0) mine = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size_t(n); i += stride) atomicAdd(&mine, 1);
    __syncthreads();
    if (!threadIdx.x) atomicAdd(&total, mine);
}
int main() {
    add<<<2, 32>>>(128);
    cudaDeviceSynchronize();
    std::puts(total == 64 ? "ok" : "wrong");
}
