// int to float in the four rounding modes: beyond 2^24 not every int has its float.
#include "show.h"

__device__ int values[] = {0,        1,        -1,       16777216,   16777217,    16777219,        -16777217, -16777219,
                           33554433, 33554434, 33554435, 2147483647, -2147483647, -2147483647 - 1, 123456789};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[N][4];

__global__ void convert() {
    const int x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __int2float_rn(x);  // to nearest, ties to even
    r[1] = __int2float_rz(x);  // towards zero
    r[2] = __int2float_ru(x);  // up
    r[3] = __int2float_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__int2float", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
