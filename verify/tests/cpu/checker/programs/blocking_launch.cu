// A launch that waits for its kernel brings that kernel's error. The kernel ran: no launch failed, and there is one
// finding.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void write_to(float* address) { *address = 1.0f; }

int main() {
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
    write_to<<<1, 1>>>(nullptr);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
