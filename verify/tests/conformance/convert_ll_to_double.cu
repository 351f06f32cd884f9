// long long to double in the four rounding modes: beyond 2^53 not every one has its double.
#include "show.h"

__device__ long long values[] = {0,
                                 -1,
                                 9007199254740992ll,
                                 9007199254740993ll,
                                 9007199254740995ll,
                                 -9007199254740993ll,
                                 9223372036854775807ll,
                                 -9223372036854775807ll - 1,
                                 4611686018427387905ll};
constexpr int N = sizeof values / sizeof values[0];
__device__ double result[N][4];

__global__ void convert() {
    const long long x = values[threadIdx.x];
    double* const r = result[threadIdx.x];
    r[0] = __ll2double_rn(x);  // to nearest, ties to even
    r[1] = __ll2double_rz(x);  // towards zero
    r[2] = __ll2double_ru(x);  // up
    r[3] = __ll2double_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) show("__ll2double", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
