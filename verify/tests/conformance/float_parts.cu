// Taking numbers apart, exactly: frexpf, ldexpf, scalbnf, logbf, ilogbf, modff, nextafterf.
#include "show.h"

__device__ float values[] = {1.0f, 10.0f, -0.15625f, 1e-40f, 3.40282347e38f, 1.40129846e-45f, -123.75f};
constexpr int N = sizeof values / sizeof values[0];
__device__ float parts[N][8];
__device__ int exponents[N][2];

__global__ void compute() {
    const float x = values[threadIdx.x];
    float* const p = parts[threadIdx.x];
    p[0] = frexpf(x, &exponents[threadIdx.x][0]);
    exponents[threadIdx.x][1] = ilogbf(x);
    p[1] = logbf(x);
    p[2] = ldexpf(x, -10);
    p[3] = scalbnf(x, 3);
    p[4] = modff(x, &p[5]);
    p[6] = nextafterf(x, INFINITY);
    p[7] = nextafterf(x, 0.0f);
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(values);
    const auto p = fetch(parts);
    const auto e = fetch(exponents);
    for (int i = 0; i < N; ++i) {
        show("x", in[i]);
        show("  frexp", p[i][0], e[i][0]);
        show("  logb, ilogb", p[i][1], e[i][1]);
        show("  ldexp -10, scalbn 3", p[i][2], p[i][3]);
        show("  modf", p[i][4], p[i][5]);
        show("  next up, next to 0", p[i][6], p[i][7]);
    }
}
