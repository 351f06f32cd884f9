// 8-byte words of shared memory: a request is served in two halves. In order, each half fills the 32 banks; with a
// stride of two, each half wants half of the banks, and two different words of each.
//
// 256 blocks of 1 warp. Two stores in order: 2 passes each, none for conflicts. A load with stride 2: 4 passes, 2 of
// them for conflicts.
// expect: shared_float2 shared_store requests=512 wavefronts=1024 conflicts=0
// expect: shared_float2 shared_load requests=256 wavefronts=1024 conflicts=512
#include <cstdio>

constexpr int N = 16384, WARP = 32, PAIR = 2 * WARP;

__global__ void shared_float2(const float2* x, float2* y) {
    __shared__ float2 s[PAIR];
    s[threadIdx.x] = x[blockIdx.x * PAIR + threadIdx.x];
    s[threadIdx.x + WARP] = x[blockIdx.x * PAIR + threadIdx.x + WARP];
    __syncwarp();  // or a lane reads what another has not written
    y[blockIdx.x * WARP + threadIdx.x] = s[2 * threadIdx.x];
}

int main() {
    float2 *x, *y;
    cudaMalloc(&x, N * sizeof(float2));
    cudaMalloc(&y, N / 2 * sizeof(float2));
    cudaMemset(x, 0, N * sizeof(float2));
    shared_float2<<<N / PAIR, WARP>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
