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

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "verify/gate.h"  // compares results with what they should be; day 4 opens it

constexpr int BLOCK = 256;  // threads of a block

using Floats = std::vector<float>;

// ---- Reference --------------------------------------------------------------------------------

// c[n] = a[n] + b[n]. No sum of this lesson needs rounding, so the kernel's floats must have the same bits.
Floats reference(const Floats& a, const Floats& b) {
    Floats c;
    for (size_t n = 0; n < a.size(); ++n) c.push_back(float(double(a[n]) + double(b[n])));
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
    Floats v;
    for (int n = 0; n < N; ++n) v.push_back(first + n * step);
    return v;
}

// A copy of v in the device's memory.
float* to_device(const Floats& v) {
    float* d_v = nullptr;
    cudaMalloc(&d_v, v.size() * sizeof(float));
    cudaMemcpy(d_v, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
    return d_v;
}

void check(verify::Gates& gates, const std::string& name, const Floats& a, const Floats& b) {
    const int N = a.size();
    const Floats canary = rising(BLOCK, 5000.0f, 1.0f);  // all different, so that none can pass for another
    Floats c(N, NAN);                                    // poison: an element that nobody writes stays NaN
    c.insert(c.end(), canary.begin(), canary.end());     // behind the last element, in the same allocation

    float *d_a = to_device(a), *d_b = to_device(b), *d_c = to_device(c);
    vector_add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_a, d_b, d_c, N);
    cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);

    gates.begin(name);
    gates.exact("c", Floats(c.begin(), c.begin() + N), reference(a, b), {N});
    gates.exact("canary", Floats(c.begin() + N, c.end()), canary, {BLOCK});
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"c", "canary"});
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess) {
        std::printf("no GPU found; without one: scripts/day run 2 --device cpu\n");
        return 77;
    }

    check(gates, "hand", {0.5f, 1, 2}, {10, -20, 0.25f});  // c = 10.5, -19, 2.25
    // One thread, a block less one, a block, a block and one, a prime: 255, 1, 0, 255 and 15 threads too many.
    // c[n] = 101 - 2.75 n: no two alike, of both signs, and never 0.
    for (const int N : {1, 255, 256, 257, 1009})
        check(gates, std::to_string(N), rising(N, 1.0f, 0.25f), rising(N, 100.0f, -3.0f));

    const int verdict = gates.finish();
    const cudaError_t error = cudaGetLastError();  // asked once, at the end, as on day 1
    if (error != cudaSuccess) std::printf("CUDA error: %s\n", cudaGetErrorString(error));
    return verdict == 0 && error != cudaSuccess ? 3 : verdict;
}
