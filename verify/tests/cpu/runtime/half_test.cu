// Half precision against a table of all its numbers.
#include <cuda_fp16.h>

#include <type_traits>

#include "float16_reference.h"

namespace {

using namespace float16_reference;

struct Half {
    using T = __half;
    using Pair = __half2;
    static constexpr int FRACTION = 10;
    static float to_float(T x) { return __half2float(x); }
    static T from_float(float x) { return __float2half(x); }
    static T from_float_rn(float x) { return __float2half_rn(x); }
    static T from_float_rz(float x) { return __float2half_rz(x); }
    static T from_float_ru(float x) { return __float2half_ru(x); }
    static T from_float_rd(float x) { return __float2half_rd(x); }
    static T from_double(double x) { return __double2half(x); }
    static Pair pair(float x, float y) { return __floats2half2_rn(x, y); }
};

static_assert(sizeof(half) == 2 && alignof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4);
static_assert(std::is_trivial_v<half> && std::is_trivially_copyable_v<half2> && std::is_trivial_v<half2>);
static_assert(std::is_same_v<decltype(half() + half()), half> && !std::is_convertible_v<half, half2>);
constexpr half constant = __half_raw{0x3c00};
static_assert(static_cast<bool>(constant) && static_cast<__half_raw>(constant).x == 0x3c00);

TEST(Half, WidensToFloat) { expect_all_widen<Half>(); }
TEST(Half, RoundsFloats) { expect_floats_between_all<Half>(); }
TEST(Half, RoundsDoublesOnce) { expect_doubles_between_all<Half>(); }

#define FUNCTIONS(T, name)                                                                                        \
    expect_integers<Half, T>(                                                                                     \
        std::vector<half (*)(T)>{__##name##2half_rn, __##name##2half_rz, __##name##2half_ru, __##name##2half_rd}, \
        std::vector<T (*)(half)>{__half2##name##_rn, __half2##name##_rz, __half2##name##_ru, __half2##name##_rd})
TEST(Half, ConvertsShorts) { FUNCTIONS(short, short); }
TEST(Half, ConvertsUnsignedShorts) { FUNCTIONS(unsigned short, ushort); }
TEST(Half, ConvertsInts) { FUNCTIONS(int, int); }
TEST(Half, ConvertsUnsignedInts) { FUNCTIONS(unsigned, uint); }
TEST(Half, ConvertsLongLongs) { FUNCTIONS(long long, ll); }
TEST(Half, ConvertsUnsignedLongLongs) { FUNCTIONS(unsigned long long, ull); }

TEST(Half, ConvertsAsABuiltInTypeDoes) {
    const half x = 2.75f;
    EXPECT_EQ(static_cast<int>(x), 2);
    EXPECT_EQ(static_cast<unsigned char>(half(-3)), 0);
    EXPECT_EQ(static_cast<signed char>(half(1000)), 127);
    EXPECT_EQ(static_cast<float>(half(3ull)), 3.0f);
    half y = 65519;  // the last that is not infinity
    EXPECT_EQ(__half_as_ushort(y), 0x7bff);
    y = 65520;
    EXPECT_EQ(__half_as_ushort(y), 0x7c00);
    y = 0.1;
    EXPECT_EQ(__half_as_ushort(y), 0x2e66);
    y += 1;
    ++y;
    EXPECT_EQ(static_cast<float>(y--), 2.099609375f);
    EXPECT_TRUE(y > half(1) && half(1) <= y && y);
    EXPECT_EQ(__hadd(1, 3), 2);  // of integers it is the average
}

TEST(Half, ComputesAndRoundsOnce) { expect_arithmetic<Half>(); }
TEST(Half, FusesAndRoundsOnce) { expect_fused<Half>(); }
TEST(Half, Compares) { expect_comparisons<Half>(); }
TEST(Half, HasFunctions) { expect_functions<Half>(); }
TEST(Half, AddsAtomically) { expect_atomics<Half>(); }
TEST(Half, GoesThroughShufflesAndLoads) { expect_exchange<Half>(); }

TEST(Half, ComesInPairs) {
    const half2 a = __floats2half2_rn(1, 2), b = __float22half2_rn({3, 4});
    const auto is = [](half2 pair, float x, float y) { return __low2float(pair) == x && __high2float(pair) == y; };
    EXPECT_TRUE(is(__lowhigh2highlow(a), 2, 1));
    EXPECT_TRUE(is(__lows2half2(a, b), 1, 3));
    EXPECT_TRUE(is(__highs2half2(a, b), 2, 4));
    EXPECT_TRUE(is(__low2half2(a), 1, 1));
    EXPECT_TRUE(is(__high2half2(a), 2, 2));
    EXPECT_TRUE(is(__half2half2(__high2half(b)), 4, 4));
    EXPECT_TRUE(is(__halves2half2(a.x, b.y), 1, 4));
    EXPECT_TRUE(is(__hfma2(a, b, b), 6, 12));
    EXPECT_TRUE(is(__hfma2_relu(a, __hneg2(b), b), 0, 0));
    EXPECT_TRUE(is(__hcmadd(a, b, a), 1 + 3 - 8, 2 + 4 + 6));
    EXPECT_TRUE(is(h2sqrt(b * b), 3, 4));
    EXPECT_EQ(__half22float2(b).y, 4.0f);
    EXPECT_EQ(static_cast<__half2_raw>(a).y, 0x4000);
    half2 c = a;
    c += b;
    c /= __float2half2_rn(2);
    EXPECT_TRUE(is(c, 2, 3) && c == make_half2(2, 3) && c != a);
    c = {a.y, a.x};
    EXPECT_TRUE(is(c, 2, 1));
    c = __half2_raw{0x3c00, 0};
    EXPECT_TRUE(is(c, 1, 0));
}

}  // namespace
