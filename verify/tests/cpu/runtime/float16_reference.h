// What half_test.cu and bfloat16_test.cu share. The reference is the list of all numbers of the format, made with
// ldexp: the nearest to x is looked up in it, so that nothing is shared with the conversions under test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "common/device_array.h"

namespace float16_reference {

using common::DeviceArray;
using Exact = __float128;

// Format: T, Pair, FRACTION, and the functions whose names tell the formats apart.
template <class Format>
struct Numbers {
    using T = typename Format::T;
    static constexpr int fraction = Format::FRACTION, bias = (1 << (14 - fraction)) - 1;
    static constexpr int infinity = 0x7fff >> fraction << fraction, nan = 0x7fff;

    std::vector<double> positive;  // [bits], up to the largest number, then what would come next: 2^(bias + 1)

    Numbers() {
        for (int bits = 0; bits < infinity; ++bits) {
            const int field = bits >> fraction, rest = bits & ((1 << fraction) - 1);
            positive.push_back(field == 0 ? std::ldexp(rest, 1 - bias - fraction)
                                          : std::ldexp((1 << fraction) + rest, field - bias - fraction));
        }
        positive.push_back(std::ldexp(1.0, bias + 1));
    }

    double value(int bits) const {
        if ((bits & 0x7fff) > infinity) return NAN;
        const double x = (bits & 0x7fff) == infinity ? INFINITY : positive[bits & 0x7fff];
        return bits & 0x8000 ? -x : x;
    }

    enum Mode { nearest, to_zero, up, down };

    // The bits of x in the format. `sign` is that of a zero.
    int rounded(Exact x, Mode mode = nearest, bool sign = false) const {
        if (x != x) return nan;
        const bool negative = x < 0 || (x == 0 && sign);
        const Exact magnitude = x < 0 ? -x : x;
        const int top = negative ? 0x8000 : 0;
        if (magnitude > std::numeric_limits<double>::max()) return top | infinity;
        const auto above = std::upper_bound(positive.begin(), positive.end(), magnitude,
                                            [](Exact a, double b) { return a < Exact(b); });
        const int low = above == positive.end() ? infinity : static_cast<int>(above - positive.begin()) - 1;
        bool away = false;
        if (low < infinity) {
            const Exact below = magnitude - positive[low], over = positive[low + 1] - magnitude;
            if (mode == nearest) away = below > over || (below == over && low % 2 == 1);
            if (mode == up) away = below != 0 && !negative;
            if (mode == down) away = below != 0 && negative;
        }
        int bits = low + away;
        const bool overflow = low == infinity;
        if (overflow && (mode == to_zero || (mode == up && negative) || (mode == down && !negative)))
            bits = infinity - 1;
        return top | bits;
    }
};

template <class Format>
const Numbers<Format>& numbers() {
    static const Numbers<Format> all;
    return all;
}

inline bool same(int fraction_infinity, int got, int want) {  // any NaN is NaN
    if ((want & 0x7fff) > fraction_infinity) return (got & 0x7fff) > fraction_infinity;
    return got == want;
}

template <class T>
int bits(T x) {
    unsigned short result;
    std::memcpy(&result, &x, sizeof result);
    return result;
}
template <class T>
T number(int bits) {
    const auto source = static_cast<unsigned short>(bits);
    T result;
    std::memcpy(static_cast<void*>(&result), &source, sizeof source);
    return result;
}

// Numbers that cover every exponent, with the special ones among them.
template <class Format>
std::vector<int> sample(int count, unsigned seed) {
    using N = Numbers<Format>;
    std::vector<int> all = {0,
                            0x8000,
                            1,
                            0x8001,
                            (1 << N::fraction) - 1,
                            N::infinity,
                            N::infinity - 1,
                            N::nan,
                            0x8000 | N::infinity,
                            N::bias << N::fraction,
                            1 << N::fraction,
                            0x8000 | (N::infinity - 1)};
    std::mt19937 random(seed);
    while (static_cast<int>(all.size()) < count) all.push_back(static_cast<int>(random() & 0xffffu));
    return all;
}

// ---- Conversions ------------------------------------------------------------------------------

template <class Format>
__global__ void widen(float* y, const unsigned short* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    typename Format::T number;
    std::memcpy(static_cast<void*>(&number), &x[i], 2);
    y[i] = Format::to_float(number);
}

template <class Format>
void expect_all_widen() {
    std::vector<unsigned short> x(65536);
    for (int i = 0; i < 65536; ++i) x[i] = static_cast<unsigned short>(i);
    const DeviceArray<unsigned short> d_x(x);
    DeviceArray<float> d_y(65536);
    widen<Format><<<256, 256>>>(d_y.data(), d_x.data());
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    for (int i = 0; i < 65536; ++i) {
        const double want = numbers<Format>().value(i);
        if (std::isnan(want)) {
            ASSERT_TRUE(std::isnan(y[i])) << i;
        } else {
            ASSERT_EQ(y[i], want) << i;
            ASSERT_EQ(std::signbit(y[i]), i >= 0x8000) << i;
        }
    }
}

template <class Format>
void expect_float(float x) {
    using N = Numbers<Format>;
    const N& all = numbers<Format>();
    const bool sign = std::signbit(x);
    ASSERT_EQ(bits(Format::from_float(x)), all.rounded(x, N::nearest, sign)) << x;
    ASSERT_EQ(bits(Format::from_float_rn(x)), all.rounded(x, N::nearest, sign)) << x;
    ASSERT_EQ(bits(Format::from_float_rz(x)), all.rounded(x, N::to_zero, sign)) << x;
    ASSERT_EQ(bits(Format::from_float_ru(x)), all.rounded(x, N::up, sign)) << x;
    ASSERT_EQ(bits(Format::from_float_rd(x)), all.rounded(x, N::down, sign)) << x;
}

// Each number, the middle to the next one, and the floats next to both.
template <class Format>
void expect_floats_between_all() {
    using N = Numbers<Format>;
    const N& all = numbers<Format>();
    for (int low = 0; low < N::infinity; ++low) {
        const double middle = (all.positive[low] + all.positive[low + 1]) / 2;
        for (const double x : {all.positive[low], middle})
            for (const float near : {std::nextafter(static_cast<float>(x), 0.0f), static_cast<float>(x),
                                     std::nextafter(static_cast<float>(x), INFINITY)})
                for (const float y : {near, -near}) {
                    expect_float<Format>(y);
                    if (testing::Test::HasFatalFailure()) return;
                }
    }
    for (const float x : {INFINITY, -INFINITY, NAN, std::numeric_limits<float>::max(), 1.4e-45f, 1e-40f})
        expect_float<Format>(x);
}

template <class Format>
void expect_doubles_between_all() {
    using N = Numbers<Format>;
    const N& all = numbers<Format>();
    for (int low = 0; low < N::infinity; ++low) {
        const double middle = (all.positive[low] + all.positive[low + 1]) / 2;
        for (const double x : {all.positive[low], middle})
            for (const double y : {std::nextafter(x, 0.0), x, std::nextafter(x, INFINITY)})
                for (const double z : {y, -y})
                    ASSERT_EQ(bits(Format::from_double(z)), all.rounded(z, N::nearest, std::signbit(z))) << z;
    }
    for (const double x : {1e300, -1e300, 1e-300, -1e-300, 4.9e-324, static_cast<double>(INFINITY)})
        ASSERT_EQ(bits(Format::from_double(x)), all.rounded(x, N::nearest, x < 0)) << x;
    EXPECT_EQ(bits(Format::from_double(NAN)), N::nan);
}

// from[mode](x) and to[mode](number), in the order of Numbers::Mode.
template <class Format, class Integer, class From, class To>
void expect_integers(const From& from, const To& to) {
    using N = Numbers<Format>;
    const N& all = numbers<Format>();
    std::mt19937_64 random(1);
    std::vector<Integer> xs = {0, 1, std::numeric_limits<Integer>::max(), std::numeric_limits<Integer>::min()};
    for (int i = 0; i < 4000; ++i) xs.push_back(static_cast<Integer>(random() >> (random() % 64)));
    for (unsigned bit = 0; bit < 8 * sizeof(Integer); ++bit)  // the middle of two numbers, and next to it
        for (const std::uint64_t tie : {1ull << bit, 3ull << bit, 0x801ull << bit, 0x803ull << bit, 0x101ull << bit})
            for (const int off : {-1, 0, 1}) xs.push_back(static_cast<Integer>(tie + static_cast<std::uint64_t>(off)));
    for (const Integer x : xs)
        for (int mode = 0; mode < 4; ++mode)
            ASSERT_EQ(bits(from[mode](x)), all.rounded(x, static_cast<typename N::Mode>(mode))) << x << ' ' << mode;

    for (int i = 0; i < 65536; ++i) {
        const double x = all.value(i);
        const double integral[] = {std::nearbyint(x), std::trunc(x), std::ceil(x), std::floor(x)};
        for (int mode = 0; mode < 4; ++mode) {
            const double y = integral[mode];
            Integer want = static_cast<Integer>(sizeof(Integer) == 8 ? 1ull << 63 : 0);  // of NaN
            if (y >= std::ldexp(1.0, std::numeric_limits<Integer>::digits))
                want = std::numeric_limits<Integer>::max();
            else if (y < static_cast<double>(std::numeric_limits<Integer>::min()))
                want = std::numeric_limits<Integer>::min();
            else if (y == y)
                want = static_cast<Integer>(y);
            ASSERT_EQ(to[mode](number<typename Format::T>(i)), want) << x << ' ' << mode;
        }
    }
}

// ---- Arithmetic -------------------------------------------------------------------------------

template <class Format>
void expect_arithmetic() {
    using N = Numbers<Format>;
    using T = typename Format::T;
    using Pair = typename Format::Pair;
    const N& all = numbers<Format>();
    const std::vector<int> xs = sample<Format>(700, 1), ys = sample<Format>(700, 2);
    const auto expect = [&](const char* what, T got, double want, int a, int b) {
        const int rounded = all.rounded(want, N::nearest, std::signbit(want));
        ASSERT_TRUE(same(N::infinity, bits(got), rounded))
            << what << ' ' << all.value(a) << ' ' << all.value(b) << ": " << bits(got) << " is not " << rounded;
    };
    for (const int a : xs)
        for (const int b : ys) {
            const T x = number<T>(a), y = number<T>(b);
            const double u = all.value(a), v = all.value(b);  // sums and products are exact in double, or far from ties
            expect("add", __hadd(x, y), u + v, a, b);
            expect("sub", __hsub(x, y), u - v, a, b);
            expect("mul", __hmul(x, y), u * v, a, b);
            expect("div", __hdiv(x, y), u / v, a, b);
            ASSERT_EQ(bits(__hadd(x, y)), bits(x + y));
            ASSERT_EQ(bits(__hsub(x, y)), bits(x - y));
            ASSERT_EQ(bits(__hmul(x, y)), bits(x * y));
            ASSERT_EQ(bits(__hdiv(x, y)), bits(x / y));
            const double sum = all.value(bits(__hadd(x, y)));
            expect("add_sat", __hadd_sat(x, y), sum > 1 ? 1 : sum > 0 ? sum : 0, a, b);
            const Pair p(x, y), q(y, x), s = p * q, t = __h2div(p, q);
            ASSERT_EQ(bits(s.x), bits(x * y));
            ASSERT_EQ(bits(s.y), bits(y * x));
            ASSERT_EQ(bits(t.x), bits(x / y));
            ASSERT_EQ(bits(t.y), bits(y / x));
        }
}

template <class Format>
void expect_fused() {
    using N = Numbers<Format>;
    using T = typename Format::T;
    const N& all = numbers<Format>();
    std::mt19937 random(3);
    const std::vector<int> special = sample<Format>(12, 0);
    for (int i = 0; i < 400000; ++i) {
        const auto any = [&] {
            const unsigned bits = random();
            return bits >> 16 & 7 ? static_cast<int>(bits & 0xffffu) : special[(bits & 0xffffu) % special.size()];
        };
        int a = any(), b = any(), c = any();
        if (i % 2 == 0) c = all.rounded(-all.value(a) * all.value(b));  // near to cancelling
        const double u = all.value(a), v = all.value(b), w = all.value(c);
        const double product = u * v;  // exact
        // The sum is exact in 113 bits, or so far apart that the smaller one counts as a hair's breadth.
        Exact sum = Exact(product) + Exact(w);
        if (std::isfinite(product) && std::isfinite(w) && product != 0 && w != 0) {
            const int apart = std::ilogb(product) - std::ilogb(w);
            if (apart > 60) sum = Exact(product) + Exact(std::copysign(std::ldexp(1.0, std::ilogb(product) - 60), w));
            if (apart < -60) sum = Exact(w) + Exact(std::copysign(std::ldexp(1.0, std::ilogb(w) - 60), product));
        }
        const int want = all.rounded(sum, N::nearest, std::signbit(product) && std::signbit(w));
        const int got = bits(__hfma(number<T>(a), number<T>(b), number<T>(c)));
        ASSERT_TRUE(same(N::infinity, got, want)) << u << " * " << v << " + " << w << ": " << got << " not " << want;
    }
}

template <class Format>
void expect_comparisons() {
    using T = typename Format::T;
    using Pair = typename Format::Pair;
    const Numbers<Format>& all = numbers<Format>();
    const std::vector<int> xs = sample<Format>(200, 4), ys = sample<Format>(200, 4);
    for (const int a : xs)
        for (const int b : ys) {
            const T x = number<T>(a), y = number<T>(b);
            const double u = all.value(a), v = all.value(b);
            const bool unordered = std::isnan(u) || std::isnan(v);
            const bool eq = u == v, lt = u<v, gt = u> v;
            ASSERT_EQ(__heq(x, y), eq);
            ASSERT_EQ(__hne(x, y), lt || gt);
            ASSERT_EQ(__hlt(x, y), lt);
            ASSERT_EQ(__hle(x, y), lt || eq);
            ASSERT_EQ(__hgt(x, y), gt);
            ASSERT_EQ(__hge(x, y), gt || eq);
            ASSERT_EQ(__hequ(x, y), eq || unordered);
            ASSERT_EQ(__hneu(x, y), !eq);
            ASSERT_EQ(__hltu(x, y), lt || unordered);
            ASSERT_EQ(__hleu(x, y), lt || eq || unordered);
            ASSERT_EQ(__hgtu(x, y), gt || unordered);
            ASSERT_EQ(__hgeu(x, y), gt || eq || unordered);
            ASSERT_EQ(x == y, eq);
            ASSERT_EQ(x != y, !eq);
            ASSERT_EQ(x < y, lt);
            ASSERT_EQ(x >= y, gt || eq);
            const Pair p(x, y), q(y, x);
            ASSERT_EQ(__hlt2_mask(p, q), (lt ? 0xffffu : 0u) | (gt ? 0xffff0000u : 0u));
            ASSERT_EQ(__hblt2(p, q), lt && gt);
            ASSERT_EQ(p == p, !unordered);
            ASSERT_EQ(__low2float(__hge2(p, q)), gt || eq ? 1.0f : 0.0f);
            ASSERT_EQ(__high2float(__hge2(p, q)), lt || eq ? 1.0f : 0.0f);

            ASSERT_EQ(__hisnan(x), std::isnan(u));
            ASSERT_EQ(__hisinf(x), std::isinf(u) ? (u > 0 ? 1 : -1) : 0);
            const auto expect = [&](T got, double want) {
                ASSERT_TRUE(same(Numbers<Format>::infinity, bits(got), all.rounded(want, {}, std::signbit(want))));
            };
            double smaller = u < v || std::isnan(v) ? u : v, larger = u > v || std::isnan(v) ? u : v;
            if (eq) smaller = std::signbit(u) ? u : v, larger = std::signbit(u) ? v : u;
            expect(__hmin(x, y), smaller);
            expect(__hmax(x, y), larger);
            expect(__hmin_nan(x, y), unordered ? NAN : smaller);
            expect(__hmax_nan(x, y), unordered ? NAN : larger);
        }
}

template <class Format>
void expect_functions() {
    using N = Numbers<Format>;
    using T = typename Format::T;
    const N& all = numbers<Format>();
    for (int i = 0; i < 65536; ++i) {
        const T x = number<T>(i);
        const double u = all.value(i);
        const auto expect = [&](const char* what, T got, double want) {
            ASSERT_TRUE(same(N::infinity, bits(got), all.rounded(want, N::nearest, std::signbit(want))))
                << what << ' ' << u << ": " << bits(got) << ", and not " << want;
        };
        expect("hrint", hrint(x), std::nearbyint(u));
        expect("htrunc", htrunc(x), std::trunc(u));
        expect("hceil", hceil(x), std::ceil(u));
        expect("hfloor", hfloor(x), std::floor(u));
        expect("hsqrt", hsqrt(x), std::sqrt(u));
        expect("hrcp", hrcp(x), 1 / u);
        expect("hexp", hexp(x), std::exp(u));
        expect("hlog2", hlog2(x), std::log2(u));
        expect("htanh", htanh(x), std::tanh(u));
        expect("hneg", __hneg(x), -u);
        expect("habs", __habs(x), std::fabs(u));
    }
}

// ---- In kernels -------------------------------------------------------------------------------

// Sums of small integers: the same in every order.
template <class Format>
__global__ void add_all(typename Format::T* sum, typename Format::Pair* pairs) {
    __shared__ typename Format::T shared[2];
    union Both {  // trivial, as in CUDA
        typename Format::T number;
        unsigned short bits;
    };
    if (threadIdx.x == 0) shared[0] = Format::from_float(0.0f);
    __syncthreads();
    atomicAdd(&shared[0], Format::from_float(1.0f));
    atomicAdd(pairs, Format::pair(1.0f, static_cast<float>(threadIdx.x % 2)));
    __syncthreads();
    Both both;
    both.number = shared[0];
    if (threadIdx.x == 0) atomicAdd(sum, both.number);
}

template <class Format>
void expect_atomics() {
    DeviceArray<typename Format::T> sum(1);
    DeviceArray<typename Format::Pair> pairs(1);
    CHECK_CUDA(cudaMemset(sum.data(), 0, 2));
    CHECK_CUDA(cudaMemset(pairs.data(), 0, 4));
    add_all<Format><<<2, 64>>>(sum.data(), pairs.data());
    CHECK_LAUNCH();
    EXPECT_EQ(Format::to_float(sum.to_host()[0]), 128.0f);
    const auto both = pairs.to_host()[0];
    EXPECT_EQ(__low2float(both), 128.0f);
    EXPECT_EQ(__high2float(both), 64.0f);
}

template <class Format>
__global__ void exchange(float* y, const typename Format::T* x) {
    const int lane = threadIdx.x;
    const typename Format::T mine = __ldg(x + lane);
    const typename Format::Pair pair(mine, -mine);
    y[lane] = Format::to_float(__shfl_sync(0xffffffffu, mine, 31 - lane));
    y[lane + 32] = __high2float(__shfl_xor_sync(0xffffffffu, pair, 1));
    y[lane + 64] = Format::to_float(__shfl_up_sync(0xffffffffu, mine, 2));
    y[lane + 96] = __low2float(__shfl_down_sync(0xffffffffu, pair, 3));
}

template <class Format>
void expect_exchange() {
    std::vector<typename Format::T> x;
    for (int i = 0; i < 32; ++i) x.push_back(Format::from_float(static_cast<float>(i)));
    const DeviceArray<typename Format::T> d_x(x);
    DeviceArray<float> d_y(128);
    exchange<Format><<<1, 32>>>(d_y.data(), d_x.data());
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(y[i], 31 - i);
        EXPECT_EQ(y[i + 32], -(i ^ 1));
        EXPECT_EQ(y[i + 64], i < 2 ? i : i - 2);
        EXPECT_EQ(y[i + 96], i > 28 ? i : i + 3);
    }
}

}  // namespace float16_reference
