// Day 41 - GEMV: one dot product per warp
//
// Needs:  006-two-dim, 011-coalescing, 022-shuffles, 026-parallel-reduction
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day041-gemv/gemv.cu -o day041
//
//         a [M, N]          x [N]    y [M]
//       +------------+      +--+     +--+      A row a thread: in step n the 32 lanes of a warp read element n of
//  row  |############|      |##|  =  |##|      32 rows, N floats apart, which lie in 32 sectors.
//       |            |      |##|     |  |      A row a warp: the lanes read 32 neighbours of one row, 4 sectors,
//       +------------+      +--+     +--+      and the 32 partial sums come together in 5 shuffles.
//
// Count:  sectors that a warp asks for, for 32 products, those of x included: 33 -> 8. Of a alone: 32 -> 4.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"
#include "verify/gate.h"

// ANCHOR: sizes
constexpr int WARP = 32;
constexpr int BLOCK = 128;  // four warps
static_assert(BLOCK % WARP == 0, "a row must not be shared by the warps of two blocks");
// ANCHOR_END: sizes
constexpr int SECTOR = 8;  // floats: 32 bytes

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// Row-major: a[row, n] is a[row * N + n].
struct Problem {
    int M, N;
    std::vector<float> a, x, z;    // [M, N], [N], [M]
    std::vector<double> y, a_t_z;  // [M], [N], what is wanted
};

// ---- Reference --------------------------------------------------------------------------------

// y[row] = sum over n of a[row, n] * x[n]
std::vector<double> gemv(const std::vector<float>& a, const std::vector<float>& x, int M, int N) {
    std::vector<double> y(M, 0.0);
    for (int row = 0; row < M; ++row)
        for (int n = 0; n < N; ++n) y[row] += double(a[row * N + n]) * x[n];
    return y;
}

// yT[n] = sum over row of a[row, n] * z[row]
std::vector<double> gemv_t(const std::vector<float>& a, const std::vector<float>& z, int M, int N) {
    std::vector<double> yT(N, 0.0);
    for (int n = 0; n < N; ++n)
        for (int row = 0; row < M; ++row) yT[n] += double(a[row * N + n]) * z[row];
    return yT;
}

// ---- Kernels ----------------------------------------------------------------------------------

// The plain one: a thread computes one y, from one row.
// Launch: grid [ceil(M / BLOCK)], block [BLOCK]. Any M, N >= 1 whose product fits an int.
__global__ void gemv_naive(const float* a, const float* x, float* y, int M, int N) {
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= M) return;

    // y[row] = sum over n of a[row, n] * x[n]
    float sum = 0.0f;
    for (int n = 0; n < N; ++n) sum += a[row * N + n] * x[n];  // the lanes of a warp are N floats apart
    y[row] = sum;
}

// The idea: a warp computes one y. Its lanes sweep the row side by side, and then add up what they have.
// Launch: grid [ceil(M * WARP / BLOCK)], block [BLOCK]. Any M, N >= 1 whose product, and M * WARP, fit an int.
__global__ void gemv_warp(const float* a, const float* x, float* y, int M, int N) {
    const int lane = threadIdx.x % WARP;
    const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;  // the same for all 32 lanes
    if (row >= M) return;  // so a warp leaves as a whole, and the mask below names no lane that is gone

    // sum = a[row, lane] * x[lane] + a[row, lane + 32] * x[lane + 32] + ...
    float sum = 0.0f;
    for (int n = lane; n < N; n += WARP) sum += a[row * N + n] * x[n];  // the lanes are neighbours
    // y[row] = sum over lane of its sum: a lane adds the one of lane + step, and after step 1 lane 0 has them all
    for (int step = WARP / 2; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0) y[row] = sum;
}

// yT = a^T z, and a stays where it is. A thread computes one yT: it walks down a column, and the lanes beside it walk
// down the columns beside it.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any M, N >= 1 whose product fits an int.
__global__ void gemv_transposed(const float* a, const float* z, float* yT, int M, int N) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n >= N) return;

    // yT[n] = sum over row of a[row, n] * z[row]
    float sum = 0.0f;
    for (int row = 0; row < M; ++row) sum += a[row * N + n] * z[row];  // neighbours of a, and one z for all lanes
    yT[n] = sum;
}

// ---- Check ------------------------------------------------------------------------------------

// A float sum of N products is off by about sqrt(N) * 6e-8 of its largest partial sum: at N = 101 by 6e-7. So 2e-6 of
// the largest |y| for the elements that cancel, and 2e-5 of its own size for any element.
verify::Tolerance tolerance(const std::vector<double>& want) {
    return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5};
}

Problem random(int M, int N) {
    const std::vector<float> a = common::fill(M * N, 1), x = common::fill(N, 2), z = common::fill(M, 3);
    return {M, N, a, x, z, gemv(a, x, M, N), gemv_t(a, z, M, N)};
}

//    a = [ 1  2 -1      x = [2  1 -3]    y  = [  1 * 2 + 2 * 1 + 1 * 3 = 7    z = [3 -1]    yT = [3 * 1 + 1 * 2 =  5
//         -2  4  5 ]                          -2 * 2 + 4 * 1 - 5 * 3 = -15]                       3 * 2 - 1 * 4 =  2
//                                                                                                -3 * 1 - 1 * 5 = -8]
Problem by_hand() { return {2, 3, {1, 2, -1, -2, 4, 5}, {2, 1, -3}, {3, -1}, {7, -15}, {5, 2, -8}}; }

// The sectors that each kernel should ask for, edges included.
struct Sectors {
    long naive = 0, warp = 0, transposed = 0;
};

Sectors sectors(int M, int N) {
    const auto spanned = [](int first, int last) { return last / SECTOR - first / SECTOR + 1; };
    Sectors sum;
    for (int row = 0; row < M; ++row)
        for (int n = 0; n < N; n += WARP) {  // 32 neighbours of a row, or those that are left
            const int last = std::min(n + WARP, N) - 1, of_a = spanned(row * N + n, row * N + last);
            sum.warp += of_a + spanned(n, last);  // of a and of x
            sum.transposed += of_a + 1;           // all lanes want the same z
        }
    for (int n = 0; n < N; ++n)
        for (int row = 0; row < M; ++row)
            if (row % WARP == 0)  // the warp's first row: a sector of a, and the one of x
                sum.naive += 2;
            else if ((row * N + n) / SECTOR != ((row - 1) * N + n) / SECTOR)  // in short rows two may share one
                ++sum.naive;
    return sum;
}

void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, a, x, z, y, yT] = p;
    const common::DeviceArray<float> d_a(a), d_x(x), d_z(z);
    common::DeviceArray<float> d_naive(M), d_warp(M), d_transposed(N);

    verify::count_from_here();
    gemv_naive<<<ceil_div(M, BLOCK), BLOCK>>>(d_a.data(), d_x.data(), d_naive.data(), M, N);
    CHECK_LAUNCH();
    gemv_warp<<<ceil_div(M * WARP, BLOCK), BLOCK>>>(d_a.data(), d_x.data(), d_warp.data(), M, N);
    CHECK_LAUNCH();
    gemv_transposed<<<ceil_div(N, BLOCK), BLOCK>>>(d_a.data(), d_z.data(), d_transposed.data(), M, N);
    CHECK_LAUNCH();

    gates.begin(name);
    gates.check("y_naive", d_naive.to_host(), y, {M}, tolerance(y));
    gates.check("y", d_warp.to_host(), y, {M}, tolerance(y));
    gates.check("yT", d_transposed.to_host(), yT, {N}, tolerance(yT));
    const Sectors want = sectors(M, N);
    gates.count("sectors_naive", verify::counts("gemv_naive").global_load.sectors, want.naive);
    gates.count("sectors", verify::counts("gemv_warp").global_load.sectors, want.warp);
    gates.count("sectors_T", verify::counts("gemv_transposed").global_load.sectors, want.transposed);
}

// ---- Measure ----------------------------------------------------------------------------------

// Run i takes matrix i % sets, so that none finds its own in the L2 cache; the library likewise.
void measure(verify::Bench& bench) {
    for (const auto& [rows, columns] : {std::pair(1024, 1024), {2048, 2048}, {4096, 4096}, {4095, 4097}}) {
        const int M = rows, N = columns;
        const std::size_t size = std::size_t(M) * N;
        bench.problem(std::to_string(M) + " x " + std::to_string(N),
                      verify::bytes_moved(4.0 * (double(size) + M + N), "4 (M N + M + N)", 2.0 * double(size)));
        const int sets = bench.sets(4 * size);
        const float *a = bench.random(sets * size), *x = bench.random(N);
        float *y = bench.output(M), *y_naive = bench.output(M), *y_library = bench.output(M);
        const auto naive = [=](int i) {
            gemv_naive<<<ceil_div(M, BLOCK), BLOCK>>>(a + i % sets * size, x, y_naive, M, N);
        };
        const auto warp = [=](int i) {
            gemv_warp<<<ceil_div(M * WARP, BLOCK), BLOCK>>>(a + i % sets * size, x, y, M, N);
        };
        bench.compare("gemv_warp", warp, "gemv_naive", naive, verify::agree(y, y_naive, M, 2e-6 * N));
        bench.compare("gemv_warp", warp, baseline::sgemv(M, N, a, sets, x, y_library),
                      verify::agree(y, y_library, M, 2e-6 * N));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y_naive", "y", "yT", "sectors_naive", "sectors", "sectors_T"}, {verify::BENCH});
    check(gates, "hand", by_hand());
    check(gates, "row", random(1, 71));       // M = 1: a single warp
    check(gates, "column", random(5, 1));     // N = 1: a single lane of each warp
    check(gates, "short", random(41, 7));     // rows shorter than a warp and than a sector
    check(gates, "ragged", random(37, 101));  // primes: no multiple of a sector, a warp or a block
    check(gates, "square", random(64, 64));   // whole sectors and warps, and M and N cannot be told apart
    return verify::finish(gates, measure);
}
