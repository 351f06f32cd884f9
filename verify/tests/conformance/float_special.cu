// Infinities, NaN and signed zeros: comparisons, products and quotients, and what tells them apart.
#include "show.h"

__device__ float values[] = {0.0f, -0.0f, 1.0f, INFINITY, -INFINITY, NAN, 1e-40f};
constexpr int N = sizeof values / sizeof values[0];
__device__ bool tests[N][8];
__device__ float results[N][5];

__global__ void compute() {
    const float x = values[threadIdx.x];
    bool* const t = tests[threadIdx.x];
    t[0] = isnan(x);
    t[1] = isinf(x);
    t[2] = isfinite(x);
    t[3] = signbit(x);
    t[4] = x == x;
    t[5] = x < 1.0f;
    t[6] = !(x >= 1.0f);
    t[7] = x == 0.0f;
    float* const r = results[threadIdx.x];
    r[0] = 1.0f / x;
    r[1] = x * 0.0f;
    r[2] = x - x;
    r[3] = copysignf(3.0f, x);
    r[4] = fabsf(x);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(values);
    const auto test = fetch(tests);
    auto out = fetch(results);
    std::printf("nan, inf, finite, sign, x == x, x < 1, !(x >= 1), x == 0; 1 / x, x * 0, x - x, copysign, abs\n");
    for (int i = 0; i < N; ++i) {
        if (std::isnan(in[i])) out.value[i][3] = 3.0f;  // a NaN's sign is open
        show("x", in[i]);
        show("  tests", test[i]);
        show("  results", out[i]);
    }
}
