// __dadd_rn, _rz, _ru, _rd: double sums in the four rounding modes.
#include "show.h"

struct Pair {
    double a, b;
};
__device__ Pair pairs[] = {{0.1, 0.2},
                           {1.0, 1.1102230246251565e-16},
                           {1.0, -5.5511151231257827e-17},
                           {9007199254740992.0, 1.0},
                           {9007199254740992.0, 3.0},
                           {0.0, -0.0},
                           {-0.0, -0.0},
                           {1.5, -1.5},
                           {4.9406564584124654e-324, 4.9406564584124654e-324},
                           {2.2250738585072014e-308, -4.9406564584124654e-324},
                           {1.7976931348623157e308, 1e300},
                           {-1.7976931348623157e308, -1e292},
                           {INFINITY, 1.0},
                           {INFINITY, -INFINITY},
                           {NAN, 1.0}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ double result[N][4];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    double* const r = result[threadIdx.x];
    r[0] = __dadd_rn(a, b);  // to nearest, ties to even
    r[1] = __dadd_rz(a, b);  // towards zero
    r[2] = __dadd_ru(a, b);  // up
    r[3] = __dadd_rd(a, b);  // down
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("__dadd", in[i].a, "+", in[i].b);
        show("  rn rz ru rd", out[i]);
    }
}
