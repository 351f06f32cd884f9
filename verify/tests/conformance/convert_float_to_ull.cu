// float to unsigned long long in the four rounding modes, up to its limit.
#include "show.h"

__device__ float values[] = {0.0f,
                             -0.0f,
                             0.5f,
                             1.5f,
                             2.5f,
                             0.49999997f,
                             0.50000006f,
                             1e-30f,
                             1.40129846e-45f,
                             8388607.5f,
                             16777216.0f,
                             9223372036854775808.0f,
                             18446742974197923840.0f};
constexpr int N = sizeof values / sizeof values[0];
__device__ unsigned long long result[N][4];

__global__ void convert() {
    const float x = values[threadIdx.x];
    unsigned long long* const r = result[threadIdx.x];
    r[0] = __float2ull_rn(x);  // to nearest, ties to even
    r[1] = __float2ull_rz(x);  // towards zero
    r[2] = __float2ull_ru(x);  // up
    r[3] = __float2ull_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__float2ull", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
