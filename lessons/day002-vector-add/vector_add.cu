// Day 2 - Vector add: the guard is what makes any N legal
//
// Needs:  001-hello-grid
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day002-vector-add/vector_add.cu -o day002
//
//    N = 257, drawn for each thread n:
//
//             |-------- block 0 --------|-------- block 1 --------|
//    n          0   1   2  ...  254  255  256  257  258  ...   511
//    n < N     yes yes yes ...  yes  yes  yes   no   no  ...    no
//              c   c   c   ...  c    c    c    canary ...              in memory: c [N], and behind it the canary
//
// Count:  ceil(257 / 256) = 2 blocks are 512 threads: 257 with an element, and 255 too many.

#include <cuda_runtime.h>

#include <cstdio>
#include <string>
#include <vector>

#include "verify/gate.h"  // compares results with what they should be; day 4 opens it

constexpr int BLOCK = 256;  // threads of a block

using Floats = std::vector<float>;

// ---- Reference --------------------------------------------------------------------------------

// c[n] = a[n] + b[n], in double. No sum of this lesson needs rounding, so the kernel's floats must have the same bits.
Floats reference(const Floats& a, const Floats& b) {
    Floats c(a.size());
    for (size_t n = 0; n < c.size(); ++n) c[n] = float(double(a[n]) + double(b[n]));
    return c;
}

// ---- Kernels ----------------------------------------------------------------------------------

// One thread, one element; the threads past the end do nothing.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void vector_add(const float* a, const float* b, float* c, int N) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) c[n] = a[n] + b[n];
}

// ---- Check ------------------------------------------------------------------------------------

// first, first + step, first + 2 step, ...
Floats rising(int N, float first, float step) {
    Floats v(N);
    for (int n = 0; n < N; ++n) v[n] = first + n * step;
    return v;
}

void check(verify::Gates& gates, const std::string& name, const Floats& a, const Floats& b) {
    const int N = a.size();
    const size_t bytes = N * sizeof(float), canary_bytes = BLOCK * sizeof(float);
    // Numbers that stand behind c, in the same allocation, and that no kernel is to touch. Fewer than BLOCK threads are
    // too many, so one that writes past the end of c writes here. All differ, or an old one might pass for a new one.
    const Floats canary = rising(BLOCK, 5000.0f, 1.0f);

    float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes + canary_bytes);
    cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemset(d_c, 0xFF, bytes);  // poison: every float is NaN, so that an element that nobody writes shows
    cudaMemcpy(d_c + N, canary.data(), canary_bytes, cudaMemcpyHostToDevice);

    vector_add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_a, d_b, d_c, N);

    Floats c(N), canary_after(BLOCK);
    cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(canary_after.data(), d_c + N, canary_bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);

    gates.begin(name);
    gates.exact("c", c, reference(a, b), {N});
    gates.exact("canary", canary_after, canary, {BLOCK});
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"c", "canary"});

    int devices = 0;
    if (const cudaError_t none = cudaGetDeviceCount(&devices); none != cudaSuccess) {
        std::printf("no device (%s); without a GPU: scripts/day run 2 --device cpu\n", cudaGetErrorString(none));
        return 77;
    }

    check(gates, "hand", {0.5f, 1, 2}, {10, -20, 0.25f});  // c = 10.5, -19, 2.25
    // One thread, a block less one, a block, a block and one, a prime: 255, 1, 0, 255 and 15 threads too many.
    // c[n] = 101 - 2.75 n: no two alike, of both signs, and never 0.
    for (const int N : {1, 255, 256, 257, 1009})
        check(gates, std::to_string(N), rising(N, 1.0f, 0.25f), rising(N, 100.0f, -3.0f));

    // Asked once, at the end, as on day 1.
    cudaDeviceSynchronize();
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) std::printf("CUDA error: %s\n", cudaGetErrorString(error));
    const int verdict = gates.finish();
    return verdict == 0 && error != cudaSuccess ? 3 : verdict;  // 1 where a gate failed
}
