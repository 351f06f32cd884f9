// atomicAdd on float and double. The summands are halves, so that every order of the sum is exact.
#include "show.h"

__device__ float float_total;
__device__ double double_total;
__device__ float old_value;

__global__ void add() {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&float_total, 0.5f * i);
    atomicAdd(&double_total, -0.5 * i);
}

__global__ void add_one() { old_value = atomicAdd(&float_total, 0.25f); }

int main() {
    add<<<4, 250>>>();
    show("float", fetch(float_total).value);
    show("double", fetch(double_total).value);
    add_one<<<1, 1>>>();
    show("old and new value", fetch(old_value).value, fetch(float_total).value);
}
