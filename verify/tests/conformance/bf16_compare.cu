// Comparisons of bfloat16 and of pairs: ordered ones are false of NaN, the u forms are true. Minimum and maximum: of a
// number and NaN the number, in the _nan forms NaN; -0 is less than +0.
#include <cuda_bf16.h>

#include "show.h"

__device__ float values[] = {0.0f,      -0.0f,         1.0f,     -1.0f,     1.0078125f, 9.2e-41f,
                             -9.2e-41f, 3.3895314e38f, INFINITY, -INFINITY, NAN};
constexpr int N = sizeof values / sizeof values[0];
__device__ unsigned relations[N][N], masks[N][N], pairs[N][N];
__device__ float choices[N][N][4];
__device__ int kinds[N][2];

__global__ void compare() {
    const __nv_bfloat16 a = __float2bfloat16(values[threadIdx.y]), b = __float2bfloat16(values[threadIdx.x]);
    const bool all[] = {__heq(a, b),  __hne(a, b),  __hlt(a, b),       __hle(a, b),  __hgt(a, b),  __hge(a, b),
                        __hequ(a, b), __hneu(a, b), __hltu(a, b),      __hleu(a, b), __hgtu(a, b), __hgeu(a, b),
                        a == b,       a != b,       a<b, a <= b, a> b, a >= b};
    unsigned bits = 0;
    for (int i = 0; i < 18; ++i) bits |= static_cast<unsigned>(all[i]) << i;
    relations[threadIdx.y][threadIdx.x] = bits;

    const __nv_bfloat162 p = __halves2bfloat162(a, b), q = __halves2bfloat162(b, b);
    masks[threadIdx.y][threadIdx.x] = __heq2_mask(p, q) ^ __hlt2_mask(p, q) * 3 ^ __hneu2_mask(p, q) * 5 ^
                                      __hgeu2_mask(p, q) * 7 ^ __hne2_mask(p, q) * 11 ^ __hleu2_mask(p, q) * 13;
    const bool both[] = {__hbeq2(p, q),  __hbne2(p, q),  __hblt2(p, q),  __hble2(p, q),  __hbgt2(p, q), __hbge2(p, q),
                         __hbequ2(p, q), __hbneu2(p, q), __hbltu2(p, q), __hbleu2(p, q), p == q,        p != q};
    bits = 0;
    for (int i = 0; i < 12; ++i) bits |= static_cast<unsigned>(both[i]) << i;
    const __nv_bfloat162 ones[] = {__heq2(p, q), __hne2(p, q),  __hlt2(p, q),
                                   __hge2(p, q), __hneu2(p, q), __hgtu2(p, q)};
    for (int i = 0; i < 6; ++i)
        bits |= static_cast<unsigned>(__low2float(ones[i]) + 2 * __high2float(ones[i])) << (12 + 2 * i);
    pairs[threadIdx.y][threadIdx.x] = bits;

    float* const c = choices[threadIdx.y][threadIdx.x];
    c[0] = __bfloat162float(__hmin(a, b)), c[1] = __bfloat162float(__hmax(a, b));
    c[2] = __bfloat162float(__hmin_nan(a, b)), c[3] = __bfloat162float(__hmax_nan(a, b));
    if (threadIdx.x == 0) kinds[threadIdx.y][0] = __hisnan(a), kinds[threadIdx.y][1] = __hisinf(a);
}

int main() {
    compare<<<1, dim3(N, N)>>>();
    const auto in = fetch(values);
    const auto bits = fetch(relations);
    const auto of_masks = fetch(masks), of_pairs = fetch(pairs);
    const auto choice = fetch(choices);
    const auto kind = fetch(kinds);
    for (int a = 0; a < N; ++a) {
        show("isnan isinf", in[a], kind[a][0], kind[a][1]);
        for (int b = 0; b < N; ++b) {
            show("  against", in[b], hex(bits[a][b]), hex(of_masks[a][b]), hex(of_pairs[a][b]));
            show("  min max, _nan", choice[a][b][0], choice[a][b][1], choice[a][b][2], choice[a][b][3]);
        }
    }
}
