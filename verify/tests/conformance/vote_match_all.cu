// __match_all_sync(): the mask, and true, when all of its lanes hold the same value; else 0 and false.
#include "show.h"

__device__ unsigned mask[5];
__device__ int equal[5];

template <class T>
__device__ void match(int row, unsigned lanes, T value) {
    int all;
    const unsigned same = __match_all_sync(lanes, value, &all);
    if (threadIdx.x == 1) mask[row] = same, equal[row] = all != 0;
}

__global__ void match() {
    const int lane = threadIdx.x;
    match<int>(0, 0xffffffff, 5);
    match<int>(1, 0xffffffff, lane == 20 ? 4 : 5);
    match<double>(2, 0xffffffff, 0.25);
    match<long long>(3, 0xffffffff, lane == 31 ? 4294967296 : 0);
    if (lane < 20) match<float>(4, 0xfffff, lane < 20 ? 1.0f : 2.0f);
}

int main() {
    match<<<1, 32>>>();
    const auto host_mask = fetch(mask);
    const auto host_equal = fetch(equal);
    for (int row = 0; row < 5; ++row) show("mask, all equal", hex(host_mask[row]), host_equal[row]);
}
