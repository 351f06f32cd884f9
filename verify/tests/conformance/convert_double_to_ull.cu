// double to unsigned long long in the four rounding modes, up to its limit.
#include "show.h"

__device__ double values[] = {0.0,
                              -0.0,
                              0.5,
                              1.5,
                              2.5,
                              0.49999999999999994,
                              1e-300,
                              4503599627370495.5,
                              9223372036854775808.0,
                              18446744073709549568.0};
constexpr int N = sizeof values / sizeof values[0];
__device__ unsigned long long result[N][4];

__global__ void convert() {
    const double x = values[threadIdx.x];
    unsigned long long* const r = result[threadIdx.x];
    r[0] = __double2ull_rn(x);  // to nearest, ties to even
    r[1] = __double2ull_rz(x);  // towards zero
    r[2] = __double2ull_ru(x);  // up
    r[3] = __double2ull_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__double2ull", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
