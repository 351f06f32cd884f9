// Numbers that do not fit the integer, infinities and NaN. CUDA C++ leaves these open; the PTX manual (instruction cvt)
// does not: they become the nearest integer of the type, and NaN becomes 0, or only the top bit where a double or a
// 64-bit integer takes part.
#include "show.h"

__device__ float floats[] = {3e9f, -3e9f, 2147483648.0f, -1.0f, 5e9f, 1e19f, -1e19f, 2e19f, INFINITY, -INFINITY, NAN};
constexpr int N = sizeof floats / sizeof floats[0];
__device__ long long result[N][8];

__global__ void convert() {
    const float f = floats[threadIdx.x];
    const double d = f;
    long long* const r = result[threadIdx.x];
    r[0] = __float2int_rn(f);
    r[1] = __float2uint_rn(f);
    r[2] = __float2ll_rn(f);
    r[3] = __float2ull_rn(f);
    r[4] = __double2int_rn(d);
    r[5] = __double2uint_rn(d);
    r[6] = __double2ll_rn(d);
    r[7] = __double2ull_rn(d);
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(floats);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("number", in[i]);
        show("  float to 32 bits", hex(static_cast<int>(out[i][0])), hex(static_cast<unsigned>(out[i][1])));
        show("  float to 64 bits", hex(out[i][2]), hex(out[i][3]));
        show("  double to 32 bits", hex(static_cast<int>(out[i][4])), hex(static_cast<unsigned>(out[i][5])));
        show("  double to 64 bits", hex(out[i][6]), hex(out[i][7]));
    }
}
