// double to float in the four rounding modes: ties, denormals, overflow, zeros, infinities, NaN.
#include "show.h"

__device__ double values[] = {
    0.0,      -0.0,      0.1,    -0.1,          1.00000005960464477, 1.00000017881393433,   1e-45,  -1e-45,  7e-46,
    1e-50,    -1e-50,    1e-320, 1.1754943e-38, 3.4028235e38,        3.4028235677973366e38, 3.5e38, -3.5e38, 1e300,
    INFINITY, -INFINITY, NAN};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[N][4];

__global__ void convert() {
    const double x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __double2float_rn(x);  // to nearest, ties to even
    r[1] = __double2float_rz(x);  // towards zero
    r[2] = __double2float_ru(x);  // up
    r[3] = __double2float_rd(x);  // down
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i)
        show("__double2float", in[i], "rn rz ru rd:", out[i][0], out[i][1], out[i][2], out[i][3]);
}
