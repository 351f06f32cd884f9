// __drcp_* and __dsqrt_*: double reciprocals and square roots in the four rounding modes.
#include "show.h"

__device__ double values[] = {
    1.0, 2.0,  3.0,      0.1,       4.0, -5.0, 1e-308, 1e-310, 4.9406564584124654e-324, 1.7976931348623157e308,
    0.0, -0.0, INFINITY, -INFINITY, NAN};
constexpr int N = sizeof values / sizeof values[0];
__device__ double reciprocals[N][4], roots[N][4];

__global__ void compute() {
    const int i = threadIdx.x;
    const double x = values[i];
    reciprocals[i][0] = __drcp_rn(x);
    reciprocals[i][1] = __drcp_rz(x);
    reciprocals[i][2] = __drcp_ru(x);
    reciprocals[i][3] = __drcp_rd(x);
    roots[i][0] = __dsqrt_rn(x);
    roots[i][1] = __dsqrt_rz(x);
    roots[i][2] = __dsqrt_ru(x);
    roots[i][3] = __dsqrt_rd(x);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(values);
    const auto reciprocal = fetch(reciprocals);
    const auto root = fetch(roots);
    for (int i = 0; i < N; ++i) {
        show("x", in[i]);
        show("  __drcp: rn rz ru rd", reciprocal[i]);
        show("  __dsqrt: rn rz ru rd", root[i]);
    }
}
