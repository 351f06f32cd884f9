// Conversions as C++ writes them: to integers towards zero, to floats to nearest; int to double is always exact.
#include "show.h"

__device__ float floats[] = {2.9f, -2.9f, 0.5f, -0.0f, 16777216.0f, 1e9f};
constexpr int N = 6;
__device__ long long integers[N][4];
__device__ float rounded[N];
__device__ double exact[N][2];

__global__ void convert() {
    const int i = threadIdx.x;
    const float x = floats[i];
    integers[i][0] = static_cast<int>(x);
    integers[i][1] = static_cast<long long>(static_cast<double>(x) * 1000);
    integers[i][2] = x > 0 ? static_cast<unsigned>(x) : 0;
    integers[i][3] = static_cast<signed char>(i * 50);
    rounded[i] = static_cast<float>(123456789 + i * 4);
    exact[i][0] = __int2double_rn(-2147483647 + i);
    exact[i][1] = __uint2double_rn(4294967295u - i);
}

int main() {
    convert<<<1, N>>>();
    const auto in = fetch(floats);
    const auto out = fetch(integers);
    for (int i = 0; i < N; ++i) show("number", in[i], "->", out[i][0], out[i][1], out[i][2], out[i][3]);
    show("123456789 + 4 i", fetch(rounded));
    for (int i = 0; i < N; ++i) show("int, unsigned to double", fetch(exact)[i]);
}
