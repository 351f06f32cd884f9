// Every kind of shuffle with every width: 1, 2, 4, 8, 16, 32.
#include "show.h"

__device__ int result[4][32];

template <int WIDTH>
__global__ void shuffle() {
    const int lane = threadIdx.x;
    result[0][lane] = __shfl_sync(0xffffffff, lane, WIDTH - 1, WIDTH);
    result[1][lane] = __shfl_up_sync(0xffffffff, lane, 1, WIDTH);
    result[2][lane] = __shfl_down_sync(0xffffffff, lane, 1, WIDTH);
    result[3][lane] = __shfl_xor_sync(0xffffffff, lane, WIDTH / 2, WIDTH);
}

template <int WIDTH>
void run() {
    shuffle<WIDTH><<<1, 32>>>();
    const auto host = fetch(result);
    std::printf("width %d\n", WIDTH);
    const char* const kinds[] = {"  index", "  up", "  down", "  xor"};
    for (int kind = 0; kind < 4; ++kind) show(kinds[kind], host[kind]);
}

int main() {
    run<1>();
    run<2>();
    run<4>();
    run<8>();
    run<16>();
    run<32>();
}
