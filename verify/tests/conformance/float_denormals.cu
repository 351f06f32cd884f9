// Denormals are numbers like all others, on the way in and out of + - * / and sqrt (without --use_fast_math).
#include "show.h"

__device__ float values[] = {1.40129846e-45f, 1e-40f, -1e-40f, 1.17549421e-38f, 1.17549435e-38f};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[N][7];

__global__ void compute() {
    const float x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = x + x;
    r[1] = x - 1.17549435e-38f;
    r[2] = x * 0.75f;
    r[3] = x / 3.0f;
    r[4] = sqrtf(fabsf(x));
    r[5] = x * 1e38f;
    r[6] = static_cast<float>(static_cast<double>(x) * 2.5);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("x", in[i]);
        show("  + - * / sqrt * double", out[i]);
    }
}
