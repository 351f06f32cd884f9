// Threads that wait for a later block and for a later thread, the latter without a pause: blocks that fit the device
// make progress side by side, and so do threads.
#include <cstdio>

__global__ void wait_for_block(volatile int* flag) {
    __shared__ int seen;
    if (blockIdx.x == 0)
        while (*flag == 0) __nanosleep(100);
    else
        atomicExch((int*)flag, 1);
    seen = blockIdx.x;
    if (seen != int(blockIdx.x)) *flag = 2;
}
__global__ void wait_for_thread(volatile int* flag) {
    if (threadIdx.x == 0)
        while (*flag == 0) {
        }
    else if (threadIdx.x == 32)
        *flag = 1;
}

int main() {
    int *flag, h = 0;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    wait_for_block<<<4, 1>>>(flag);
    cudaMemset(flag, 0, sizeof(int));
    wait_for_thread<<<1, 64>>>(flag);
    cudaMemcpy(&h, flag, sizeof(int), cudaMemcpyDeviceToHost);
    std::puts(h == 1 ? "ok" : "wrong");
    cudaFree(flag);
}
