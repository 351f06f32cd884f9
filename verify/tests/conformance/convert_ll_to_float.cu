// long long to float in the four rounding modes: rounded once, not by way of double.
#include "show.h"

__device__ long long values[] = {0,
                                 -1,
                                 16777217,
                                 -16777219,
                                 9223372036854775807ll,
                                 -9223372036854775807ll - 1,
                                 4611686293305294849ll,
                                 4611686293305294848ll,
                                 4611686293305294847ll,
                                 -4611686293305294849ll};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[N][4];

__global__ void convert() {
    const long long x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __ll2float_rn(x);  // to nearest, ties to even
    r[1] = __ll2float_rz(x);  // towards zero
    r[2] = __ll2float_ru(x);  // up
    r[3] = __ll2float_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__ll2float", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
