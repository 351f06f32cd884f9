// The fast approximations __expf, __logf and so on, against CUDA's documented bounds (Programming Guide, "Intrinsic
// Functions"): some in ulp, some absolute.
#include "ulp.h"

__device__ float out[8][256];

__global__ void compute() {
    const int i = threadIdx.x;
    const float x = (i - 128) / 32.0f;    // -4 .. 4
    const float angle = x * 0.78f;        // within -pi .. pi
    const float unit = 0.5f + i / 170.f;  // 0.5 .. 2
    out[0][i] = __expf(x);
    out[1][i] = __logf(unit);
    out[2][i] = __log2f(unit);
    out[3][i] = __log10f(unit);
    out[4][i] = __sinf(angle);
    out[5][i] = __cosf(angle);
    out[6][i] = __fdividef(x, unit);
    out[7][i] = __exp10f(x);
}

int main() {
    compute<<<1, 256>>>();
    const auto host = fetch(out);
    const char* const names[] = {"__expf", "__logf", "__log2f",    "__log10f",
                                 "__sinf", "__cosf", "__fdividef", "__exp10f"};
    int outside[8] = {};
    for (int i = 0; i < 256; ++i) {
        const float xf = (i - 128) / 32.0f;
        const double x = xf, angle = xf * 0.78f, unit = 0.5f + i / 170.f;
        const auto far = [&](int row, double want) { return ulps(host[row][i], want) - 0.5; };
        const auto off = [&](int row, double want) { return std::fabs(host[row][i] - want); };
        outside[0] += far(0, std::exp(x)) > 2 + std::floor(std::fabs(1.173 * x));
        outside[1] += off(1, std::log(unit)) > std::exp2(-21.41);
        outside[2] += off(2, std::log2(unit)) > std::exp2(-22);
        outside[3] += off(3, std::log10(unit)) > std::exp2(-24);
        outside[4] += off(4, std::sin(angle)) > std::exp2(-21.41);
        outside[5] += off(5, std::cos(angle)) > std::exp2(-21.19);
        outside[6] += far(6, x / unit) > 2;
        outside[7] += far(7, std::pow(10.0, x)) > 2 + std::floor(std::fabs(2.97 * x));
    }
    for (int row = 0; row < 8; ++row) show(names[row], outside[row], "of 256 outside the bound");
}
