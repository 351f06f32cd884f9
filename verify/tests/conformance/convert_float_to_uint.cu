// float to unsigned in the four rounding modes, up to the limit of unsigned.
#include "show.h"

__device__ float values[] = {0.0f,   -0.0f,           0.5f,       1.5f,        2.5f,          0.49999997f,  0.50000006f,
                             1e-30f, 1.40129846e-45f, 8388607.5f, 16777216.0f, 2147483648.0f, 4294967040.0f};
constexpr int N = sizeof values / sizeof values[0];
__device__ unsigned result[N][4];

__global__ void convert() {
    const float x = values[threadIdx.x];
    unsigned* const r = result[threadIdx.x];
    r[0] = __float2uint_rn(x);  // to nearest, ties to even
    r[1] = __float2uint_rz(x);  // towards zero
    r[2] = __float2uint_ru(x);  // up
    r[3] = __float2uint_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__float2uint", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
