// fault: an owner of device memory is passed by value, and its copy frees the memory first
// expect: memcheck double-free at=@A
#include "faults.h"

constexpr int N = 64;

struct DeviceArray {
    float* values = nullptr;
    DeviceArray() { CHECK(cudaMalloc(&values, N * sizeof(float))); }
    ~DeviceArray() { cudaFree(values); }  // @A
};

// Launch: grid [1], block [N].
__global__ void fill_array(float* x, float value) {  // x [N]
    x[threadIdx.x] = value;
}

#ifdef FIXED
void fill(const DeviceArray& x, float value) {
#else
void fill(DeviceArray x, float value) {
#endif
    fill_array<<<1, N>>>(x.values, value);
    CHECK(cudaDeviceSynchronize());
}

int main() {
    DeviceArray x;
    fill(x, 1);
}
