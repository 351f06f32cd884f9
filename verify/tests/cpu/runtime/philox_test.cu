// cuRAND's Philox4x32-10 in kernels. The known answers are those that its authors publish with Random123 (kat_vectors).
#include <curand_kernel.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/device_array.h"

namespace {

using common::DeviceArray;
using State = curandStatePhilox4_32_10_t;

// ---- The cipher -------------------------------------------------------------------------------

struct Known {
    unsigned counter[4], key[2], answer[4];
};
const std::vector<Known> KNOWN = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

// The counter's lower half counts groups of four numbers, its upper half is the subsequence, the key is the seed.
__global__ void encipher(const Known* known, unsigned* y) {
    const Known& k = known[threadIdx.x];
    const unsigned long long groups = static_cast<unsigned long long>(k.counter[1]) << 32 | k.counter[0];
    State state;
    curand_init(static_cast<unsigned long long>(k.key[1]) << 32 | k.key[0],
                static_cast<unsigned long long>(k.counter[3]) << 32 | k.counter[2], 0, &state);
    for (int i = 0; i < 4; ++i) skipahead(groups, &state);
    const uint4 x = curand4(&state);
    y[4 * threadIdx.x] = x.x;
    y[4 * threadIdx.x + 1] = x.y;
    y[4 * threadIdx.x + 2] = x.z;
    y[4 * threadIdx.x + 3] = x.w;
}

TEST(Philox, GivesThePublishedAnswers) {
    const DeviceArray<Known> known(KNOWN);
    DeviceArray<unsigned> y(4 * KNOWN.size());
    encipher<<<1, static_cast<unsigned>(KNOWN.size())>>>(known.data(), y.data());
    CHECK_LAUNCH();
    const std::vector<unsigned> got = y.to_host();
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], KNOWN[i / 4].answer[i % 4]) << i;
}

// ---- Places in the sequence -------------------------------------------------------------------

constexpr unsigned long long SEED = 1234567890123ull, SUBSEQUENCE = 7;

__global__ void one_by_one(unsigned* y, int n) {
    State state;
    curand_init(SEED, SUBSEQUENCE, 0, &state);
    for (int i = 0; i < n; ++i) y[i] = curand(&state);
}
__global__ void from_offsets(unsigned* y) {
    State state;
    curand_init(SEED, SUBSEQUENCE, threadIdx.x, &state);
    y[threadIdx.x] = curand(&state);
}
__global__ void by_skips(unsigned* y, int n) {
    State state;
    curand_init(SEED, 3, 0, &state);
    skipahead_sequence(SUBSEQUENCE - 3, &state);
    for (int i = 0; i < n; i += 3, skipahead(2, &state)) y[i] = curand(&state);
}
__global__ void by_fours(unsigned* y, int n, int offset) {
    State state;
    curand_init(SEED, SUBSEQUENCE, offset, &state);
    for (int i = 0; i + 4 <= n; i += 4) {
        const uint4 x = curand4(&state);
        y[i] = x.x, y[i + 1] = x.y, y[i + 2] = x.z, y[i + 3] = x.w;
    }
}

TEST(Philox, HasOneSequenceHoweverItIsReached) {
    constexpr int N = 60;
    DeviceArray<unsigned> d_sequence(N), d_offsets(N), d_skips(N), d_fours(N);
    one_by_one<<<1, 1>>>(d_sequence.data(), N);
    from_offsets<<<1, N>>>(d_offsets.data());
    by_skips<<<1, 1>>>(d_skips.data(), N);
    CHECK_LAUNCH();
    const std::vector<unsigned> sequence = d_sequence.to_host(), skips = d_skips.to_host();
    EXPECT_EQ(d_offsets.to_host(), sequence);
    for (int i = 0; i < N; i += 3) EXPECT_EQ(skips[i], sequence[i]) << i;
    for (int offset = 0; offset < 4; ++offset) {
        by_fours<<<1, 1>>>(d_fours.data(), N - 4, offset);
        CHECK_LAUNCH();
        const std::vector<unsigned> fours = d_fours.to_host();
        for (int i = 0; i < N - 4; ++i) EXPECT_EQ(fours[i], sequence[i + offset]) << offset << ' ' << i;
    }
}

// ---- Distributions ----------------------------------------------------------------------------

__global__ void distribute(float* uniform, double* uniform_double, float* normal, double* normal_double, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State state;
    curand_init(SEED, i, 0, &state);
    uniform[i] = curand_uniform(&state);
    uniform_double[i] = curand_uniform2_double(&state).y;
    normal[i] = curand_normal(&state);
    normal_double[i] = curand_normal2_double(&state).x;
}

template <class T>
void expect_moments(const std::vector<T>& x, double mean, double variance) {
    double sum = 0, squares = 0;
    for (const T value : x) sum += value, squares += static_cast<double>(value) * value;
    const auto n = static_cast<double>(x.size());
    EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n));
    EXPECT_NEAR(squares / n - sum / n * sum / n, variance, 0.05 * variance);
}

TEST(Philox, HasTheRightMeansAndVariances) {
    constexpr int N = 20000;
    DeviceArray<float> uniform(N), normal(N);
    DeviceArray<double> uniform_double(N), normal_double(N);
    distribute<<<(N + 255) / 256, 256>>>(uniform.data(), uniform_double.data(), normal.data(), normal_double.data(), N);
    CHECK_LAUNCH();
    expect_moments(uniform.to_host(), 0.5, 1.0 / 12);
    expect_moments(uniform_double.to_host(), 0.5, 1.0 / 12);
    expect_moments(normal.to_host(), 0, 1);
    expect_moments(normal_double.to_host(), 0, 1);
    for (const float u : uniform.to_host()) ASSERT_TRUE(u > 0 && u <= 1);
}

__global__ void pairs(float* y) {
    State a, b;
    curand_init(SEED, 0, 0, &a);
    b = a;
    y[0] = curand_normal(&a);
    y[1] = curand_normal(&a);
    const float2 pair = curand_normal2(&b);
    y[2] = pair.x;
    y[3] = pair.y;
    y[4] = curand_uniform(&a);
    y[5] = curand_uniform(&b);
}

TEST(Philox, KeepsTheSecondNormalOfAPair) {
    DeviceArray<float> d_y(6);
    pairs<<<1, 1>>>(d_y.data());
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    EXPECT_EQ(y[0], y[2]);
    EXPECT_EQ(y[1], y[3]);
    EXPECT_EQ(y[4], y[5]);
}

}  // namespace
