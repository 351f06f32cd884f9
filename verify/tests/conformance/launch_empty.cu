// A kernel without arguments or work, and one whose threads all leave at once.
#include "show.h"

__global__ void nothing() {}
__global__ void leave(int n) {
    if (static_cast<int>(threadIdx.x) >= n) return;
    __trap();  // never reached
}

int main() {
    nothing<<<1, 1>>>();
    show("nothing, 1 thread", cudaGetLastError());
    nothing<<<dim3(10, 10, 10), dim3(8, 8, 8)>>>();
    show("nothing, 512000 threads", cudaGetLastError());
    leave<<<4, 1024>>>(0);
    show("leave", cudaGetLastError());
    show("wait", cudaDeviceSynchronize());
}
