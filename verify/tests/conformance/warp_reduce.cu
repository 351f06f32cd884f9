// __reduce_*_sync(): sum, smallest, largest, and bitwise functions over a warp in one call (sm_80 and newer).
#include "show.h"

__device__ unsigned result[6];
__device__ int signed_result[4];

__global__ void reduce() {
    const int lane = threadIdx.x;
    const unsigned all = 0xffffffff, u = 4000000000u - lane, bits = 1u << lane;
    const unsigned answers[] = {__reduce_add_sync(all, u),           __reduce_min_sync(all, u),
                                __reduce_max_sync(all, u),           __reduce_and_sync(all, ~bits | 0x0000ffff),
                                __reduce_or_sync(all, bits & 0xff0), __reduce_xor_sync(all, bits | 0x80000000)};
    const int s = lane - 16;
    int signed_answers[] = {__reduce_add_sync(all, s), __reduce_min_sync(all, s), __reduce_max_sync(all, s), 0};
    if (lane < 4) signed_answers[3] = __reduce_add_sync(0xf, s);
    if (lane > 0) return;
    for (int i = 0; i < 6; ++i) result[i] = answers[i];
    for (int i = 0; i < 4; ++i) signed_result[i] = signed_answers[i];
}

int main() {
    reduce<<<1, 32>>>();
    const auto host = fetch(result);
    show("unsigned: add, min, max", host[0], host[1], host[2]);
    show("and, or, xor", hex(host[3]), hex(host[4]), hex(host[5]));
    show("int: add, min, max, 4 lanes", fetch(signed_result));
}
