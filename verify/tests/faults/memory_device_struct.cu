// fault: the host sets a member of a struct that lies in the device's memory
// expect: memcheck device-access at=@A
#include "faults.h"

struct Options {
    float rate;
    int steps;
};

__device__ float out;

// Launch: grid [1], block [1].
__global__ void descend(const Options* options) {
    float x = 1;
    for (int step = 0; step < options->steps; ++step) x -= options->rate * 2 * x;
    out = x;
}

int main() {
    Options* options;
    CHECK(cudaMalloc(&options, sizeof(Options)));
    CHECK(cudaMemset(options, 0, sizeof(Options)));
#ifdef FIXED
    const int steps = 10;
    CHECK(cudaMemcpy(&options->steps, &steps, sizeof(int), cudaMemcpyHostToDevice));
#else
    options->steps = 10;  // @A
#endif
    descend<<<1, 1>>>(options);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(options));
}
