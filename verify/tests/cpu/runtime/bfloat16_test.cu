// bfloat16 against a table of all its numbers.
#include <cuda_bf16.h>

#include <type_traits>

#include "float16_reference.h"

namespace {

using namespace float16_reference;

struct Bfloat16 {
    using T = __nv_bfloat16;
    using Pair = __nv_bfloat162;
    static constexpr int FRACTION = 7;
    static float to_float(T x) { return __bfloat162float(x); }
    static T from_float(float x) { return __float2bfloat16(x); }
    static T from_float_rn(float x) { return __float2bfloat16_rn(x); }
    static T from_float_rz(float x) { return __float2bfloat16_rz(x); }
    static T from_float_ru(float x) { return __float2bfloat16_ru(x); }
    static T from_float_rd(float x) { return __float2bfloat16_rd(x); }
    static T from_double(double x) { return __double2bfloat16(x); }
    static Pair pair(float x, float y) { return __floats2bfloat162_rn(x, y); }
};

static_assert(sizeof(nv_bfloat16) == 2 && alignof(nv_bfloat16) == 2 && sizeof(nv_bfloat162) == 4 &&
              alignof(nv_bfloat162) == 4);
static_assert(std::is_trivial_v<nv_bfloat16> && std::is_trivially_copyable_v<nv_bfloat162> &&
              std::is_trivial_v<nv_bfloat162>);
static_assert(std::is_same_v<decltype(nv_bfloat16() + nv_bfloat16()), nv_bfloat16> &&
              !std::is_convertible_v<nv_bfloat16, nv_bfloat162>);
constexpr nv_bfloat16 constant = __nv_bfloat16_raw{0x3f80};
static_assert(static_cast<bool>(constant) && static_cast<__nv_bfloat16_raw>(constant).x == 0x3f80);

TEST(Bfloat16, WidensToFloat) { expect_all_widen<Bfloat16>(); }
TEST(Bfloat16, RoundsFloats) { expect_floats_between_all<Bfloat16>(); }
TEST(Bfloat16, RoundsDoublesOnce) { expect_doubles_between_all<Bfloat16>(); }

#define FUNCTIONS(T, name)                                                                                        \
    expect_integers<Bfloat16, T>(std::vector<nv_bfloat16 (*)(T)>{__##name##2bfloat16_rn, __##name##2bfloat16_rz,  \
                                                                 __##name##2bfloat16_ru, __##name##2bfloat16_rd}, \
                                 std::vector<T (*)(nv_bfloat16)>{__bfloat162##name##_rn, __bfloat162##name##_rz,  \
                                                                 __bfloat162##name##_ru, __bfloat162##name##_rd})
TEST(Bfloat16, ConvertsShorts) { FUNCTIONS(short, short); }
TEST(Bfloat16, ConvertsUnsignedShorts) { FUNCTIONS(unsigned short, ushort); }
TEST(Bfloat16, ConvertsInts) { FUNCTIONS(int, int); }
TEST(Bfloat16, ConvertsUnsignedInts) { FUNCTIONS(unsigned, uint); }
TEST(Bfloat16, ConvertsLongLongs) { FUNCTIONS(long long, ll); }
TEST(Bfloat16, ConvertsUnsignedLongLongs) { FUNCTIONS(unsigned long long, ull); }

TEST(Bfloat16, ConvertsAsABuiltInTypeDoes) {
    const nv_bfloat16 x = 2.75f;
    EXPECT_EQ(static_cast<int>(x), 2);
    EXPECT_EQ(static_cast<unsigned char>(nv_bfloat16(-3)), 0);
    EXPECT_EQ(static_cast<signed char>(nv_bfloat16(1000)), 127);
    EXPECT_EQ(static_cast<float>(nv_bfloat16(3ull)), 3.0f);
    nv_bfloat16 y = 257;  // a tie
    EXPECT_EQ(__bfloat16_as_ushort(y), 0x4380);
    y = 0x1.ffp127;  // a tie with what would come next
    EXPECT_EQ(__bfloat16_as_ushort(y), 0x7f80);
    y = 0.1;
    EXPECT_EQ(__bfloat16_as_ushort(y), 0x3dcd);
    y += 1;
    ++y;
    EXPECT_EQ(static_cast<float>(y--), 2.09375f);
    EXPECT_TRUE(y > nv_bfloat16(1) && nv_bfloat16(1) <= y && y);
    EXPECT_EQ(__hadd(1, 3), 2);  // of integers it is the average
}

TEST(Bfloat16, AndHalfConvertToEachOther) {
    EXPECT_EQ(__half_as_ushort(__half(nv_bfloat16(1.5f))), 0x3e00);
    EXPECT_EQ(__half_as_ushort(__half(nv_bfloat16(1e30f))), 0x7c00);
    EXPECT_EQ(__bfloat16_as_ushort(nv_bfloat16(__half(1.00390625f))), 0x3f80);
}

TEST(Bfloat16, ComputesAndRoundsOnce) { expect_arithmetic<Bfloat16>(); }
TEST(Bfloat16, FusesAndRoundsOnce) { expect_fused<Bfloat16>(); }
// Ties, broken by what a double cannot keep beside them.
TEST(Bfloat16, FusesWhatADoubleWouldLose) {
    const nv_bfloat16 tiny = __ushort_as_bfloat16(1);
    EXPECT_EQ(static_cast<float>(__hfma(129, 192, tiny - tiny)), 194 * 128);
    EXPECT_EQ(static_cast<float>(__hfma(129, 192, -tiny)), 193 * 128);
    EXPECT_EQ(static_cast<float>(__hfma(130, 160, tiny - tiny)), 162 * 128);
    EXPECT_EQ(static_cast<float>(__hfma(130, 160, tiny)), 163 * 128);
}

TEST(Bfloat16, Compares) { expect_comparisons<Bfloat16>(); }
TEST(Bfloat16, HasFunctions) { expect_functions<Bfloat16>(); }
TEST(Bfloat16, AddsAtomically) { expect_atomics<Bfloat16>(); }
TEST(Bfloat16, GoesThroughShufflesAndLoads) { expect_exchange<Bfloat16>(); }

TEST(Bfloat16, ComesInPairs) {
    const nv_bfloat162 a = __floats2bfloat162_rn(1, 2), b = __float22bfloat162_rn({3, 4});
    const auto is = [](nv_bfloat162 pair, float x, float y) {
        return __low2float(pair) == x && __high2float(pair) == y;
    };
    EXPECT_TRUE(is(__lowhigh2highlow(a), 2, 1));
    EXPECT_TRUE(is(__lows2bfloat162(a, b), 1, 3));
    EXPECT_TRUE(is(__highs2bfloat162(a, b), 2, 4));
    EXPECT_TRUE(is(__low2bfloat162(a), 1, 1));
    EXPECT_TRUE(is(__high2bfloat162(a), 2, 2));
    EXPECT_TRUE(is(__bfloat162bfloat162(__high2bfloat16(b)), 4, 4));
    EXPECT_TRUE(is(__halves2bfloat162(a.x, b.y), 1, 4));
    EXPECT_TRUE(is(__hfma2(a, b, b), 6, 12));
    EXPECT_TRUE(is(__hfma2_relu(a, __hneg2(b), b), 0, 0));
    EXPECT_TRUE(is(__hcmadd(a, b, a), 1 + 3 - 8, 2 + 4 + 6));
    EXPECT_TRUE(is(h2sqrt(b * b), 3, 4));
    EXPECT_EQ(__bfloat1622float2(b).y, 4.0f);
    EXPECT_EQ(static_cast<__nv_bfloat162_raw>(a).y, 0x4000);
    nv_bfloat162 c = a;
    c += b;
    c /= __float2bfloat162_rn(2);
    EXPECT_TRUE(is(c, 2, 3) && c == make_bfloat162(2, 3) && c != a);
    c = {a.y, a.x};
    EXPECT_TRUE(is(c, 2, 1));
    c = __nv_bfloat162_raw{0x3f80, 0};
    EXPECT_TRUE(is(c, 1, 0));
}

}  // namespace
