// __fmaf_rn, _rz, _ru, _rd: a * b + c rounded once, beside the product rounded before the sum.
#include "show.h"

struct Terms {
    float a, b, c;
};
__device__ Terms terms[] = {{0.1f, 10.0f, -1.0f},
                            {1.00000012f, 1.00000012f, -1.0f},
                            {3.0f, 0.333333343f, -1.0f},
                            {1.5f, 2.0f, -3.0f},
                            {-0.0f, 1.0f, 0.0f},
                            {1e20f, 1e20f, -INFINITY},
                            {1e-30f, 1e-30f, 1.0f},
                            {1e-30f, -1e-30f, 1.0f},
                            {1e-30f, 1e-16f, 1.40129846e-45f},
                            {3.40282347e38f, 2.0f, -3.40282347e38f},
                            {INFINITY, 0.0f, 1.0f},
                            {NAN, 1.0f, 1.0f}};
constexpr int N = sizeof terms / sizeof terms[0];
__device__ float result[N][4], twice_rounded[N];

__global__ void compute() {
    const auto [a, b, c] = terms[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __fmaf_rn(a, b, c);
    r[1] = __fmaf_rz(a, b, c);
    r[2] = __fmaf_ru(a, b, c);
    r[3] = __fmaf_rd(a, b, c);
    twice_rounded[threadIdx.x] = __fadd_rn(__fmul_rn(a, b), c);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(terms);
    const auto out = fetch(result);
    const auto twice = fetch(twice_rounded);
    for (int i = 0; i < N; ++i) {
        show("a, b, c", in[i].a, in[i].b, in[i].c);
        show("  rn rz ru rd", out[i]);
        show("  rounded twice", twice[i]);
    }
}
