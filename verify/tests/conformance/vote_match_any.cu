// __match_any_sync(): each lane learns which lanes hold the same value, for every type of 4 or 8 bytes.
#include "show.h"

__device__ unsigned result[6][4];

template <class T>
__device__ void match(int row, T value) {
    const unsigned same = __match_any_sync(0xffffffff, value);
    if (threadIdx.x < 4) result[row][threadIdx.x] = same;
}

__global__ void match() {
    const int lane = threadIdx.x;
    match<int>(0, lane % 4);
    match<unsigned>(1, lane / 2);
    match<long long>(2, (lane % 3) * 4294967296);  // differ in the high word alone
    match<unsigned long long>(3, lane < 2 ? 7 : lane);
    match<float>(4, lane % 2 == 0 ? 0.0f : -0.0f);  // compared by their bits
    match<double>(5, lane / 8 + 0.5);
}

int main() {
    match<<<1, 32>>>();
    const auto host = fetch(result);
    const char* const types[] = {"int", "unsigned", "long long", "unsigned long long", "float", "double"};
    for (int row = 0; row < 6; ++row)
        show(types[row], hex(host[row][0]), hex(host[row][1]), hex(host[row][2]), hex(host[row][3]));
}
