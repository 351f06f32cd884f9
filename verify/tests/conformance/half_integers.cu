// Half precision to and from integers: rounding, limits, infinities and NaN; and checksums of all 65536 halves.
#include <cuda_fp16.h>

#include "show.h"

__device__ float values[] = {0.5f,      1.5f,     2.5f,   -0.5f,   -1.5f,    -2.5f,     127.0f,   128.5f,
                             -128.5f,   255.75f,  256.0f, 2047.5f, 2048.0f,  32752.0f,  32768.0f, -32768.0f,
                             -32800.0f, 65504.0f, 6e-8f,  -6e-8f,  INFINITY, -INFINITY, NAN,      -0.0f};
constexpr int N = sizeof values / sizeof values[0];
constexpr int KINDS = 26;
__device__ long long result[N][KINDS];
__device__ unsigned long long sums[KINDS];

__device__ void convert(half h, long long* r) {
    r[0] = __half2char_rz(h), r[1] = __half2uchar_rz(h);
    r[2] = __half2short_rn(h), r[3] = __half2short_rz(h), r[4] = __half2short_ru(h), r[5] = __half2short_rd(h);
    r[6] = __half2ushort_rn(h), r[7] = __half2ushort_rz(h), r[8] = __half2ushort_ru(h), r[9] = __half2ushort_rd(h);
    r[10] = __half2int_rn(h), r[11] = __half2int_rz(h), r[12] = __half2int_ru(h), r[13] = __half2int_rd(h);
    r[14] = __half2uint_rn(h), r[15] = __half2uint_rz(h), r[16] = __half2uint_ru(h), r[17] = __half2uint_rd(h);
    r[18] = __half2ll_rn(h), r[19] = __half2ll_rz(h), r[20] = __half2ll_ru(h), r[21] = __half2ll_rd(h);
    r[22] = __half2ull_rn(h), r[23] = __half2ull_rz(h), r[24] = __half2ull_ru(h), r[25] = __half2ull_rd(h);
}

__global__ void convert_values() { convert(__float2half(values[threadIdx.x]), result[threadIdx.x]); }

__global__ void convert_all() {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    long long r[KINDS];
    convert(__ushort_as_half(static_cast<unsigned short>(i)), r);
    for (int kind = 0; kind < KINDS; ++kind)
        atomicAdd(&sums[kind], static_cast<unsigned long long>(r[kind]) * (2 * i + 1));
}

__device__ long long integers[] = {0,     1,     -1,    2047,      2049,        2051,       -4098,  32767,
                                   65504, 65519, 65520, -65520,    2147483647,  4294967295, -32768, 65535,
                                   4102,  8196,  8204,  1ll << 62, -2147483648, 61455,      61456,  61457};
constexpr int M = sizeof integers / sizeof integers[0];
__device__ float rounded[M][24];

__global__ void convert_integers() {
    const long long x = integers[threadIdx.x];
    float* const r = rounded[threadIdx.x];
    const short s = static_cast<short>(x);
    const unsigned short us = static_cast<unsigned short>(x);
    const int n = static_cast<int>(x);
    const unsigned u = static_cast<unsigned>(x);
    const unsigned long long ull = static_cast<unsigned long long>(x);
    const half all[] = {__short2half_rn(s),   __short2half_rz(s),   __short2half_ru(s),   __short2half_rd(s),
                        __ushort2half_rn(us), __ushort2half_rz(us), __ushort2half_ru(us), __ushort2half_rd(us),
                        __int2half_rn(n),     __int2half_rz(n),     __int2half_ru(n),     __int2half_rd(n),
                        __uint2half_rn(u),    __uint2half_rz(u),    __uint2half_ru(u),    __uint2half_rd(u),
                        __ll2half_rn(x),      __ll2half_rz(x),      __ll2half_ru(x),      __ll2half_rd(x),
                        __ull2half_rn(ull),   __ull2half_rz(ull),   __ull2half_ru(ull),   __ull2half_rd(ull)};
    for (int i = 0; i < 24; ++i) r[i] = __half2float(all[i]);
}

int main() {
    convert_values<<<1, N>>>();
    convert_all<<<256, 256>>>();
    convert_integers<<<1, M>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("half", in[i]);
        const long long* r = out[i];
        show("  char uchar", r[0], r[1]);
        show("  short rn rz ru rd", r[2], r[3], r[4], r[5]);
        show("  ushort", r[6], r[7], r[8], r[9]);
        show("  int", r[10], r[11], r[12], r[13]);
        show("  uint", r[14], r[15], r[16], r[17]);
        show("  ll", r[18], r[19], r[20], r[21]);
        show("  ull", hex(r[22]), hex(r[23]), hex(r[24]), hex(r[25]));
    }
    const auto all = fetch(sums);
    for (int kind = 0; kind < KINDS; ++kind) show("checksum of all halves", kind, hex(all[kind]));

    const auto numbers = fetch(integers);
    const auto halves = fetch(rounded);
    for (int i = 0; i < M; ++i) {
        show("integer", numbers[i]);
        const char* const names[] = {"  short rn rz ru rd", "  ushort", "  int", "  uint", "  ll", "  ull"};
        for (int type = 0; type < 6; ++type) {
            const float* r = halves[i] + 4 * type;
            show(names[type], r[0], r[1], r[2], r[3]);
        }
    }
}
