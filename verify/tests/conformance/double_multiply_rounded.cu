// __dmul_rn, _rz, _ru, _rd: double products in the four rounding modes.
#include "show.h"

struct Pair {
    double a, b;
};
__device__ Pair pairs[] = {{0.1, 0.1},
                           {1.0000000000000002, 1.0000000000000002},
                           {3.0, 0.33333333333333331},
                           {-0.0, 5.0},
                           {-0.0, -0.0},
                           {1e-200, 1e-120},
                           {1e-200, -1e-120},
                           {4.9406564584124654e-324, 0.5},
                           {2.2250738585072014e-308, 0.99999999999999989},
                           {1e200, 1e120},
                           {-1e200, 1e120},
                           {INFINITY, 0.0},
                           {INFINITY, -2.0},
                           {NAN, 0.0}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ double result[N][4];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    double* const r = result[threadIdx.x];
    r[0] = __dmul_rn(a, b);  // to nearest, ties to even
    r[1] = __dmul_rz(a, b);  // towards zero
    r[2] = __dmul_ru(a, b);  // up
    r[3] = __dmul_rd(a, b);  // down
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("__dmul", in[i].a, "*", in[i].b);
        show("  rn rz ru rd", out[i]);
    }
}
