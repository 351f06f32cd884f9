// Dot products of packed numbers: __dp4a (four bytes), __dp2a_lo and __dp2a_hi (two 16-bit numbers by two bytes).
#include "show.h"

__device__ int signed_result[4];
__device__ unsigned unsigned_result[3];

__global__ void dot(int a, int b, int c) {
    signed_result[0] = __dp4a(a, b, c);
    signed_result[1] = __dp2a_lo(a, b, c);
    signed_result[2] = __dp2a_hi(a, b, c);
    signed_result[3] = __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, -7, 127), 1000);
    unsigned_result[0] = __dp4a(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c));
    unsigned_result[1] = __dp2a_lo(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c));
    unsigned_result[2] = __dp2a_hi(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c));
}

int main() {
    const struct {
        int a, b, c;
    } cases[] = {{0x01020304, 0x05060708, 0}, {-1, -1, 5}, {0x7f80ff01, static_cast<int>(0x80808080), -100}};
    for (const auto& [a, b, c] : cases) {
        dot<<<1, 1>>>(a, b, c);
        show("of", hex(a), hex(b), c);
        show("  signed", fetch(signed_result));
        show("  unsigned", fetch(unsigned_result));
    }
}
