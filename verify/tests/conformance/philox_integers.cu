// cuRAND's Philox in a kernel: the integers of a seed, a subsequence and an offset, by ones and by fours, with skips.
#include <curand_kernel.h>

#include "show.h"

__device__ unsigned values[16];

__global__ void by_ones(unsigned long long seed, unsigned long long subsequence, unsigned long long offset) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, subsequence, offset, &state);
    for (unsigned& value : values) value = curand(&state);
}
__global__ void by_fours(unsigned long long seed, unsigned long long offset) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, 0, offset, &state);
    for (int i = 0; i < 16; i += 4) {
        const uint4 x = curand4(&state);
        values[i] = x.x, values[i + 1] = x.y, values[i + 2] = x.z, values[i + 3] = x.w;
    }
}
__global__ void with_skips(unsigned long long seed, unsigned long long skip) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, 1, 2, &state);
    for (int i = 0; i < 16; ++i) {
        values[i] = curand(&state);
        skipahead(skip, &state);
        if (i % 3 == 2) skipahead_sequence(skip, &state);
    }
}

void print_values(const char* what) {
    const auto got = fetch(values);
    std::printf("%-28s", what);
    for (int i = 0; i < 16; ++i) std::printf(" %08x", got[i]);
    std::printf("\n");
}

int main() {
    for (const unsigned long long seed : {0ull, 1ull, 1234ull, 0xa4093822299f31d0ull, ~0ull})
        for (const unsigned long long subsequence : {0ull, 1ull, 0x100000000ull, ~0ull})
            for (const unsigned long long offset : {0ull, 3ull, 0x3fffffffcull, ~0ull}) {
                by_ones<<<1, 1>>>(seed, subsequence, offset);
                print_values("ones");
            }
    for (const unsigned long long offset : {0ull, 1ull, 2ull, 3ull, 4ull}) {
        by_fours<<<1, 1>>>(99, offset);
        print_values("fours");
    }
    for (const unsigned long long skip : {0ull, 1ull, 6ull, 0x123456789abull, 0x4000000000000000ull, ~0ull}) {
        with_skips<<<1, 1>>>(99, skip);
        print_values("skips");
    }
}
