// unsigned long long to double in the four rounding modes.
#include "show.h"

__device__ unsigned long long values[] = {0,
                                          1,
                                          9007199254740993ull,
                                          18446744073709551615ull,
                                          18446744073709550592ull,
                                          9223372036854775808ull,
                                          9223372036854776833ull};
constexpr int N = sizeof values / sizeof values[0];
__device__ double result[N][4];

__global__ void convert() {
    const unsigned long long x = values[threadIdx.x];
    double* const r = result[threadIdx.x];
    r[0] = __ull2double_rn(x);  // to nearest, ties to even
    r[1] = __ull2double_rz(x);  // towards zero
    r[2] = __ull2double_ru(x);  // up
    r[3] = __ull2double_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__ull2double", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
