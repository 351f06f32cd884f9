// form: <curand_kernel.h>: Philox, one subsequence a thread: a dropout mask, and points in a circle for pi
#include <curand.h>
#include <curand_kernel.h>
#include <cstdio>
__global__ void dropout(float* x, int n, float keep, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    float4 rand = curand_uniform4(&state);
    if (i < n) x[i] = rand.x < keep ? x[i] / keep : 0;
}
__global__ void inside(int* hits, unsigned long long seed) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, threadIdx.x, 0, &state);
    for (int i = 0; i < 100; i++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        if (x * x + y * y <= 1) atomicAdd(hits, 1);
    }
}
int main() {
    float* x;
    int* hits;
    cudaMallocManaged(&x, 1000 * sizeof(float));
    cudaMallocManaged(&hits, sizeof(int));
    for (int i = 0; i < 1000; i++) x[i] = 1;
    *hits = 0;
    dropout<<<8, 128>>>(x, 1000, 0.75f, 1234);
    inside<<<1, 128>>>(hits, 5);
    cudaDeviceSynchronize();
    int kept = 0;
    for (int i = 0; i < 1000; i++) kept += x[i] != 0;
    const double pi = 4.0 * *hits / 12800;
    std::puts(kept > 700 && kept < 800 && pi > 3.05 && pi < 3.23 ? "ok" : "wrong");
    cudaFree(x);
    cudaFree(hits);
}
