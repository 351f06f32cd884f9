// __ddiv_rn, _rz, _ru, _rd: double quotients in the four rounding modes.
#include "show.h"

struct Pair {
    double a, b;
};
__device__ Pair pairs[] = {{1.0, 3.0},           {2.0, -3.0},     {1.0, 10.0},    {5.0, 5.0},
                           {0.0, -7.0},          {1e-310, 3.0},   {-1e-310, 3.0}, {4.9406564584124654e-324, 2.0},
                           {1e308, 1e-3},        {1.0, 0.0},      {1.0, -0.0},    {0.0, 0.0},
                           {INFINITY, INFINITY}, {1.0, INFINITY}, {NAN, 1.0}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ double result[N][4];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    double* const r = result[threadIdx.x];
    r[0] = __ddiv_rn(a, b);  // to nearest, ties to even
    r[1] = __ddiv_rz(a, b);  // towards zero
    r[2] = __ddiv_ru(a, b);  // up
    r[3] = __ddiv_rd(a, b);  // down
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("__ddiv", in[i].a, "/", in[i].b);
        show("  rn rz ru rd", out[i]);
    }
}
