// The same bits as another type: __float_as_int, __double_as_longlong, __double2hiint, __hiloint2double and so on.
#include "show.h"

__device__ float floats[] = {0.0f, -0.0f, 1.0f, -2.5f, INFINITY, 1.40129846e-45f, 3.40282347e38f};
constexpr int N = sizeof floats / sizeof floats[0];
__device__ unsigned bits[N][2];
__device__ float back[N][2];
__device__ unsigned long long double_bits[N];
__device__ int halves[N][2];
__device__ double double_back[N][2];

__global__ void reinterpret() {
    const int i = threadIdx.x;
    const float x = floats[i];
    bits[i][0] = __float_as_int(x);
    bits[i][1] = __float_as_uint(x);
    back[i][0] = __int_as_float(bits[i][0] ^ 0x80000000);  // the other sign
    back[i][1] = __uint_as_float(bits[i][1]);
    const double d = x;
    double_bits[i] = __double_as_longlong(d);
    halves[i][0] = __double2hiint(d);
    halves[i][1] = __double2loint(d / 3);
    double_back[i][0] = __longlong_as_double(double_bits[i]);
    double_back[i][1] = __hiloint2double(halves[i][0], 7);
}

int main() {
    reinterpret<<<1, N>>>();
    const auto x = fetch(floats);
    const auto b = fetch(bits);
    const auto f = fetch(back);
    const auto d = fetch(double_bits);
    const auto h = fetch(halves);
    const auto back_again = fetch(double_back);
    for (int i = 0; i < N; ++i) {
        show("float", x[i]);
        show("  bits, and back", hex(b[i][0]), hex(b[i][1]), f[i][0], f[i][1]);
        if (!std::isinf(x[i]))
            show("  as double", hex(d[i]), hex(h[i][0]), hex(h[i][1]), back_again[i][0], back_again[i][1]);
    }
}
