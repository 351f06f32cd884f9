// __fadd_rn, _rz, _ru, _rd: float sums in the four rounding modes. Of zeros: x - x is -0 when rounding down.
#include "show.h"

struct Pair {
    float a, b;
};
__device__ Pair pairs[] = {{0.1f, 0.2f},
                           {1.0f, 5.96046448e-08f},
                           {1.0f, -2.98023224e-08f},
                           {16777216.0f, 1.0f},
                           {16777216.0f, 3.0f},
                           {0.0f, -0.0f},
                           {-0.0f, -0.0f},
                           {1.5f, -1.5f},
                           {1.40129846e-45f, 1.40129846e-45f},
                           {1.17549435e-38f, -1.40129846e-45f},
                           {3.40282347e38f, 1e30f},
                           {-3.40282347e38f, -1e32f},
                           {3.40282347e38f, 3.40282347e38f},
                           {INFINITY, 1.0f},
                           {INFINITY, -INFINITY},
                           {NAN, 1.0f}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ float result[N][4];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = __fadd_rn(a, b);  // to nearest, ties to even
    r[1] = __fadd_rz(a, b);  // towards zero
    r[2] = __fadd_ru(a, b);  // up
    r[3] = __fadd_rd(a, b);  // down
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        show("__fadd", in[i].a, "+", in[i].b);
        show("  rn rz ru rd", out[i]);
    }
}
