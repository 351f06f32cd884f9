// __fma_rn, _rz, _ru, _rd: a * b + c in double, rounded once.
#include "show.h"

struct Terms {
    double a, b, c;
};
__device__ Terms terms[] = {{0.1, 10.0, -1.0},
                            {1.0000000000000002, 1.0000000000000002, -1.0},
                            {3.0, 0.33333333333333331, -1.0},
                            {1.5, 2.0, -3.0},
                            {-0.0, 1.0, 0.0},
                            {1e-200, 1e-200, 1.0},
                            {1e-200, -1e-200, 1.0},
                            {1e-200, 1e-120, 4.9406564584124654e-324},
                            {1.7976931348623157e308, 2.0, -1.7976931348623157e308},
                            {INFINITY, 0.0, 1.0},
                            {NAN, 1.0, 1.0}};
constexpr int N = sizeof terms / sizeof terms[0];
__device__ double result[N][4], twice_rounded[N];

__global__ void compute() {
    const auto [a, b, c] = terms[threadIdx.x];
    double* const r = result[threadIdx.x];
    r[0] = __fma_rn(a, b, c);
    r[1] = __fma_rz(a, b, c);
    r[2] = __fma_ru(a, b, c);
    r[3] = __fma_rd(a, b, c);
    twice_rounded[threadIdx.x] = __dadd_rn(__dmul_rn(a, b), c);
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
