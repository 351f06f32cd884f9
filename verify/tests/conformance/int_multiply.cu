// The high half of a product: __mulhi, __umulhi, __mul64hi, __umul64hi; and 24-bit factors: __mul24, __umul24.
#include "show.h"

struct Factors {
    long long a, b;
};
__device__ Factors factors[] = {{3, 5},
                                {-1, 1},
                                {2147483647, 2147483647},
                                {-2147483648ll, -2147483648ll},
                                {-2147483648ll, 1},
                                {0xffffff, 0xffffff},
                                {0x12345678, -7},
                                {9223372036854775807ll, -3}};
constexpr int N = sizeof factors / sizeof factors[0];
__device__ long long result[N][6];

__global__ void multiply() {
    const auto [a, b] = factors[threadIdx.x];
    const int x = static_cast<int>(a), y = static_cast<int>(b);
    long long* const r = result[threadIdx.x];
    r[0] = __mulhi(x, y);
    r[1] = __umulhi(x, y);
    r[2] = __mul64hi(a, b);
    r[3] = __umul64hi(a, b);
    r[4] = __mul24(x, y);  // of the low 24 bits, signed; the others are ignored
    r[5] = __umul24(x, y);
}

int main() {
    multiply<<<1, N>>>();
    const auto in = fetch(factors);
    const auto out = fetch(result);
    const char* const names[] = {"  __mulhi", "  __umulhi", "  __mul64hi", "  __umul64hi", "  __mul24", "  __umul24"};
    for (int i = 0; i < N; ++i) {
        show("factors", in[i].a, in[i].b);
        for (int k = 0; k < 6; ++k) show(names[k], out[i][k]);
    }
}
