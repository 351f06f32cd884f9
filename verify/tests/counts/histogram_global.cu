// Every value adds to one of 16 bins in global memory: two lanes of a request want the same one.
//
// 65536 / 32 = 2048 requests; 16 bins of 4 bytes are 2 sectors; 2 lanes on each address.
// expect: histogram_global global_load requests=2048 sectors=8192
// expect: histogram_global global_atomic requests=2048 sectors=4096 same_most=2 same=4096
#include <cstdio>

constexpr int N = 65536, BINS = 16, BLOCK = 256;

__global__ void histogram_global(const int* x, int* bins) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[x[n]], 1);
}

int main() {
    int *x, *bins;
    static int values[N];
    for (int n = 0; n < N; ++n) values[n] = n % BINS;
    cudaMalloc(&x, sizeof(values));
    cudaMalloc(&bins, BINS * sizeof(int));
    cudaMemcpy(x, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, BINS * sizeof(int));
    histogram_global<<<N / BLOCK, BLOCK>>>(x, bins);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
