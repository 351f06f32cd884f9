// double to int in the four rounding modes: ties, zeros, denormals, and the limits of int.
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
                              2147483646.5,
                              2147483647.0,
                              -2147483647.5,
                              -2147483648.0};
constexpr int N = sizeof values / sizeof values[0];
__device__ int result[N][4];

__global__ void convert() {
    const double x = values[threadIdx.x];
    int* const r = result[threadIdx.x];
    r[0] = __double2int_rn(x);  // to nearest, ties to even
    r[1] = __double2int_rz(x);  // towards zero
    r[2] = __double2int_ru(x);  // up
    r[3] = __double2int_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__double2int", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
