// __fdiv_rn, _rz, _ru, _rd: float quotients in the four rounding modes.
#include "show.h"

struct Pair {
    float a, b;
};
__device__ Pair pairs[] = {{1.0f, 3.0f},      {2.0f, -3.0f},   {1.0f, 10.0f},        {5.0f, 5.0f},
                           {0.0f, -7.0f},     {1e-40f, 3.0f},  {-1e-40f, 3.0f},      {1.40129846e-45f, 2.0f},
                           {1e38f, 1e-3f},    {-1e38f, 1e-3f}, {1.0f, 3e38f},        {1.0f, 0.0f},
                           {1.0f, -0.0f},     {0.0f, 0.0f},    {INFINITY, INFINITY}, {1.0f, INFINITY},
                           {INFINITY, -2.0f}, {NAN, 1.0f}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ float result[N][4];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __fdiv_rn(a, b);  // to nearest, ties to even
    r[1] = __fdiv_rz(a, b);  // towards zero
    r[2] = __fdiv_ru(a, b);  // up
    r[3] = __fdiv_rd(a, b);  // down
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("__fdiv", in[i].a, "/", in[i].b);
        show("  rn rz ru rd", out[i]);
    }
}
