// limit: a time is the host's: it says nothing about a GPU
// prints: the slow kernel took longer: yes, on this processor
#include <cstdio>

// Launch: grid [blocks], block [64].
__global__ void count(int* counts, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i) sum = sum * 3 + i;
    counts[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

float milliseconds(int* counts, int rounds) {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    count<<<4, 64>>>(counts, rounds);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float time = 0;
    cudaEventElapsedTime(&time, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return time;
}

int main() {
    int* counts;
    cudaMalloc(&counts, 256 * sizeof(int));
    milliseconds(counts, 1);  // the first launch starts more than a kernel
    const float quick = milliseconds(counts, 1), slow = milliseconds(counts, 400000);
    std::printf("the slow kernel took longer: %s, on this processor\n", slow > quick ? "yes" : "no");
    cudaFree(counts);
}
