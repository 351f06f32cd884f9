// Counting bits: __popc, __clz, __ffs and their 64-bit forms. __ffs counts from 1; 0 has no first bit.
#include "show.h"

__device__ unsigned words[] = {0, 1, 2, 0x80000000, 0x7fffffff, 0xffffffff, 0x00f0f000, 0x40000000};
__device__ unsigned long long longs[] = {0, 1, 1ull << 63, 1ull << 32, ~0ull, 0x00000000ffffffff, 0x00f0f00000000000,
                                         96};
constexpr int N = sizeof words / sizeof words[0];
__device__ int result[6][N];

__global__ void count() {
    const int i = threadIdx.x;
    result[0][i] = __popc(words[i]);
    result[1][i] = __clz(words[i]);
    result[2][i] = __ffs(words[i]);
    result[3][i] = __popcll(longs[i]);
    result[4][i] = __clzll(longs[i]);
    result[5][i] = __ffsll(longs[i]);
}

int main() {
    count<<<1, N>>>();
    const auto host = fetch(result);
    const char* const names[] = {"__popc", "__clz", "__ffs", "__popcll", "__clzll", "__ffsll"};
    for (int row = 0; row < 6; ++row) show(names[row], host[row]);
}
