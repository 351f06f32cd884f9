// Pairs of bfloat16, bfloat16 among other types, and both through shuffles, cached loads and atomicAdd.
#include <cuda_bf16.h>

#include "show.h"

using bf16 = __nv_bfloat16;
using pair = __nv_bfloat162;

constexpr int N = 36;
__device__ float result[N][2];

__global__ void compute(float x, float y) {
    int n = 0;
    const auto put = [&](pair p) { result[n][0] = __low2float(p), result[n++][1] = __high2float(p); };
    const pair a = __floats2bfloat162_rn(x, y), b = __float22bfloat162_rn(make_float2(-y, 0.25f));
    const pair one = __float2bfloat162_rn(1.0f);
    put(__hadd2(a, b)), put(__hsub2(a, b)), put(__hmul2(a, b)), put(__h2div(a, b)), put(__hfma2(a, b, one));
    put(__hadd2_sat(a, b)), put(__hmul2_sat(a, b)), put(__hfma2_sat(a, b, one)), put(__hfma2_relu(a, b, one));
    put(__hcmadd(a, b, one)), put(__hneg2(a)), put(__habs2(b)), put(__hmin2(a, b)), put(__hmax2_nan(a, b));
    put(__hisnan2(a)), put(__bfloat162bfloat162(__low2bfloat16(a)));
    put(__halves2bfloat162(__high2bfloat16(a), __low2bfloat16(b))), put(__low2bfloat162(a)), put(__high2bfloat162(a));
    put(__lows2bfloat162(a, b)), put(__highs2bfloat162(a, b)), put(__lowhigh2highlow(a)), put(h2rint(a)),
        put(h2floor(a));
    put(make_bfloat162(__float2bfloat16(x), __short_as_bfloat16(0x3fc0)));
    const float2 f = __bfloat1622float2(a);
    result[n][0] = f.x, result[n++][1] = f.y;

    bf16 s = x, t = 3, u = 0.1;  // as a type among others; no product is added to, which nvcc would fuse
    put(pair(s + t, s - t)), put(pair(s * t, s / t)), put(pair(-s, u));
    s += t, t /= u, put(pair(s, t));
    s++, --t, put(pair(s, t));
    result[n][0] = static_cast<float>(static_cast<int>(bf16(-2.75f))), result[n++][1] = static_cast<float>(bf16(257u));
    pair p = a;
    p -= b, put(p);
    result[n][0] = p == p, result[n++][1] = s > t;
}

__device__ bf16 in[32], sum;
__device__ pair pair_sum;
__device__ float exchanged[32][4];

// A kernel of its own: __ldg is for memory that nothing writes while the kernel runs.
__global__ void fill() { in[threadIdx.x] = __int2bfloat16_rn(static_cast<int>(threadIdx.x) - 7); }

__global__ void exchange() {
    const int lane = threadIdx.x;
    const bf16 x = __ldg(&in[lane]);
    const pair p(x, __hneg(x));
    exchanged[lane][0] = __bfloat162float(__shfl_sync(0xffffffff, x, lane / 2));
    exchanged[lane][1] = __bfloat162float(__shfl_up_sync(0xffffffff, x, 3));
    exchanged[lane][2] = __low2float(__shfl_down_sync(0xffffffff, p, 3, 8));
    exchanged[lane][3] = __high2float(__shfl_xor_sync(0xffffffff, p, 5));
    atomicAdd(&sum, __float2bfloat16(0.5f));
    atomicAdd(&pair_sum, __floats2bfloat162_rn(1.0f, lane % 2 ? 2.0f : -1.0f));
}

int main() {
    const float values[][2] = {{1.5f, -2.25f}, {0.1f, 1000.5f}, {3e-6f, NAN}};
    for (const auto& v : values) {
        compute<<<1, 1>>>(v[0], v[1]);
        const auto out = fetch(result);
        show("x y", v[0], v[1]);
        for (int i = 0; i < 34; ++i) show("  pair", i, out[i][0], out[i][1]);
    }
    fill<<<1, 32>>>();
    exchange<<<1, 32>>>();
    const auto r = fetch(exchanged);
    for (int lane = 0; lane < 32; ++lane) show("lane", lane, r[lane][0], r[lane][1], r[lane][2], r[lane][3]);
    const auto total = fetch(sum);
    const auto pair_total = fetch(pair_sum);
    show("atomicAdd", __bfloat162float(total.value), __low2float(pair_total.value), __high2float(pair_total.value));
}
