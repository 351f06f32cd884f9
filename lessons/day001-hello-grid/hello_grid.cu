// Day 1 - Hello, grid: every thread can compute its own number
//
// Needs:  nothing
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day001-hello-grid/hello_grid.cu -o day001
//
//    grid of 3     |    block 0    |    block 1    |    block 2    |
//    blocks of 4   | 0   1   2   3 | 0   1   2   3 | 0   1   2   3 |   what a thread is told
//    global index    0   1   2   3   4   5   6   7   8   9  10  11     what it computes
//
// Count:  before thread t of block b come b whole blocks, T threads each, and t threads of its own: b * T + t.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "verify/gate.h"  // compares results with what they should be; day 4 opens it

// ---- Reference --------------------------------------------------------------------------------

// A loop takes one thread after another. It needs no formula for i: it counts.
void reference(int blocks, int threads, int* thread, int* block, int* global) {
    for (int b = 0, i = 0; b < blocks; ++b)
        for (int t = 0; t < threads; ++t, ++i) {
            thread[i] = t;
            block[i] = b;
            global[i] = i;
        }
}

// ---- Kernels ----------------------------------------------------------------------------------

// Every thread runs this function once, in no promised order. Nobody counts: each thread computes its i.
// Launch: any grid, any block, in one dimension. The three arrays have an element for each thread of the grid.
__global__ void leave_notes(int* thread, int* block, int* global) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    thread[i] = threadIdx.x;
    block[i] = blockIdx.x;
    global[i] = i;
}

// ---- Check ------------------------------------------------------------------------------------

void check(verify::Gates& gates, const char* name, int blocks, int threads) {
    const int N = blocks * threads, bytes = N * sizeof(int);
    int* d_notes[3];  // d_: in the device's memory
    for (int k = 0; k < 3; ++k) {
        cudaMalloc(&d_notes[k], bytes);
        cudaMemset(d_notes[k], 0xFF, bytes);  // poison: every int is -1, so an element that nobody writes shows
    }
    leave_notes<<<blocks, threads>>>(d_notes[0], d_notes[1], d_notes[2]);

    const char* const names[3] = {"thread", "block", "global"};
    std::vector<int> got(N), want[3] = {got, got, got};
    reference(blocks, threads, want[0].data(), want[1].data(), want[2].data());
    gates.begin(name);
    for (int k = 0; k < 3; ++k) {
        cudaMemcpy(got.data(), d_notes[k], bytes, cudaMemcpyDeviceToHost);  // waits for the kernel
        cudaFree(d_notes[k]);
        gates.exact(names[k], got, want[k], {N});
    }
}

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"thread", "block", "global"});
    cudaDeviceProp device;
    int driver = 0, runtime = 0;  // 13000 is CUDA 13.0
    const bool found = cudaGetDeviceProperties(&device, 0) == cudaSuccess;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::printf("%s, driver %d, runtime %d\n\n", found ? device.name : "no GPU found", driver, runtime);
    if (!found) return 77;  // without a GPU: scripts/day run 1 --device cpu

    check(gates, "hand", 3, 4);     // the drawing at the top
    check(gates, "one", 1, 1);      // a thread alone is number 0
    check(gates, "ragged", 7, 13);  // two primes
    const int verdict = gates.finish();
    return verdict == 0 && cudaGetLastError() != cudaSuccess ? 3 : verdict;  // 3: a call above went wrong
}
