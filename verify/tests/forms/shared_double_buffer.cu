// form: shared double buffers, chosen by a pointer or an index that flips
#include <cstdio>
__managed__ int result;
__global__ void shift(int times) {
    __shared__ int buffer[2][32];
    int now = 0;
    buffer[now][threadIdx.x] = threadIdx.x;
    for (int i = 0; i < times; ++i, now ^= 1) {
        __syncthreads();
        buffer[now ^ 1][(threadIdx.x + 1) % 32] = buffer[now][threadIdx.x];
    }
    __syncthreads();
    int* last = buffer[now];
    if (threadIdx.x == 0) result = last[10];
}
int main() {
    shift<<<1, 32>>>(3);
    cudaDeviceSynchronize();
    std::puts(result == 7 ? "ok" : "wrong");
}
