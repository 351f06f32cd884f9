// form: an atomic built from atomicCAS: the largest float
#include <cstdio>
__managed__ float largest = -1;
__device__ static float atomicMax(float* where, float x) {
    int* bits = (int*)where;
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(x, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__global__ void find() { atomicMax(&largest, float(threadIdx.x * 37 % 64)); }
int main() {
    find<<<1, 64>>>();
    cudaDeviceSynchronize();
    std::puts(largest == 63 ? "ok" : "wrong");
}
