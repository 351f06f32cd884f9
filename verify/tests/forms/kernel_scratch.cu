// form: scratch memory in a kernel: alloca, memcpy and memset, a local array indexed at run time
#include <cstdio>
__global__ void mix(int* out, int n) {
    int* scratch = (int*)alloca(n * sizeof(int));
    char bytes[16];
    memset(bytes, 1, sizeof bytes);
    for (int i = 0; i < n; i++) memcpy(&scratch[i], &bytes[i % 12], sizeof(int));
    out[threadIdx.x] = scratch[threadIdx.x % n] + bytes[threadIdx.x % 16];
}
int main() {
    int* out;
    cudaMallocManaged(&out, 32 * sizeof(int));
    mix<<<1, 32>>>(out, 5);
    cudaDeviceSynchronize();
    std::puts(out[31] == 0x01010102 ? "ok" : "wrong");
    cudaFree(out);
}
