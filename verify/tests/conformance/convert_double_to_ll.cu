// double to long long in the four rounding modes, and the limits of long long.
#include "show.h"

__device__ double values[] = {0.0,
                              -0.0,
                              0.5,
                              1.5,
                              2.5,
                              -0.5,
                              -1.5,
                              -2.5,
                              0.49999999999999994,
                              0.50000000000000011,
                              1e-300,
                              -1e-300,
                              4.9406564584124654e-324,
                              4503599627370495.5,
                              9007199254740993.0,
                              9223372036854774784.0,
                              -9223372036854775808.0};
constexpr int N = sizeof values / sizeof values[0];
__device__ long long result[N][4];

__global__ void convert() {
    const double x = values[threadIdx.x];
    long long* const r = result[threadIdx.x];
    r[0] = __double2ll_rn(x);  // to nearest, ties to even
    r[1] = __double2ll_rz(x);  // towards zero
    r[2] = __double2ll_ru(x);  // up
    r[3] = __double2ll_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__double2ll", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
