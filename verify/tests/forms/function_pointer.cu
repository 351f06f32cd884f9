// form: a __device__ function pointer, copied to the host and passed to a kernel
#include <cstdio>
using Operation = float (*)(float);
__device__ float negate(float x) { return -x; }
__device__ Operation device_negate = negate;
__managed__ float result;
__global__ void apply(Operation op, float x) { result = op(x); }
int main() {
    Operation op;
    cudaMemcpyFromSymbol(&op, device_negate, sizeof(op));
    apply<<<1, 1>>>(op, 5);
    cudaDeviceSynchronize();
    std::puts(result == -5 ? "ok" : "wrong");
}
