// Pairs of halves: arithmetic on both at once, and moving halves between pairs, floats and bits.
#include <cuda_fp16.h>

#include "show.h"

constexpr int N = 40;
__device__ float result[N][2];

__global__ void compute(float x, float y) {
    int n = 0;
    const auto put = [&](half2 p) { result[n][0] = __low2float(p), result[n++][1] = __high2float(p); };
    const half2 a = __floats2half2_rn(x, y), b = __float22half2_rn(make_float2(-y, 0.25f));
    const half2 one = __float2half2_rn(1.0f), big = __floats2half2_rn(65504.0f, -65504.0f);
    put(__hadd2(a, b)), put(__hsub2(a, b)), put(__hmul2(a, b)), put(__h2div(a, b)), put(__hfma2(a, b, one));
    put(__hadd2_rn(a, b)), put(__hsub2_rn(a, b)), put(__hmul2_rn(a, b));
    put(__hadd2_sat(a, b)), put(__hsub2_sat(a, b)), put(__hmul2_sat(a, b)), put(__hfma2_sat(a, b, one));
    put(__hfma2_relu(a, b, one)), put(__hcmadd(a, b, one)), put(__hadd2(big, big)), put(__hneg2(a)), put(__habs2(b));
    put(__hmin2(a, b)), put(__hmax2(a, b)), put(__hmin2_nan(a, b)), put(__hmax2_nan(a, b)), put(__hisnan2(a));
    put(__half2half2(__low2half(a))), put(__halves2half2(__high2half(a), __low2half(b))), put(__low2half2(a));
    put(__high2half2(a)), put(__lows2half2(a, b)), put(__highs2half2(a, b)), put(__lowhigh2highlow(a));
    put(make_half2(__float2half(x), __float2half(y))), put(h2trunc(a)), put(h2ceil(a)), put(h2floor(a)), put(h2rint(a));
    const float2 f = __half22float2(a);
    result[n][0] = f.x, result[n++][1] = f.y;
    const __half2_raw raw = a;
    result[n][0] = raw.x, result[n++][1] = raw.y;
    result[n][0] = __half_as_short(a.x), result[n++][1] = __half_as_ushort(b.x);
    put(half2(__short_as_half(0x3555), __ushort_as_half(0xb555)));
    union {
        half2 pair;
        unsigned word;
    } both = {one};
    result[n][0] = static_cast<float>(both.word >> 16), result[n++][1] = sizeof(half2) + alignof(half2) * 100;
}

int main() {
    const float values[][2] = {{1.5f, -2.25f}, {0.1f, 1000.5f}, {3e-6f, NAN}};
    for (const auto& v : values) {
        compute<<<1, 1>>>(v[0], v[1]);
        const auto out = fetch(result);
        show("x y", v[0], v[1]);
        for (int i = 0; i < 39; ++i) show("  pair", i, out[i][0], out[i][1]);
    }
}
