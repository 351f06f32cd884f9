// cuRAND's Philox in a kernel: normal numbers are those of Box and Muller's method. They come from a fast sine and
// cosine, so that what is printed is only whether they are as near as these allow.
#include <curand_kernel.h>

#include "show.h"

constexpr int N = 256;
__device__ unsigned integers[N];
__device__ float ones[N], twos[N], fours[N], logs[N];
__device__ double doubles[N / 2], double_pairs[N / 2];

__global__ void draw(unsigned long long seed) {
    curandStatePhilox4_32_10_t start, state;
    curand_init(seed, 5, 0, &start);
    state = start;
    for (unsigned& x : integers) x = curand(&state);
    state = start;
    for (float& x : ones) x = curand_normal(&state);
    state = start;
    for (float& x : logs) x = curand_log_normal(&state, 0.5f, 0.25f);
    state = start;
    for (double& x : doubles) x = curand_normal_double(&state);
    state = start;
    for (int i = 0; i < N; i += 2) {
        const float2 x = curand_normal2(&state);
        twos[i] = x.x, twos[i + 1] = x.y;
    }
    state = start;
    for (int i = 0; i < N; i += 4) {
        const float4 x = curand_normal4(&state);
        fours[i] = x.x, fours[i + 1] = x.y, fours[i + 2] = x.z, fours[i + 3] = x.w;
    }
    state = start;
    for (int i = 0; i < N / 2; i += 2) {
        const double2 x = curand_normal2_double(&state);
        double_pairs[i] = x.x, double_pairs[i + 1] = x.y;
    }
}

template <class Values, class Want>
void near(const char* what, const Values& got, int n, double tolerance, Want want) {
    double worst = 0;
    for (int i = 0; i < n; ++i) worst = std::fmax(worst, std::fabs(static_cast<double>(got[i]) - want(i)));
    show(what, worst <= tolerance ? "near" : "FAR");
}

int main() {
    const double pi = 3.14159265358979323846;
    for (unsigned long long seed = 1; seed < 4; ++seed) {
        draw<<<1, 1>>>(seed);
        const auto x = fetch(integers);
        const auto normal = [&](int i) {
            const double u = (x[i & ~1] + 0.5) / 4294967296.0, v = 2 * pi * (x[i | 1] + 0.5) / 4294967296.0;
            return std::sqrt(-2 * std::log(u)) * (i % 2 == 0 ? std::sin(v) : std::cos(v));
        };
        const auto normal_double = [&](int i) {
            const unsigned* const y = &x.value[4 * (i / 2)];
            const auto uniform = [](unsigned low, unsigned high) {
                return ((low ^ static_cast<unsigned long long>(high) << 21) + 0.5) / 9007199254740992.0;
            };
            const double v = 2 * pi * uniform(y[2], y[3]);
            return std::sqrt(-2 * std::log(uniform(y[0], y[1]))) * (i % 2 == 0 ? std::sin(v) : std::cos(v));
        };
        near("normal", fetch(ones), N, 1e-4, normal);
        near("normal2", fetch(twos), N, 1e-4, normal);
        near("normal4", fetch(fours), N, 1e-4, normal);
        near("log_normal", fetch(logs), N, 1e-3, [&](int i) { return std::exp(0.5 + 0.25 * normal(i)); });
        near("normal_double", fetch(doubles), N / 2, 1e-13, normal_double);
        near("normal2_double", fetch(double_pairs), N / 2, 1e-13, normal_double);
    }
}
