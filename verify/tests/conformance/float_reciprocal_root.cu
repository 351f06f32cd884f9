// __frcp_* and __fsqrt_*: float reciprocals and square roots in the four rounding modes.
#include "show.h"

__device__ float values[] = {1.0f,           2.0f, 3.0f,  0.1f,     4.0f,      -5.0f, 1e-38f, 1e-40f, 1.40129846e-45f,
                             3.40282347e38f, 0.0f, -0.0f, INFINITY, -INFINITY, NAN};
constexpr int N = sizeof values / sizeof values[0];
__device__ float reciprocals[N][4], roots[N][4];

__global__ void compute() {
    const int i = threadIdx.x;
    const float x = values[i];
    reciprocals[i][0] = __frcp_rn(x);
    reciprocals[i][1] = __frcp_rz(x);
    reciprocals[i][2] = __frcp_ru(x);
    reciprocals[i][3] = __frcp_rd(x);
    roots[i][0] = __fsqrt_rn(x);
    roots[i][1] = __fsqrt_rz(x);
    roots[i][2] = __fsqrt_ru(x);
    roots[i][3] = __fsqrt_rd(x);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(values);
    const auto reciprocal = fetch(reciprocals);
    const auto root = fetch(roots);
    for (int i = 0; i < N; ++i) {
        show("x", in[i]);
        show("  __frcp: rn rz ru rd", reciprocal[i]);
        show("  __fsqrt: rn rz ru rd", root[i]);
    }
}
