// fault: eight threads set a bit each in the same byte; bytes of their own would do no harm
// expect: racecheck race at=@A other=@A space=global array=flags thread=(1,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 256, BLOCK = 64;

// Launch: grid [N / BLOCK], block [BLOCK].
__global__ void mark_even(unsigned char* flags) {  // flags [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
#ifdef FIXED
    flags[i] = i % 2 == 0;
#else
    flags[i / 8] |= (i % 2 == 0) << i % 8;  // @A
#endif
}

int main() {
    unsigned char* flags;
    CHECK(cudaMalloc(&flags, N));
    CHECK(cudaMemset(flags, 0, N));
    mark_even<<<N / BLOCK, BLOCK>>>(flags);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(flags));
}
