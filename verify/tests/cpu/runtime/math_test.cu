// Intrinsics and the math functions that CUDA adds to C's, against values worked out from their definitions.
#include <gtest/gtest.h>

#include <climits>
#include <cmath>

#include "common/device_array.h"

namespace {

using common::DeviceArray;

// The results of kernel(y, n) in a single thread, which writes y[0], y[1], ...
template <class T, class Kernel>
std::vector<T> run(Kernel kernel, int n) {
    DeviceArray<T> y(n);
    kernel<<<1, 1>>>(y.data());
    CHECK_LAUNCH();
    return y.to_host();
}

template <class T, class Kernel>
void expect(Kernel kernel, const std::vector<T>& want) {
    EXPECT_EQ(run<T>(kernel, static_cast<int>(want.size())), want);
}

// ---- Bits and integers ------------------------------------------------------------------------

__global__ void bits(int* y) {
    y[0] = __popc(0xf0f0u), y[1] = __popcll(~0ull);
    y[2] = __clz(1), y[3] = __clz(0), y[4] = __clz(-1), y[5] = __clzll(1ll), y[6] = __clzll(0);
    y[7] = __ffs(0), y[8] = __ffs(8), y[9] = __ffsll(1ll << 40);
    y[10] = __mulhi(-2, 3), y[11] = __mulhi(1 << 30, 8), y[12] = __mul24(-3, 5), y[13] = __hadd(INT_MAX, INT_MAX - 2);
    y[14] = __rhadd(3, 4), y[15] = __hadd(-3, 0);
}
TEST(Intrinsics, CountBitsAndMultiply) {
    expect<int>(bits, {8, 64, 31, 32, 0, 63, 64, 0, 4, 41, -1, 2, -15, INT_MAX - 1, 4, -2});
}

__global__ void words(unsigned* y) {
    y[0] = __brev(1u), y[1] = __brev(0x0000ffffu), y[2] = static_cast<unsigned>(__brevll(1ull << 40) >> 20);
    y[3] = __byte_perm(0x33221100u, 0x77665544u, 0x7250u), y[4] = __byte_perm(0x33221100u, 0x77665544u, 0x3333u);
    y[5] = __funnelshift_l(0x80000001u, 0x00000002u, 1), y[6] = __funnelshift_r(0x80000001u, 0x00000003u, 1);
    y[7] = __umulhi(0x80000000u, 6u), y[8] = static_cast<unsigned>(__umul64hi(1ull << 63, 6ull));
    y[9] = __sad(-3, 4, 10u), y[10] = __usad(4u, 7u, 10u), y[11] = __umul24(0xff000003u, 5u);
    y[12] = __uhadd(0xffffffffu, 0xfffffffdu), y[13] = __float_as_uint(-1.0f), y[14] = __float_as_uint(0.5f);
    y[15] = __brev(0x80000002u), y[16] = static_cast<unsigned>(__brevll(1ull << 4) >> 32),
    y[17] = static_cast<unsigned>(__brevll(3ull << 62));
    y[18] = static_cast<unsigned>(__mul64hi(-(1ll << 62), 8ll)), y[19] = __usad(9u, 2u, 10u);
}
TEST(Intrinsics, MoveBitsAndBytes) {
    expect<unsigned>(
        words, {0x80000000u, 0xffff0000u, 8u,          0x77225500u, 0x33333333u, 5u, 0xc0000000u, 3u, 3u, 17u, 13u, 15u,
                0xfffffffeu, 0xbf800000u, 0x3f000000u, 0x40000001u, 0x08000000u, 3u, 0xfffffffeu, 17u});
}

__global__ void casts(double* y) {
    y[0] = __int_as_float(0x40490fdb), y[1] = __uint_as_float(0x3f800000u);
    y[2] = __longlong_as_double(0x3ff8000000000000ll), y[3] = __hiloint2double(0x40080000, 0);
    y[4] = static_cast<double>(__double_as_longlong(2.0) == 1ll << 62), y[5] = __double2hiint(-1.5),
    y[6] = __double2loint(1.0 + 0x1p-52);
}
TEST(Intrinsics, ReadBitsAsAnotherType) {
    expect<double>(casts, {3.14159274101257324, 1.0, 1.5, 3.0, 1.0, static_cast<int>(0xbff80000u), 1.0});
}

// ---- Rounding ---------------------------------------------------------------------------------

constexpr float TINY = 0x1p-30f;  // below half a unit of 1.0f
__device__ float tiny() { return TINY; }

__global__ void round_sums(float* y) {
    y[0] = __fadd_rn(1.0f, tiny()), y[1] = __fadd_rz(1.0f, tiny()), y[2] = __fadd_ru(1.0f, tiny()),
    y[3] = __fadd_rd(1.0f, tiny());
    y[4] = __fsub_rn(1.0f, tiny()), y[5] = __fsub_rz(1.0f, tiny()), y[6] = __fsub_ru(1.0f, tiny()),
    y[7] = __fsub_rd(1.0f, tiny());
    y[8] = __fadd_rz(-1.0f, -tiny()), y[9] = __fadd_ru(-1.0f, -tiny()), y[10] = __fadd_rd(-1.0f, -tiny());
}
TEST(Rounding, OfSums) {
    const float up = 1.0f + 0x1p-23f, down = 1.0f - 0x1p-24f;
    expect<float>(round_sums, {1, 1, up, 1, 1, down, 1, down, -1, -1, -up});
}

__global__ void round_others(float* y) {
    const float third = 1.0f + tiny() - 1.0f + 3.0f;  // 3, but no constant
    y[0] = __fdiv_ru(1.0f, third) - __fdiv_rd(1.0f, third), y[1] = __frcp_ru(third) - __frcp_rz(third);
    y[2] = __fsqrt_ru(third) - __fsqrt_rd(third),
    y[3] = __fmul_ru(third, 0x1.555556p-2f) - __fmul_rd(third, 0x1.555556p-2f);
    y[4] = __fdiv_rn(1.0f, third), y[5] = __fsqrt_rn(third), y[6] = __fmaf_rn(third, third, -9.0f);
    y[7] = 1.0f + tiny();  // the mode is restored
}
TEST(Rounding, OfProductsQuotientsAndRoots) {
    expect<float>(round_others, {0x1p-25f, 0x1p-25f, 0x1p-23f, 0x1p-23f, 1.0f / 3, 0x1.bb67aep0f, 0.0f, 1.0f});
}

__global__ void uncontracted(float* y) {
    const float a = 1.0f + 0x1p-12f + 0 * tiny();  // a * a needs 25 bits
    y[0] = __fadd_rn(__fmul_rn(a, a), -1.0f - 0x1p-11f), y[1] = fmaf(a, a, -1.0f - 0x1p-11f);
}
TEST(Rounding, OfAProductThatIsNotContracted) { expect<float>(uncontracted, {0.0f, 0x1p-24f}); }

__global__ void round_doubles(double* y) {
    const double small = static_cast<double>(tiny()) * tiny();  // 2^-60
    y[0] = __dadd_ru(1.0, small) - 1.0, y[1] = __dadd_rn(1.0, small) - 1.0, y[2] = 1.0 - __dsub_rz(1.0, small);
    y[3] = __ddiv_ru(1.0, 3.0 + small) - __ddiv_rd(1.0, 3.0 + small), y[4] = __dmul_rn(3.0, small) * 0x1p60;
    y[5] = __fma_rn(1.0 + 0x1p-30, 1.0 + 0x1p-30, -1.0 - 0x1p-29), y[6] = __dsqrt_rn(4.0 + small),
    y[7] = __drcp_rn(4.0 + small);
}
TEST(Rounding, OfDoubles) { expect<double>(round_doubles, {0x1p-52, 0.0, 0x1p-53, 0x1p-54, 3.0, 0x1p-60, 2.0, 0.25}); }

__global__ void to_integers(int* y) {
    y[0] = __float2int_rn(2.5f), y[1] = __float2int_rn(3.5f), y[2] = __float2int_rz(-2.7f),
    y[3] = __float2int_ru(-2.7f);
    y[4] = __float2int_rd(-2.2f), y[5] = __float2int_rn(1e10f), y[6] = __float2int_rz(-1e10f),
    y[7] = __float2int_rz(NAN);
    y[8] = static_cast<int>(__float2uint_rz(-1.0f)), y[9] = static_cast<int>(__float2uint_rn(3e9f) >> 8);
    y[10] = __double2int_rn(-0.5), y[11] = static_cast<int>(__float2ll_rz(-0x1p40f) >> 20),
    y[12] = __double2int_ru(0.1);
}
TEST(Rounding, ToIntegersSaturates) {
    expect<int>(to_integers, {2, 4, -2, -2, -3, INT_MAX, INT_MIN, 0, 0, 3000000000u >> 8, 0, -(1 << 20), 1});
}

// ---- Functions --------------------------------------------------------------------------------

__global__ void overloads(double* y) {
    y[0] = sizeof(exp(1.0f)) + sizeof(sqrt(1.0f)) + sizeof(rsqrt(1.0f)) + sizeof(abs(1.0f)) + sizeof(max(1.0f, 2.0f));
    y[1] = abs(-0.5f), y[2] = abs(-0.5), y[3] = abs(-5), y[4] = fabsf(-0.25f);
    y[5] = min(2, 3), y[6] = max(2.5f, 2.0), y[7] = max(1u, 2u), y[8] = min(-1ll, 1ll),
    y[9] = max(-1, 1u) == 0xffffffffu;
    y[10] = max(NAN, 1.0f), y[11] = max(1.0f, NAN), y[12] = min(NAN, 1.0f), y[13] = min(1.0, NAN),
    y[14] = isnan(max(NAN, NAN));
    y[15] = fmaxf(-1.0f, 2.0f), y[16] = fminf(-1.0f, NAN);
}
TEST(Math, HasTheOverloadsOfCuda) {
    expect<double>(overloads, {20, 0.5, 0.5, 5, 0.25, 2, 2.5, 2, -1, 1, 1, 1, 1, 1, 1, 2, -1});
}

__global__ void functions(double* y) {
    float s, c;
    double sd, cd;
    sincosf(0.5f, &s, &c);
    sincos(0.5, &sd, &cd);
    y[0] = s, y[1] = c, y[2] = sd, y[3] = cd;
    y[4] = rsqrtf(16.0f), y[5] = rsqrt(0.25), y[6] = rcbrtf(8.0f), y[7] = sinpif(0.5f), y[8] = cospi(1.0);
    y[9] = normcdff(0.0f), y[10] = norm3df(1.0f, 4.0f, 8.0f), y[11] = rhypotf(3.0f, 4.0f), y[12] = exp10f(2.0f);
    y[13] = fdividef(1.0f, 4.0f), y[14] = cbrtf(27.0f), y[15] = erff(0.5f), y[16] = log1p(1e-10), y[17] = normcdf(1.0);
}
TEST(Math, AddsToTheFunctionsOfC) {
    const std::vector<double> want = {0.479425538604203,
                                      0.877582561890373,
                                      0.479425538604203,
                                      0.877582561890373,
                                      0.25,
                                      2,
                                      0.5,
                                      1,
                                      -1,
                                      0.5,
                                      9,
                                      0.2,
                                      100,
                                      0.25,
                                      3,
                                      0.520499877813047,
                                      1e-10,
                                      0.841344746068543};
    const std::vector<double> got = run<double>(functions, static_cast<int>(want.size()));
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], 3e-7 * std::abs(want[i])) << i;
}

__global__ void fast_functions(double* y) {
    y[0] = __expf(1.0f), y[1] = __logf(10.0f), y[2] = __log2f(8.0f), y[3] = __log10f(1000.0f),
    y[4] = __powf(2.0f, 0.5f);
    y[5] = __sinf(0.5f), y[6] = __cosf(0.5f), y[7] = __tanf(0.5f), y[8] = __fdividef(1.0f, 3.0f), y[9] = __exp10f(0.5f);
    y[10] = __saturatef(1.5f), y[11] = __saturatef(0.25f), y[12] = __saturatef(-3.0f) + 1, y[13] = __saturatef(NAN) + 1;
    y[14] = __frsqrt_rn(4.0f);
}
TEST(Math, HasFastFunctions) {
    const std::vector<double> want = {2.718281828, 2.302585093, 3,           3,           1.414213562,
                                      0.479425539, 0.877582562, 0.546302490, 0.333333333, 3.162277660,
                                      1,           0.25,        1,           1,           0.5};
    const std::vector<double> got = run<double>(fast_functions, static_cast<int>(want.size()));
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-5 * std::abs(want[i])) << i;
}

// ---- Vector types -----------------------------------------------------------------------------

static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(alignof(float2) == 8 && alignof(double2) == 16 && alignof(uchar4) == 4 && alignof(short2) == 4 &&
              sizeof(char3) == 3);

__global__ void vectors(float4* y, int2* z) {
    const float4 a = make_float4(1, 2, 3, 4);
    y[0] = a;
    y[1] = float4{a.w, a.z, a.y, a.x};
    reinterpret_cast<float2*>(y)[4] = make_float2(9, 8);
    reinterpret_cast<float2*>(y)[5] = {7, 6};
    const dim3 size(2, 3);
    const uint3 same = size;
    z[0] = make_int2(size.x * size.y * size.z, same.x + 10 * same.y + 100 * same.z);
}
TEST(VectorTypes, AreLoadedStoredAndMade) {
    DeviceArray<float4> y(3);
    DeviceArray<int2> z(1);
    vectors<<<1, 1>>>(y.data(), z.data());
    CHECK_LAUNCH();
    const std::vector<float4> got = y.to_host();
    std::vector<float> flat;
    for (const float4& v : got) flat.insert(flat.end(), {v.x, v.y, v.z, v.w});
    EXPECT_EQ(flat, (std::vector<float>{1, 2, 3, 4, 4, 3, 2, 1, 9, 8, 7, 6}));
    EXPECT_EQ(z.to_host()[0].x, 6);
    EXPECT_EQ(z.to_host()[0].y, 132);
}

// ---- Clocks -----------------------------------------------------------------------------------

__global__ void clocks(long long* y) {
    y[0] = clock64();
    __nanosleep(1000);
    y[1] = clock64();
}
TEST(Clock, GoesOn) {
    const std::vector<long long> y = run<long long>(clocks, 2);
    EXPECT_GT(y[1], y[0]);
}

}  // namespace
