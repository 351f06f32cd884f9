// What a kernel sees of its launch: gridDim, blockDim and warpSize. Sizes that are left out are 1.
#include "show.h"

__device__ int result[7];

__global__ void sizes() {
    if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z > 0) return;
    const int all[] = {int(gridDim.x),  int(gridDim.y),  int(gridDim.z), int(blockDim.x),
                       int(blockDim.y), int(blockDim.z), warpSize};
    for (int i = 0; i < 7; ++i) result[i] = all[i];
}

int main() {
    sizes<<<3, 64>>>();
    show("3, 64", fetch(result));
    sizes<<<dim3(3, 2), dim3(8, 4)>>>();
    show("(3, 2), (8, 4)", fetch(result));
    sizes<<<dim3(2, 3, 4), dim3(4, 2, 8)>>>();
    show("(2, 3, 4), (4, 2, 8)", fetch(result));
    sizes<<<dim3(), dim3()>>>();
    show("(), ()", fetch(result));
    sizes<<<70000, 1>>>();  // x alone may pass 65535
    show("70000, 1", fetch(result));
    sizes<<<1, dim3(1, 1, 64)>>>();
    show("1, (1, 1, 64)", fetch(result));
}
