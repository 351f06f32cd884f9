// limit: a thread that waits in an empty loop starves the one that it waits for; __nanosleep in the loop lets it run
// prints: handed over
#include <cstdio>

// Launch: grid [1], block [2].
__global__ void hand_over(int* out) {
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (ready == 0) __nanosleep(20);  // without this call the loop never ends here
    else
        ready = 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = ready;
}

int main() {
    int* out;
    cudaMallocManaged(&out, sizeof(int));
    hand_over<<<1, 2>>>(out);
    cudaDeviceSynchronize();
    if (*out == 1) std::printf("handed over\n");
    cudaFree(out);
}
