// unsigned long long to float in the four rounding modes: rounded once.
#include "show.h"

__device__ unsigned long long values[] = {0,
                                          1,
                                          16777217,
                                          18446744073709551615ull,
                                          9223372036854775808ull,
                                          9223372586610589697ull,
                                          9223372586610589696ull,
                                          9223372586610589695ull};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[N][4];

__global__ void convert() {
    const unsigned long long x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __ull2float_rn(x);  // to nearest, ties to even
    r[1] = __ull2float_rz(x);  // towards zero
    r[2] = __ull2float_ru(x);  // up
    r[3] = __ull2float_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__ull2float", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
