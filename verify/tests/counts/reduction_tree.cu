// A sum of 256 values in a tree: half as many threads in each step.
//
// A block has 8 warps. Its steps with 128, 64 and 32 threads have 4, 2 and 1 warps at work, and each of the five below
// has one that is not full: 12 requests a step's line, of which 5 are partial. Thread 0 reads the sum once more.
// 64 blocks: 8 * 64 loads of 4 sectors, 64 stores of 1; (8 + 12) * 64 shared stores, (2 * 12 + 1) * 64 shared loads.
// expect: reduction_tree global_load requests=512 sectors=2048
// expect: reduction_tree global_store requests=64 sectors=64 partial=64
// expect: reduction_tree shared_store requests=1280 wavefronts=1280 conflicts=0 partial=320
// expect: reduction_tree shared_load requests=1600 wavefronts=1600 conflicts=0 partial=704
#include <cstdio>

constexpr int N = 16384, BLOCK = 256;

__global__ void reduction_tree(const float* x, float* sums) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    s[t] = x[blockIdx.x * BLOCK + t];
    for (int active = BLOCK / 2; active > 0; active /= 2) {
        __syncthreads();  // or a step reads a sum that is still being added
        if (t < active) s[t] += s[t + active];
    }
    if (t == 0) sums[blockIdx.x] = s[0];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N / BLOCK * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    reduction_tree<<<N / BLOCK, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
