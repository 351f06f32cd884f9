// bfloat16 from float and double in the rounding modes, and to and from integers: ties, denormals, overflow, NaN; and
// checksums of 2^19 floats and of all 65536 numbers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "show.h"

using bf16 = __nv_bfloat16;

__device__ float values[] = {0.0f,          -0.0f,          1.0f,
                             1.00390625f,  // ties: the lower neighbour is even, then the upper one
                             1.01171875f,   -257.0f,        -259.0f,        0.1f,
                             3.3895314e38f,  // the largest, and the tie with what would come next
                             3.3961775e38f, -3.4028235e38f,
                             9.1835e-41f,  // the smallest, half of it, and a little more
                             4.59177e-41f,  4.59191e-41f,   1.1754944e-38f, 1.1732e-38f,
                             -1.4e-45f,     INFINITY,       -INFINITY,      NAN};
constexpr int N = sizeof values / sizeof values[0], ALL = 1 << 19;
__device__ double doubles[] = {1.00390625, 1.0039062500000002,   1.0039062499999998, 1e300,
                               -1e-300,    3.3961775292304595e38};
constexpr int D = sizeof doubles / sizeof doubles[0];
__device__ float result[N][4], from_doubles[D], halves[N];
__device__ unsigned short every[4][ALL];
unsigned short host_every[4][ALL];
constexpr int KINDS = 26;
__device__ unsigned long long sums[KINDS];
__device__ long long integers[] = {0,
                                   1,
                                   -1,
                                   255,
                                   257,
                                   259,
                                   -514,
                                   32767,
                                   65535,
                                   16711425,
                                   2147483647,
                                   -2147483648,
                                   4294967295,
                                   1ll << 62,
                                   36099165763141632,
                                   36099165763141631};
constexpr int M = sizeof integers / sizeof integers[0];
__device__ float rounded[M][24];

__global__ void convert() {
    const int i = threadIdx.x;
    result[i][0] = __bfloat162float(__float2bfloat16_rn(values[i]));
    result[i][1] = __bfloat162float(__float2bfloat16_rz(values[i]));
    result[i][2] = __bfloat162float(__float2bfloat16_ru(values[i]));
    result[i][3] = __bfloat162float(__float2bfloat16_rd(values[i]));
    halves[i] = __half2float(__half(__float2bfloat16(values[i]))) + __bfloat162float(bf16(__float2half(0.3333f)));
    if (i < D) from_doubles[i] = __bfloat162float(__double2bfloat16(doubles[i]));
}

__global__ void convert_every() {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned low[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff};
    const float x = __uint_as_float(i << 13 | low[i % 6]);
    every[0][i] = __bfloat16_as_ushort(__float2bfloat16_rn(x));
    every[1][i] = __bfloat16_as_ushort(__float2bfloat16_rz(x));
    every[2][i] = __bfloat16_as_ushort(__float2bfloat16_ru(x));
    every[3][i] = __bfloat16_as_ushort(__float2bfloat16_rd(x));
}

__global__ void to_integers() {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const bf16 x = __ushort_as_bfloat16(static_cast<unsigned short>(i));
    const long long r[KINDS] = {__bfloat162char_rz(x),
                                __bfloat162uchar_rz(x),
                                __bfloat162short_rn(x),
                                __bfloat162short_rz(x),
                                __bfloat162short_ru(x),
                                __bfloat162short_rd(x),
                                __bfloat162ushort_rn(x),
                                __bfloat162ushort_rz(x),
                                __bfloat162ushort_ru(x),
                                __bfloat162ushort_rd(x),
                                __bfloat162int_rn(x),
                                __bfloat162int_rz(x),
                                __bfloat162int_ru(x),
                                __bfloat162int_rd(x),
                                __bfloat162uint_rn(x),
                                __bfloat162uint_rz(x),
                                __bfloat162uint_ru(x),
                                __bfloat162uint_rd(x),
                                __bfloat162ll_rn(x),
                                __bfloat162ll_rz(x),
                                __bfloat162ll_ru(x),
                                __bfloat162ll_rd(x),
                                static_cast<long long>(__bfloat162ull_rn(x)),
                                static_cast<long long>(__bfloat162ull_rz(x)),
                                static_cast<long long>(__bfloat162ull_ru(x)),
                                static_cast<long long>(__bfloat162ull_rd(x))};
    for (int kind = 0; kind < KINDS; ++kind)
        atomicAdd(&sums[kind], static_cast<unsigned long long>(r[kind]) * (2 * i + 1));
}

__global__ void from_integers() {
    const long long x = integers[threadIdx.x];
    const short s = static_cast<short>(x);
    const unsigned short us = static_cast<unsigned short>(x);
    const int n = static_cast<int>(x);
    const unsigned u = static_cast<unsigned>(x);
    const unsigned long long ull = static_cast<unsigned long long>(x);
    const bf16 all[] = {
        __short2bfloat16_rn(s),   __short2bfloat16_rz(s),   __short2bfloat16_ru(s),   __short2bfloat16_rd(s),
        __ushort2bfloat16_rn(us), __ushort2bfloat16_rz(us), __ushort2bfloat16_ru(us), __ushort2bfloat16_rd(us),
        __int2bfloat16_rn(n),     __int2bfloat16_rz(n),     __int2bfloat16_ru(n),     __int2bfloat16_rd(n),
        __uint2bfloat16_rn(u),    __uint2bfloat16_rz(u),    __uint2bfloat16_ru(u),    __uint2bfloat16_rd(u),
        __ll2bfloat16_rn(x),      __ll2bfloat16_rz(x),      __ll2bfloat16_ru(x),      __ll2bfloat16_rd(x),
        __ull2bfloat16_rn(ull),   __ull2bfloat16_rz(ull),   __ull2bfloat16_ru(ull),   __ull2bfloat16_rd(ull)};
    for (int i = 0; i < 24; ++i) rounded[threadIdx.x][i] = __bfloat162float(all[i]);
}

int main() {
    convert<<<1, N>>>();
    convert_every<<<ALL / 256, 256>>>();
    to_integers<<<256, 256>>>();
    from_integers<<<1, M>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    const auto as_half = fetch(halves);
    for (int i = 0; i < N; ++i)
        show("rn rz ru rd", in[i], "is", out[i][0], out[i][1], out[i][2], out[i][3], as_half[i]);
    const auto double_in = fetch(doubles);
    const auto double_out = fetch(from_doubles);
    for (int i = 0; i < D; ++i) show("__double2bfloat16", double_in[i], double_out[i]);
    must(cudaMemcpyFromSymbol(host_every, every, sizeof host_every));
    for (int mode = 0; mode < 4; ++mode) {
        unsigned sum = 2166136261u;
        for (const unsigned bits : host_every[mode])
            sum = (sum ^ ((bits & 0x7fff) > 0x7f80 ? 0x7fff : bits)) * 16777619u;
        show("2^19 floats", mode, hex(sum));
    }
    const auto all = fetch(sums);
    for (int kind = 0; kind < KINDS; ++kind) show("checksum of all numbers", kind, hex(all[kind]));
    const auto numbers = fetch(integers);
    const auto bfloats = fetch(rounded);
    for (int i = 0; i < M; ++i) {
        show("integer", numbers[i]);
        const char* const names[] = {"  short rn rz ru rd", "  ushort", "  int", "  uint", "  ll", "  ull"};
        for (int type = 0; type < 6; ++type) {
            const float* r = bfloats[i] + 4 * type;
            show(names[type], r[0], r[1], r[2], r[3]);
        }
    }
}
