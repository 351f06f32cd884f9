// float and double to half precision in the rounding modes: ties, denormals, overflow, zeros, infinities, NaN; and a
// checksum of 2^19 floats of every exponent.
#include <cuda_fp16.h>

#include "show.h"

__device__ float values[] = {0.0f,           -0.0f,         1.0f,
                             1.00048828125f,  // ties: the lower neighbour is even, then the upper one
                             1.00146484375f, -2049.0f,      -2051.0f,       0.1f,     -0.1f,
                             65504.0f,  // the largest half, and the tie with what would come next
                             65519.996f,     65520.0f,      -65520.0f,      -1e30f,
                             5.9604645e-8f,  // the smallest half, half of it, and a little more
                             2.9802322e-8f,  2.9802326e-8f, -8.9406967e-8f,
                             6.0975552e-5f,  // the largest denormal, and the tie with the smallest normal number
                             6.1005354e-5f,  1e-30f,        -1.4e-45f,      INFINITY, -INFINITY, NAN};
__device__ double doubles[] = {
    1.00048828125,
    1.0004882812500002,  // a float in between would make a tie of it
    1.0004882812499998, -65519.999999999993, 2.9802322387695316e-8, 1e300, -5e-324, -INFINITY, NAN};
constexpr int N = sizeof values / sizeof values[0], D = sizeof doubles / sizeof doubles[0], ALL = 1 << 19;
__device__ float result[N][5], from_doubles[D];
__device__ unsigned short every[4][ALL];

__global__ void convert() {
    const float x = values[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __half2float(__float2half(x));
    r[1] = __half2float(__float2half_rn(x));
    r[2] = __half2float(__float2half_rz(x));
    r[3] = __half2float(__float2half_ru(x));
    r[4] = __half2float(__float2half_rd(x));
    if (threadIdx.x < D) from_doubles[threadIdx.x] = __half2float(__double2half(doubles[threadIdx.x]));
}

__global__ void convert_all() {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned low[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff};
    const float x = __uint_as_float(i << 13 | low[i % 6]);
    every[0][i] = __half_as_ushort(__float2half_rn(x));
    every[1][i] = __half_as_ushort(__float2half_rz(x));
    every[2][i] = __half_as_ushort(__float2half_ru(x));
    every[3][i] = __half_as_ushort(__float2half_rd(x));
}

unsigned short host_every[4][ALL];

int main() {
    convert<<<1, N>>>();
    convert_all<<<ALL / 256, 256>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i)
        show("__float2half", in[i], "rn:", out[i][0], out[i][1], "rz ru rd:", out[i][2], out[i][3], out[i][4]);
    const auto double_in = fetch(doubles);
    const auto double_out = fetch(from_doubles);
    for (int i = 0; i < D; ++i) show("__double2half", double_in[i], double_out[i]);

    must(cudaMemcpyFromSymbol(host_every, every, sizeof host_every));
    const char* const names[] = {"2^19 floats, rn", "2^19 floats, rz", "2^19 floats, ru", "2^19 floats, rd"};
    for (int mode = 0; mode < 4; ++mode) {
        unsigned sum = 2166136261u;
        for (const unsigned short bits : host_every[mode])
            sum = (sum ^ ((bits & 0x7fff) > 0x7c00 ? 0x7fff : bits)) * 16777619u;  // any NaN is one
        show(names[mode], hex(sum));
    }
}
