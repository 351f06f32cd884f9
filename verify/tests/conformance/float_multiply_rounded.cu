// __fmul_rn, _rz, _ru, _rd: float products in the four rounding modes, denormals and overflow among them.
#include "show.h"

struct Pair {
    float a, b;
};
__device__ Pair pairs[] = {{0.1f, 0.1f},
                           {1.00000012f, 1.00000012f},
                           {3.0f, 0.333333343f},
                           {-0.0f, 5.0f},
                           {-0.0f, -0.0f},
                           {1e-30f, 1e-15f},
                           {1e-30f, -1e-15f},
                           {1.40129846e-45f, 0.5f},
                           {-1.40129846e-45f, 0.5f},
                           {1.17549435e-38f, 0.99999994f},
                           {1e30f, 1e10f},
                           {-1e30f, 1e10f},
                           {3.40282347e38f, 1.00000012f},
                           {INFINITY, 0.0f},
                           {INFINITY, -2.0f},
                           {NAN, 0.0f}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ float result[N][4];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __fmul_rn(a, b);  // to nearest, ties to even
    r[1] = __fmul_rz(a, b);  // towards zero
    r[2] = __fmul_ru(a, b);  // up
    r[3] = __fmul_rd(a, b);  // down
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("__fmul", in[i].a, "*", in[i].b);
        show("  rn rz ru rd", out[i]);
    }
}
