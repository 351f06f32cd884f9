// Reversing bits and bytes: __brev, __brevll, and __byte_perm, which picks any four of eight bytes.
#include "show.h"

__device__ unsigned words[] = {0, 1, 0x80000000, 0x12345678, 0xffff0000, 0xdeadbeef};
__device__ unsigned selectors[] = {0x3210, 0x7654, 0x0123, 0x5410, 0x7777, 0x6420};
constexpr int N = 6;
__device__ unsigned result[3][N];
__device__ unsigned long long long_result[N];

__global__ void reverse() {
    const int i = threadIdx.x;
    const unsigned x = words[i];
    result[0][i] = __brev(x);
    result[1][i] = __byte_perm(x, 0, 0x0123);  // the other byte order
    result[2][i] = __byte_perm(0x33221100, 0x77665544, selectors[i]);
    long_result[i] = __brevll(static_cast<unsigned long long>(x) << 8 | 1);
}

int main() {
    reverse<<<1, N>>>();
    const auto in = fetch(words);
    const auto selector = fetch(selectors);
    const auto out = fetch(result);
    const auto long_out = fetch(long_result);
    for (int i = 0; i < N; ++i)
        show("word: bits, bytes, 64 bits", hex(in[i]), hex(out[0][i]), hex(out[1][i]), hex(long_out[i]));
    for (int i = 0; i < N; ++i) show("selector: bytes", hex(selector[i]), hex(out[2][i]));
}
