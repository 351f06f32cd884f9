// half as a type among others: its operators, and conversions from and to every arithmetic type, in kernels and on the
// host.
#include <cuda_fp16.h>

#include "show.h"

__device__ __host__ void compute(float* y) {
    half a = 1.5f, b = 2, c = 0.1, d = 3ull, e = static_cast<short>(-7), f = 70000u, g = -1ll;
    int n = 0;
    const auto put = [&](half x) { y[n++] = __half2float(x); };
    put(a + b), put(a - b), put(a * b), put(a / b), put(-a), put(+c), put(d), put(e), put(f), put(g);
    a += b, put(a);
    a -= c, put(a);
    a *= d, put(a);
    a /= e, put(a);
    put(a++), put(++a), put(a--), put(--a);
    b = 5, put(b);
    b = 0.333333333, put(b);
    b = 1e-7f, put(b);
    b = 4000000000u, put(b);
    y[n++] = static_cast<float>(e);
    y[n++] = static_cast<float>(static_cast<int>(half(-2.75f)));
    y[n++] = static_cast<float>(static_cast<unsigned>(half(-2.75f)));
    y[n++] = static_cast<float>(static_cast<short>(half(40000.0f)));
    y[n++] = static_cast<float>(static_cast<unsigned char>(half(300.0f)));
    y[n++] = static_cast<float>(static_cast<signed char>(half(-300.0f)));
    y[n++] = static_cast<float>(static_cast<long long>(half(1e5f)) == 9223372036854775807ll);
    y[n++] = static_cast<bool>(half(-0.0f)) ? 1.0f : 0.0f;
    y[n++] = static_cast<bool>(half(6e-8f)) ? 1.0f : 0.0f;
    __half_raw raw = a;
    raw.x ^= 0x8000;
    a = raw, put(a);
    half2 p(a, 1.0f), q = __floats2half2_rn(3.0f, -4.0f);
    p += q, put(p.x), put(p.y);
    put((p * q).x), put((p * q).y);
    p = q / p, put(p.x), put(p.y);
    ++p, put(p.x), put(p.y);
    put((-p).x);
}
constexpr int N = 41;
__device__ float result[N];
__global__ void kernel() { compute(result); }

int main() {
    kernel<<<1, 1>>>();
    const auto device = fetch(result);
    float host[N];
    compute(host);
    for (int i = 0; i < N; ++i) show("device, host", i, device[i], host[i]);
}
