// Two results at once: sincosf, sincospif, sincos, sincospi give what the single functions give.
#include "show.h"

constexpr int N = 256;
__device__ bool same[4][N];

__global__ void compare() {
    const int i = threadIdx.x;
    const float x = i * 0.37f - 40.0f;
    const double y = x;
    float sine, cosine;
    sincosf(x, &sine, &cosine);
    same[0][i] = sine == sinf(x) && cosine == cosf(x);
    sincospif(x, &sine, &cosine);
    same[1][i] = sine == sinpif(x) && cosine == cospif(x);
    double double_sine, double_cosine;
    sincos(y, &double_sine, &double_cosine);
    same[2][i] = double_sine == sin(y) && double_cosine == cos(y);
    sincospi(y, &double_sine, &double_cosine);
    same[3][i] = double_sine == sinpi(y) && double_cosine == cospi(y);
}

int main() {
    compare<<<1, N>>>();
    const auto host = fetch(same);
    const char* const names[] = {"sincosf", "sincospif", "sincos", "sincospi"};
    for (int row = 0; row < 4; ++row) {
        int count = 0;
        for (int i = 0; i < N; ++i) count += host[row][i];
        show(names[row], count, "of 256 the same");
    }
}
