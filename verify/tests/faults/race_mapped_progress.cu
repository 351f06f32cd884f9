// fault: all blocks report their progress in the same element of mapped host memory
// expect: racecheck race at=@A other=@A block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int BLOCKS = 4;

// Launch: grid [BLOCKS], block [32].
__global__ void report_progress(int* progress) {  // progress [BLOCKS]
    if (threadIdx.x != 0) return;
#ifdef FIXED
    progress[blockIdx.x] = 1;
#else
    progress[0] = blockIdx.x + 1;  // @A
#endif
}

int main() {
    int *h_progress, *d_progress;
    CHECK(cudaHostAlloc(&h_progress, BLOCKS * sizeof(int), cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&d_progress, h_progress, 0));
    for (int i = 0; i < BLOCKS; ++i) h_progress[i] = 0;
    report_progress<<<BLOCKS, 32>>>(d_progress);
    CHECK(cudaDeviceSynchronize());
    if (h_progress[0] == 0) return 4;
    CHECK(cudaFreeHost(h_progress));
}
