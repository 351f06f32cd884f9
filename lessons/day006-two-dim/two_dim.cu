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
// Count:  M = 3 rows, N = 4 columns. Step by M from row to row instead of by N, and the last index is 2 * 3 + 3 = 9:
//         of 12 elements (M - 1) (N - M) = 2 are never written.

#include <cuda_runtime.h>

#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

constexpr int COLS = 32, ROWS = 8;  // of a block: 256 threads, more along x, where their elements are neighbours

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

// ---- Kernels ----------------------------------------------------------------------------------

// Each pixel to its own place: copy[row, col] = picture[row, col].
// Launch: grid [ceil(N / COLS), ceil(M / ROWS)], block [COLS, ROWS], x first. M, N >= 1, and M <= 65535 * ROWS, where
// a grid ends along y.
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

    // A copy computes nothing: the same bits. A sum is rounded once at most, by 2^-24 = 6e-8 of itself: five times
    // that.
    gates.begin(name);
    gates.exact("copy", copy, picture, {M, N});
    gates.check("sum", sum, reference(u, v), {M, N}, {.rel = 3e-7});
}

void filled(verify::Gates& gates, const char* name, int M, int N) {
    check(gates, name, common::fill(M * N, 1), common::fill(M, 2), common::fill(N, 3));
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"copy", "sum"});

    // 11 12 13 14, 21 22 23 24, 31 32 33 34: each sum spells the row and the column, from 1, that it belongs to
    check(gates, "hand", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {10, 20, 30}, {1, 2, 3, 4});
    filled(gates, "one", 1, 1);
    filled(gates, "row", 1, 97);
    filled(gates, "column", 7, 1);
    filled(gates, "square", 41, 41);
    filled(gates, "ragged", 73, 97);   // 4:3, primes, no multiple of a block
    filled(gates, "aligned", 48, 64);  // 4:3, and every block full
    return gates.finish();
}
