// limit: a plain load that begins a loop around atomicCAS is taken for the guess that the loop checks, and is no race
// build: check
// prints: 24 to the 8th is 110075314176
#include <cstdio>

__device__ unsigned long long product = 1;

// Launch: grid [1], block [32].
__global__ void multiply() {
    unsigned long long old = product, guess;  // plain, and on a GPU as good as atomic: 8 aligned bytes
    do {
        guess = old;
        old = atomicCAS(&product, guess, guess * (threadIdx.x % 4 + 1));
    } while (old != guess);
}

int main() {
    multiply<<<1, 32>>>();
    unsigned long long result = 0;
    cudaMemcpyFromSymbol(&result, product, sizeof result);
    std::printf("24 to the 8th is %llu\n", result);
}
