// Day 6 - Two dimensions: row is y, column is x, and the last index is contiguous
//
// Needs:  001-hello-grid, 002-vector-add, 004-reference-and-gate
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day006-two-dim/two_dim.cu -o day006
//
//                col = x
//              0    1    2    3
//            +----+----+----+----+
//          0 | 11 | 12 | 13 | 14 |       11 12 13 14   21 22 23 24   31 32 33 34
//    row   1 | 21 | 22 | 23 | 24 |  ->   '- row 0 -'   '- row 1 -'   '- row 2 -'    in memory
//    = y   2 | 31 | 32 | 33 | 34 |
//            +----+----+----+----+       [row, col] has the index row * N + col
//
// Count:  M = 3 rows, N = 4 columns. With a step of M from row to row in place of N, the last index is 2 * 3 + 3 = 9,
//         and (M - 1) (N - M) = 2 of 12 elements are never written.

#include <cuda_runtime.h>

#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

constexpr int COLS = 32, ROWS = 8;  // of a block: 256 threads, most along x, where their elements are neighbours

using Ints = std::vector<int>;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// ---- Reference --------------------------------------------------------------------------------

// sum[row, col] = u[row] + v[col]
Doubles reference(const Floats& u, const Floats& v) {
    Doubles sum;  // [M, N], pushed row after row: no index that could be wrong
    for (const double left : u)
        for (const double top : v) sum.push_back(left + top);
    return sum;
}

// place[z, y, x] = the digits z, y, x
Ints reference(dim3 block) {
    Ints place;
    for (unsigned z = 0; z < block.z; ++z)
        for (unsigned y = 0; y < block.y; ++y)
            for (unsigned x = 0; x < block.x; ++x) place.push_back(100 * z + 10 * y + x);
    return place;
}

// ---- Kernels ----------------------------------------------------------------------------------

// Each pixel to its own place: copy[row, col] = picture[row, col].
// Launch: grid [ceil(N / COLS), ceil(M / ROWS)], block [COLS, ROWS], x first. M, N >= 1, and M <= 65535 * ROWS,
// because a grid has at most 65535 blocks along y.
__global__ void copy_picture(const float* picture, float* copy, int M, int N) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;  // a picture has two edges: two guards
    const int i = row * N + col;
    copy[i] = picture[i];
}

// An addition table, u at its left and v on top: sum[row, col] = u[row] + v[col]. Launch and sizes as copy_picture.
__global__ void addition_table(const float* u, const float* v, float* sum, int M, int N) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    sum[row * N + col] = u[row] + v[col];
}

// Each thread of a block leaves its place, as three digits, at its number in the block: x counts first, z last.
// Launch: one block, no side longer than 10. place [blockDim.z, blockDim.y, blockDim.x].
__global__ void number_threads(int* place) {
    const int number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    place[number] = 100 * threadIdx.z + 10 * threadIdx.y + threadIdx.x;
}

// ---- Check ------------------------------------------------------------------------------------

// picture [M, N], u [M], v [N]
void check(verify::Gates& gates, const char* name, const Floats& picture, const Floats& u, const Floats& v) {
    const int M = u.size(), N = v.size(), bytes = M * N * sizeof(float);
    float *d_picture, *d_u, *d_v, *d_copy, *d_sum;
    CHECK_CUDA(cudaMalloc(&d_picture, bytes));
    CHECK_CUDA(cudaMalloc(&d_u, M * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&d_v, N * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&d_copy, bytes));
    CHECK_CUDA(cudaMalloc(&d_sum, bytes));
    CHECK_CUDA(cudaMemcpy(d_picture, picture.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(d_u, u.data(), M * sizeof(float), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(d_v, v.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(d_copy, 0xFF, bytes));  // poison: an element that nobody writes is NaN
    CHECK_CUDA(cudaMemset(d_sum, 0xFF, bytes));

    // ANCHOR: launch
    const dim3 block(COLS, ROWS);                           // (x, y): columns first
    const dim3 grid(ceil_div(N, COLS), ceil_div(M, ROWS));  // and the same here
    copy_picture<<<grid, block>>>(d_picture, d_copy, M, N);
    CHECK_LAUNCH();
    addition_table<<<grid, block>>>(d_u, d_v, d_sum, M, N);
    CHECK_LAUNCH();
    // ANCHOR_END: launch

    Floats copy(M * N), sum(M * N);
    CHECK_CUDA(cudaMemcpy(copy.data(), d_copy, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
    for (float* array : {d_picture, d_u, d_v, d_copy, d_sum}) CHECK_CUDA(cudaFree(array));

    // A copy computes nothing: the same bits. A sum is rounded at most once, by 2^-24 = 6e-8 of itself: five times
    // that.
    gates.begin(name);
    gates.exact("copy", copy, picture, {M, N});
    gates.check("sum", sum, reference(u, v), {M, N}, {.rel = 3e-7});
}

void filled(verify::Gates& gates, const char* name, int M, int N) {
    check(gates, name, common::fill(M * N, 1), common::fill(M, 2), common::fill(N, 3));
}

void check_block(verify::Gates& gates, dim3 block) {
    const Ints want = reference(block);
    const std::size_t bytes = want.size() * sizeof(int);
    int* d_place = nullptr;
    CHECK_CUDA(cudaMalloc(&d_place, bytes));
    CHECK_CUDA(cudaMemset(d_place, 0xFF, bytes));  // poison: every int is -1
    number_threads<<<1, block>>>(d_place);
    CHECK_LAUNCH();
    Ints place(want.size());
    CHECK_CUDA(cudaMemcpy(place.data(), d_place, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_place));
    gates.begin("block");
    gates.exact("place", place, want, {block.z, block.y, block.x});
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"copy", "sum", "place"});

    // 11 12 13 14, 21 22 23 24, 31 32 33 34: the digits of each sum are its row and its column, counted from 1
    check(gates, "hand", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {10, 20, 30}, {1, 2, 3, 4});
    filled(gates, "one", 1, 1);
    filled(gates, "row", 1, 97);
    filled(gates, "column", 7, 1);
    filled(gates, "square", 41, 41);
    filled(gates, "ragged", 73, 97);    // 4:3, primes, no multiple of a block
    filled(gates, "aligned", 48, 64);   // 4:3, and every block full
    check_block(gates, dim3(4, 3, 2));  // x = 4, y = 3, z = 2
    return gates.finish();
}
