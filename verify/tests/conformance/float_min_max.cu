// fminf, fmaxf, min, max and fdim: of a number and NaN it is the number; of two NaN it is NaN.
#include "show.h"

struct Pair {
    float a, b;
};
__device__ Pair pairs[] = {{1, 2},   {-1, -2},   {INFINITY, 5},    {-INFINITY, 5}, {NAN, 3},
                           {3, NAN}, {NAN, NAN}, {1e-40f, 1e-41f}, {7, 7}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ float result[N][5];
__device__ double double_result[N][3];

__global__ void compute() {
    const auto [a, b] = pairs[threadIdx.x];
    float* const r = result[threadIdx.x];
    r[0] = fminf(a, b);
    r[1] = fmaxf(a, b);
    r[2] = min(a, b);
    r[3] = max(a, b);
    r[4] = fdimf(a, b);  // a - b, or 0 when that is negative
    double_result[threadIdx.x][0] = fmin(static_cast<double>(a), static_cast<double>(b));
    double_result[threadIdx.x][1] = fmax(static_cast<double>(a), static_cast<double>(b));
    double_result[threadIdx.x][2] = fdim(static_cast<double>(a), static_cast<double>(b));
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    const auto double_out = fetch(double_result);
    for (int i = 0; i < N; ++i) {
        show("a, b", in[i].a, in[i].b);
        show("  fmin fmax min max fdim", out[i]);
        show("  double: fmin fmax fdim", double_out[i]);
    }
}
