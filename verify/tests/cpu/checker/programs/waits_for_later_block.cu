// Threads that wait for a later block and for a later thread, the latter without a pause: blocks that fit the device
// make progress side by side, and so do threads. Each kernel counts the threads that found what they should.
#include <cstdio>

// What a block has in shared memory is still there when it has waited and others have had their turns.
__global__ void wait_for_block(volatile int* flag, int* fine) {
    __shared__ volatile int seen;
    seen = blockIdx.x;
    if (blockIdx.x == 0)
        while (*flag == 0) __nanosleep(100);
    else
        atomicExch((int*)flag, 1);
    if (seen == int(blockIdx.x) && *flag == 1) atomicAdd(fine, 1);
}
__global__ void wait_for_thread(volatile int* flag, int* fine) {
    if (threadIdx.x == 0) {
        while (*flag == 0) {
        }
        atomicAdd(fine, 1);
    } else if (threadIdx.x == 32) {
        *flag = 1;
    }
}

int main() {
    int *flag, *fine, blocks = 0, threads = 0;
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&fine, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaMemset(fine, 0, sizeof(int));
    wait_for_block<<<4, 1>>>(flag, fine);
    cudaMemcpy(&blocks, fine, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(flag, 0, sizeof(int));
    cudaMemset(fine, 0, sizeof(int));
    wait_for_thread<<<1, 64>>>(flag, fine);
    cudaMemcpy(&threads, fine, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(fine);
    cudaFree(flag);
    const bool ok = blocks == 4 && threads == 1;
    std::puts(ok ? "ok" : "wrong");
    return ok ? 0 : 1;
}
