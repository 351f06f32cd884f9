// fault: a block publishes its value by a volatile flag without a fence between value and flag
// expect: racecheck race at=@A other=@B space=global array=value block=(1,0,0) thread=(0,0,0)
#include "faults.h"

__device__ float value[2], seen[2];
__device__ volatile int ready[2];

// Each block takes the other's value if that is there already. Launch: grid [2], block [1].
__global__ void look_across(float x) {
    const int mine = blockIdx.x, other = 1 - mine;
    value[mine] = x * mine;  // @A
#ifdef FIXED
    __threadfence();
#endif
    ready[mine] = 1;
    if (ready[other] == 1) {
        __threadfence();
        seen[mine] = value[other];  // @B
    }
}

int main() {
    look_across<<<2, 1>>>(3);
    CHECK(cudaDeviceSynchronize());
}
