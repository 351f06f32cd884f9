// wmma against plain loops over the same matrices: every fragment that there is, in every layout.
#include <gtest/gtest.h>
#include <mma.h>

#include <random>
#include <type_traits>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

using common::DeviceArray;
using namespace nvcuda;
using wmma::accumulator, wmma::matrix_a, wmma::matrix_b, wmma::row_major, wmma::col_major;
using tf32 = wmma::precision::tf32;

// As in CUDA's mma.h.
template <class Use, int m, int n, int k, class T, class Layout = void>
constexpr int elements = wmma::fragment<Use, m, n, k, T, Layout>::num_elements;
static_assert(elements<matrix_a, 16, 16, 16, half, row_major> == 16 &&
              elements<matrix_b, 8, 32, 16, half, col_major> == 16);
static_assert(elements<accumulator, 16, 16, 16, half> == 8 && elements<accumulator, 32, 8, 16, float> == 8);
static_assert(elements<matrix_a, 16, 16, 16, signed char, row_major> == 8);
static_assert(elements<matrix_a, 32, 8, 16, unsigned char, row_major> == 16);
static_assert(elements<matrix_b, 32, 8, 16, unsigned char, row_major> == 4);
static_assert(elements<matrix_a, 8, 32, 16, __nv_bfloat16, row_major> == 4);
static_assert(elements<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> == 8);
static_assert(elements<matrix_a, 16, 16, 8, tf32, row_major> == 4 && elements<accumulator, 16, 16, 8, float> == 8);
static_assert(elements<matrix_a, 8, 8, 4, double, row_major> == 1 && elements<accumulator, 8, 8, 4, double> == 2);

template <class T>
using Stored = typename cpu_device::tensor::Storage<T>::type;

// Two warps: each multiplies its own matrices. lda, ldb, ldc are wider than the tiles.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C, class D>
__global__ void multiply(D* d, const Stored<T>* a, const Stored<T>* b, const C* c, int lda, int ldb, int ldc,
                         wmma::layout_t layout_c, wmma::layout_t layout_d, int stride) {
    const int warp = threadIdx.y;
    wmma::fragment<matrix_a, m, n, k, T, LayoutA> fa;
    wmma::fragment<matrix_b, m, n, k, T, LayoutB> fb;
    wmma::fragment<accumulator, m, n, k, C> fc;
    wmma::fragment<accumulator, m, n, k, D> fd;
    wmma::load_matrix_sync(fa, a + warp * stride, lda);
    wmma::load_matrix_sync(fb, b + warp * stride, ldb);
    wmma::load_matrix_sync(fc, c + warp * stride, ldc, layout_c);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d + warp * stride, fd, ldc, layout_d);
}

constexpr int LD = 48, STRIDE = LD * LD;

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C, class D>
void expect_product(wmma::layout_t layout_c, wmma::layout_t layout_d) {
    using S = Stored<T>;
    std::mt19937 random(m + 2 * n + 3 * k);
    std::vector<S> a(2 * STRIDE), b(2 * STRIDE);
    std::vector<C> c(2 * STRIDE);
    const auto small = [&] { return static_cast<int>(random() % 17) - (std::is_unsigned_v<S> ? 0 : 8); };
    for (S& x : a) x = static_cast<S>(small());
    for (S& x : b) x = static_cast<S>(small());
    for (C& x : c) x = static_cast<C>(small());
    const DeviceArray<S> d_a(a), d_b(b);
    const DeviceArray<C> d_c(c);
    DeviceArray<D> d_d(2 * STRIDE);
    multiply<m, n, k, T, LayoutA, LayoutB, C, D>
        <<<1, dim3(32, 2)>>>(d_d.data(), d_a.data(), d_b.data(), d_c.data(), LD, LD, LD, layout_c, layout_d, STRIDE);
    CHECK_LAUNCH();
    const std::vector<D> d = d_d.to_host();
    const auto at = [](const auto& matrix, int warp, bool by_row, int row, int column) {
        return static_cast<double>(
            static_cast<float>(matrix[warp * STRIDE + (by_row ? row * LD + column : column * LD + row)]));
    };
    for (int warp = 0; warp < 2; ++warp)
        for (int row = 0; row < m; ++row)
            for (int column = 0; column < n; ++column) {
                double want = at(c, warp, layout_c == wmma::mem_row_major, row, column);
                for (int i = 0; i < k; ++i)
                    want += at(a, warp, std::is_same_v<LayoutA, row_major>, row, i) *
                            at(b, warp, std::is_same_v<LayoutB, row_major>, i, column);
                ASSERT_EQ(at(d, warp, layout_d == wmma::mem_row_major, row, column), want)
                    << warp << ' ' << row << ' ' << column;
            }
}

template <int m, int n, int k, class T, class C, class D = C>
void expect_products() {
    expect_product<m, n, k, T, row_major, row_major, C, D>(wmma::mem_row_major, wmma::mem_row_major);
    expect_product<m, n, k, T, row_major, col_major, C, D>(wmma::mem_col_major, wmma::mem_row_major);
    expect_product<m, n, k, T, col_major, row_major, C, D>(wmma::mem_row_major, wmma::mem_col_major);
    expect_product<m, n, k, T, col_major, col_major, C, D>(wmma::mem_col_major, wmma::mem_col_major);
}
template <class T, class C, class D = C>
void expect_shapes() {
    expect_products<16, 16, 16, T, C, D>();
    expect_products<32, 8, 16, T, C, D>();
    expect_products<8, 32, 16, T, C, D>();
}

TEST(Product, OfHalves) {
    expect_shapes<half, float>();
    expect_shapes<half, half>();
    expect_products<16, 16, 16, half, half, float>();
    expect_products<16, 16, 16, half, float, half>();
}
TEST(Product, OfBfloat16) { expect_shapes<__nv_bfloat16, float>(); }
TEST(Product, OfTf32) { expect_products<16, 16, 8, tf32, float>(); }
TEST(Product, OfBytes) {
    expect_shapes<signed char, int>();
    expect_shapes<unsigned char, int>();
}
TEST(Product, OfDoubles) { expect_products<8, 8, 4, double, double>(); }

// ---- Numbers ----------------------------------------------------------------------------------

// One product of matrices that hold the same number everywhere.
template <class T, class C, int k>
__global__ void uniform(C* y, Stored<T> a, Stored<T> b, C c, bool saturate) {
    wmma::fragment<matrix_a, 16, 16, k, T, row_major> fa;
    wmma::fragment<matrix_b, 16, 16, k, T, row_major> fb;
    wmma::fragment<accumulator, 16, 16, k, C> fc;
    wmma::fill_fragment(fa, a);
    wmma::fill_fragment(fb, b);
    wmma::fill_fragment(fc, c);
    wmma::mma_sync(fc, fa, fb, fc, saturate);
    for (int i = 0; i < fc.num_elements; ++i) y[threadIdx.x * fc.num_elements + i] = fc.x[i];
}
template <class T, class C, int k = 16>
C uniform_product(Stored<T> a, Stored<T> b, C c, bool saturate = false) {
    DeviceArray<C> d_y(256);
    uniform<T, C, k><<<1, 32>>>(d_y.data(), a, b, c, saturate);
    CHECK_LAUNCH();
    const std::vector<C> y = d_y.to_host();
    for (const C& x : y) EXPECT_EQ(std::memcmp(&x, &y[0], sizeof(C)), 0);  // bits: NaN too
    return y[0];
}

TEST(Sum, OfIntegersWrapsOrSaturates) {
    const int top = std::numeric_limits<int>::max(), bottom = std::numeric_limits<int>::min();
    EXPECT_EQ((uniform_product<signed char, int>(127, 127, top)), bottom + 16 * 127 * 127 - 1);
    EXPECT_EQ((uniform_product<signed char, int>(127, 127, top, true)), top);
    EXPECT_EQ((uniform_product<signed char, int>(127, -128, -top, true)), bottom);
    EXPECT_EQ((uniform_product<unsigned char, int>(255, 255, 0)), 16 * 255 * 255);
}
TEST(Sum, OfHalvesIsAFloatUntilItIsStored) {
    EXPECT_EQ((uniform_product<half, float>(0.000061035156f, 0.5f, 1.0f)), 1.0f + 16 * 0x1p-15f);
    EXPECT_EQ(static_cast<float>(uniform_product<half, half>(0x1p-14f, 0.5f, 1.0f)), 1.0f);  // a tie, to even
    EXPECT_EQ(static_cast<float>(uniform_product<half, half>(256.0f, 256.0f, 0.0f)), INFINITY);
    EXPECT_TRUE(std::isnan(uniform_product<half, float>(INFINITY, 0.0f, 0.0f)));
}
TEST(Tf32, RoundsToElevenBitsAndTheRestDoesNotCount) {
    EXPECT_EQ(wmma::__float_to_tf32(1.0f + 0x1p-11f), 1.0f + 0x1p-10f);
    EXPECT_EQ(wmma::__float_to_tf32(-1.0f - 0x1p-11f), -1.0f - 0x1p-10f);
    EXPECT_EQ(wmma::__float_to_tf32(1.0f + 0x1.ffep-12f), 1.0f);
    EXPECT_EQ(wmma::__float_to_tf32(INFINITY), INFINITY);
    EXPECT_TRUE(std::isnan(wmma::__float_to_tf32(NAN)));
    EXPECT_EQ((uniform_product<tf32, float, 8>(1.0f + 0x1p-11f, 1.0f, 0.0f)), 8.0f);
    EXPECT_EQ((uniform_product<tf32, float, 8>(1.0f + 0x1p-10f, 1.0f, 0.0f)), 8.0f + 0x1p-7f);
}

// Fragments may be copied, and changed element by element.
__global__ void elementwise(float* y, const half* x) {
    __shared__ __align__(32) half tile[16 * 16];
    for (int i = threadIdx.x; i < 256; i += 32) tile[i] = x[i];
    __syncwarp();
    wmma::fragment<matrix_a, 16, 16, 16, half, row_major> a;
    wmma::fragment<matrix_b, 16, 16, 16, half, row_major> one[1][1];
    wmma::fragment<accumulator, 16, 16, 16, float> sum[2];
    wmma::load_matrix_sync(a, tile, 16);
    for (int i = 0; i < 256; i += 32) tile[i + threadIdx.x] = (i + threadIdx.x) % 17 == 0 ? 1.0f : 0.0f;
    __syncwarp();
    wmma::load_matrix_sync(one[0][0], tile, 16);
    for (int i = 0; i < a.num_elements; ++i) a.x[i] = a.x[i] * half(2.0f);
    wmma::fill_fragment(sum[0], 0.5f);
    wmma::mma_sync(sum[0], a, one[0][0], sum[0]);
    sum[1] = sum[0];
    for (float& element : sum[1].x) element = element < 0 ? 0 : element + 1;
    wmma::store_matrix_sync(y, sum[1], 16, wmma::mem_col_major);
}

TEST(Fragment, ElementsAreFreeToChange) {
    std::vector<half> x(256);
    for (int i = 0; i < 256; ++i) x[i] = i - 100;
    const DeviceArray<half> d_x(x);
    DeviceArray<float> d_y(256);
    elementwise<<<1, 32>>>(d_y.data(), d_x.data());
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    for (int i = 0; i < 256; ++i) {
        const float sum = 2.0f * static_cast<float>(i - 100) + 0.5f;
        EXPECT_EQ(y[i % 16 * 16 + i / 16], sum < 0 ? 0 : sum + 1);
    }
}

// ---- Misuse -----------------------------------------------------------------------------------

class Misuse : public Child {};

__global__ void load(const half* x, int ldm, int by_lane) {
    wmma::fragment<matrix_a, 16, 16, 16, half, row_major> a;
    wmma::load_matrix_sync(a, x + by_lane * static_cast<int>(threadIdx.x), ldm);
}
__global__ void fill_and_multiply() {
    wmma::fragment<matrix_a, 16, 16, 16, half, row_major> a;
    wmma::fragment<matrix_b, 16, 16, 16, half, row_major> b;
    wmma::fragment<accumulator, 16, 16, 16, half> c;
    wmma::fill_fragment(a, 1.0f);
    wmma::fill_fragment(b, 1.0f);
    wmma::fill_fragment(c, 1.0f);
    wmma::mma_sync(c, a, b, c);
}

void load_and_exit(int offset, int ldm, int by_lane, int threads) {
    half* x;
    cudaMalloc(&x, 65536);
    load<<<1, threads>>>(x + offset, ldm, by_lane);
    std::fprintf(stderr, "%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    std::_Exit(0);
}

TEST_F(Misuse, OfAnAddressOrAStrideThatIsNotAligned) {
    EXPECT_EXIT(
        load_and_exit(8, 16, 0, 32), testing::ExitedWithCode(0),
        "load_matrix_sync.. at .*wmma_test.cu:[0-9]+: the matrix does not begin at a multiple of 32 bytes(.|\n)*"
        "cudaErrorMisalignedAddress");
    EXPECT_EXIT(load_and_exit(16, 20, 0, 32), testing::ExitedWithCode(0), "40 bytes, which is no multiple of 16");
}
TEST_F(Misuse, ByLanesThatDiffer) {
    EXPECT_EXIT(load_and_exit(0, 16, 16, 32), testing::ExitedWithCode(0), "lanes 0 and 1 of a warp pass different");
}
TEST_F(Misuse, ByPartOfAWarp) {
    EXPECT_EXIT(load_and_exit(0, 16, 0, 40), testing::ExitedWithCode(0), "all 32 lanes of a warp, and 8 are there");
    EXPECT_EXIT(
        (fill_and_multiply<<<1, 31>>>(), std::fputs(cudaGetErrorName(cudaDeviceSynchronize()), stderr), std::_Exit(0)),
        testing::ExitedWithCode(0), "mma_sync.. at .*31 are there(.|\n)*cudaErrorLaunchFailure");
}

}  // namespace
