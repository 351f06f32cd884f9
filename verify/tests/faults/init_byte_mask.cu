// fault: a mask of bytes is set where a condition holds, and left as it came where it does not
// expect: initcheck uninitialised at=@A space=global array=mask block=(0,0,0) thread=(1,0,0)
#include "faults.h"

constexpr int N = 96, BLOCK = 32;

__device__ int selected;

// mask [N]. Each launch: grid [N / BLOCK], block [BLOCK].
__global__ void select_thirds(unsigned char* mask) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
#ifdef FIXED
    mask[i] = i % 3 == 0;
#else
    if (i % 3 == 0) mask[i] = 1;
#endif
}
__global__ void count_selected(const unsigned char* mask) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (mask[i]) atomicAdd(&selected, 1);  // @A
}

int main() {
    unsigned char* mask;
    CHECK(cudaMalloc(&mask, N));
    select_thirds<<<N / BLOCK, BLOCK>>>(mask);
    count_selected<<<N / BLOCK, BLOCK>>>(mask);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(mask));
}
