// Integer arithmetic in C++: truncating division, remainder's sign, shifts, wrapping unsigned numbers, promotions.
#include "show.h"

__device__ long long result[14];

__global__ void compute(int seven, int minus_seven, unsigned big, unsigned char byte) {
    int i = 0;
    result[i++] = minus_seven / 2;
    result[i++] = minus_seven % 2;
    result[i++] = seven / -2;
    result[i++] = seven % -2;
    result[i++] = minus_seven >> 1;  // rounds down
    result[i++] = big + 1u;          // wraps to 0
    result[i++] = big * big;
    result[i++] = 0u - seven;
    result[i++] = static_cast<unsigned char>(byte + 1);
    result[i++] = byte << 4;  // an int by now
    result[i++] = static_cast<signed char>(byte);
    result[i++] = static_cast<long long>(big) * seven;
    result[i++] = ~seven ^ 0xff;
    result[i++] = static_cast<long long>(1.9f) + static_cast<int>(-1.9);
}

int main() {
    compute<<<1, 1>>>(7, -7, 4294967295u, 255);
    show("results", fetch(result));
}
