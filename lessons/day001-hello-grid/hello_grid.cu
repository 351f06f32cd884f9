// Day 1 - Hello, grid: every thread can compute its own address
//
// Needs:  nothing
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day001-hello-grid/hello_grid.cu -o day001
//
//    grid of 3     |    block 0    |    block 1    |    block 2    |
//    blocks of 4   | 0   1   2   3 | 0   1   2   3 | 0   1   2   3 |   what a thread is told
//    address         0   1   2   3   4   5   6   7   8   9  10  11     what it has to compute
//
// Count:  with T threads a block, thread t of block b comes after b * T + t others: that is its address.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "verify/gate.h"  // compares results with what they should be; day 4 opens it

// What a thread leaves behind: who it is, and the address where it leaves this.
struct Note {
    uint3 thread, block;  // its place in its block, and its block's place in the grid: x, y, z
    int global;           // its number among all threads of the grid
};

using Ints = std::vector<int>;
using Notes = std::vector<Note>;

// ---- Reference --------------------------------------------------------------------------------

// A loop comes by one after another, x first, then y, then z. It needs no formula: it counts.
Notes reference(dim3 grid, dim3 block) {
    Notes notes;
    for (unsigned bz = 0; bz < grid.z; ++bz)
        for (unsigned by = 0; by < grid.y; ++by)
            for (unsigned bx = 0; bx < grid.x; ++bx)
                for (unsigned tz = 0; tz < block.z; ++tz)
                    for (unsigned ty = 0; ty < block.y; ++ty)
                        for (unsigned tx = 0; tx < block.x; ++tx)
                            notes.push_back({{tx, ty, tz}, {bx, by, bz}, int(notes.size())});
    return notes;
}

// ---- Kernels ----------------------------------------------------------------------------------

// Every thread of the grid runs this function once, in no promised order. Nobody counts: each computes its number.
// Launch: any grid, any block. notes [threads of the grid].
__global__ void leave_notes(Note* notes) {
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;  // in its block
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;        // in the grid
    const int threads = blockDim.x * blockDim.y * blockDim.z;                                // of a block
    const int global = block * threads + thread;
    notes[global] = {threadIdx, blockIdx, global};
}

// ---- Check ------------------------------------------------------------------------------------

Notes launch(dim3 grid, dim3 block) {
    const int N = grid.x * grid.y * grid.z * block.x * block.y * block.z;  // threads of the grid
    const size_t bytes = N * sizeof(Note);

    Note* d_notes = nullptr;  // d_: an address in the device's memory, of no use to the host
    cudaMalloc(&d_notes, bytes);
    cudaMemset(d_notes, 0xFF, bytes);  // poison: every int is -1, so that a note that nobody writes shows

    leave_notes<<<grid, block>>>(d_notes);

    Notes notes(N);
    cudaMemcpy(notes.data(), d_notes, bytes, cudaMemcpyDeviceToHost);  // waits until the kernel has ended
    cudaFree(d_notes);
    return notes;
}

// The notes by subject, as the gates compare them.
struct Columns {
    Ints thread, block, global;  // [N, 3], [N, 3], [N]
};

Columns columns(const Notes& notes) {
    Columns c;
    for (const auto& [thread, block, global] : notes) {
        for (const unsigned i : {thread.x, thread.y, thread.z}) c.thread.push_back(i);
        for (const unsigned i : {block.x, block.y, block.z}) c.block.push_back(i);
        c.global.push_back(global);
    }
    return c;
}

void check(verify::Gates& gates, const char* name, dim3 grid, dim3 block) {
    const Columns got = columns(launch(grid, block)), want = columns(reference(grid, block));
    const long N = want.global.size();
    gates.begin(name);
    gates.exact("thread", got.thread, want.thread, {N, 3});
    gates.exact("block", got.block, want.block, {N, 3});
    gates.exact("global", got.global, want.global, {N});
}

// ---- main -------------------------------------------------------------------------------------

void print_versions(const cudaDeviceProp& device) {
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);  // 13000 is 13.0; 0 is no driver, and the CPU device needs none
    cudaRuntimeGetVersion(&runtime);
    std::printf("%s, compute capability %d.%d\n", device.name, device.major, device.minor);
    std::printf("driver for CUDA %d.%d, runtime of CUDA %d.%d\n\n", driver / 1000, driver % 1000 / 10, runtime / 1000,
                runtime % 1000 / 10);
}

// The drawing at the top of this file, but made of what twelve threads wrote.
void say_hello() {
    const Notes notes = launch(3, 4);
    std::printf("blockIdx.x ");
    for (const Note& note : notes) std::printf(" %2d", int(note.block.x));
    std::printf("\nthreadIdx.x");
    for (const Note& note : notes) std::printf(" %2d", int(note.thread.x));
    std::printf("\naddress    ");
    for (const Note& note : notes) std::printf(" %2d", note.global);
    std::printf("\n\n");
}

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"thread", "block", "global"});

    cudaDeviceProp device;
    if (const cudaError_t none = cudaGetDeviceProperties(&device, 0); none != cudaSuccess) {
        std::printf("no device (%s); without a GPU: scripts/day run 1 --device cpu\n", cudaGetErrorString(none));
        return 77;
    }
    print_versions(device);
    say_hello();

    check(gates, "hand", 3, 4);                              // the drawing
    check(gates, "one", 1, 1);                               // a thread alone is number 0
    check(gates, "ragged", dim3(7, 13, 11), dim3(2, 5, 3));  // the first six primes: no two sizes alike

    // Asked once, at the end: did the device do all that?
    cudaDeviceSynchronize();
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) std::printf("CUDA error: %s\n", cudaGetErrorString(error));
    const int verdict = gates.finish();
    return verdict == 0 && error != cudaSuccess ? 3 : verdict;  // 1 where a gate failed
}
