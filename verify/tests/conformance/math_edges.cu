// Math functions at the edges, where the result is exact: zeros with their sign, infinities, poles, NaN.
#include "show.h"

__device__ float in[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN};
constexpr int N = sizeof in / sizeof in[0], FUNCTIONS = 27;
__device__ float out[FUNCTIONS][N];

// clang-format off
#define ALL(X)                                                                              \
    X(expf) X(exp2f) X(exp10f) X(expm1f) X(logf) X(log2f) X(log10f) X(log1pf)               \
    X(sinf) X(tanf) X(asinf) X(atanf) X(sinpif) X(cospif)                                   \
    X(sinhf) X(coshf) X(tanhf) X(asinhf) X(acoshf) X(atanhf)                                \
    X(sqrtf) X(rsqrtf) X(cbrtf) X(rcbrtf) X(erff) X(erfcf) X(tgammaf)
// clang-format on

// At +-1 only some results are exact: 0, +-1, infinities, NaN. The others, as expf(1), are replaced by 99.
__device__ float at_edge(float x, float y) {
    const bool exact = y == 0.0f || !(fabsf(y) < INFINITY) || fabsf(y) == 1.0f;
    return fabsf(x) == 1.0f && !exact ? 99.0f : y;
}

__global__ void compute() {
    const float x = in[threadIdx.x];
    int row = 0;
#define ROW(function) out[row++][threadIdx.x] = at_edge(x, function(x));
    ALL(ROW)
}

int main() {
    compute<<<1, N>>>();
    show("x", fetch(in));
    const auto host = fetch(out);
#define NAME(function) #function,
    const char* const names[] = {ALL(NAME)};
    static_assert(sizeof names / sizeof names[0] == FUNCTIONS);
    for (int row = 0; row < FUNCTIONS; ++row) show(names[row], host[row]);
}
