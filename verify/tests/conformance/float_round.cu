// Rounding to integers: roundf, rintf, nearbyintf, truncf, ceilf, floorf, and lrintf, lroundf, llrintf, llroundf.
#include "show.h"

__device__ float values[] = {0.5f,       1.5f,  2.5f,  -0.5f,  -1.5f,   -2.5f,    0.49999997f, -0.49999997f,
                             8388607.5f, 1e10f, -0.0f, 1e-40f, -1e-40f, INFINITY, NAN};
constexpr int N = sizeof values / sizeof values[0];
__device__ float floats[N][6];
__device__ long long integers[N][4];
__device__ double doubles[N][6];

__global__ void compute() {
    const float x = values[threadIdx.x];
    float* const f = floats[threadIdx.x];
    f[0] = roundf(x), f[1] = rintf(x), f[2] = nearbyintf(x), f[3] = truncf(x), f[4] = ceilf(x), f[5] = floorf(x);
    double* const d = doubles[threadIdx.x];
    const double y = x;
    d[0] = round(y), d[1] = rint(y), d[2] = nearbyint(y), d[3] = trunc(y), d[4] = ceil(y), d[5] = floor(y);
    if (!(fabsf(x) < 1e9f)) return;  // the rest need not fit a long
    long long* const l = integers[threadIdx.x];
    l[0] = lroundf(x), l[1] = lrintf(x), l[2] = llroundf(x), l[3] = llrintf(x);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(values);
    const auto f = fetch(floats);
    const auto d = fetch(doubles);
    const auto l = fetch(integers);
    std::printf("round, rint, nearbyint, trunc, ceil, floor; lround, lrint, llround, llrint\n");
    for (int i = 0; i < N; ++i) {
        show("x", in[i]);
        show("  float", f[i]);
        show("  double", d[i]);
        show("  integer", l[i]);
    }
}
