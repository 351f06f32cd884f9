// unsigned to float in the four rounding modes.
#include "show.h"

__device__ unsigned values[] = {0,           1,           16777217,    16777219,    2147483648u,
                                4294967295u, 4294967040u, 4294967168u, 4294967167u, 4294967169u};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[N][4];

__global__ void convert() {
    const unsigned x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __uint2float_rn(x);  // to nearest, ties to even
    r[1] = __uint2float_rz(x);  // towards zero
    r[2] = __uint2float_ru(x);  // up
    r[3] = __uint2float_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__uint2float", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
