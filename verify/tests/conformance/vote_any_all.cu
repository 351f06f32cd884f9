// __any_sync() and __all_sync(): does the predicate hold for any, or all, of the lanes that the mask names?
#include "show.h"

__device__ bool result[9];

__global__ void vote() {
    const int lane = threadIdx.x;
    const bool whole[] = {__any_sync(0xffffffff, lane == 9) != 0, __any_sync(0xffffffff, lane > 31) != 0,
                          __any_sync(0xffffffff, -1) != 0,        __all_sync(0xffffffff, lane < 32) != 0,
                          __all_sync(0xffffffff, lane != 9) != 0, __all_sync(0xffffffff, 0) != 0};
    if (lane == 31)
        for (int i = 0; i < 6; ++i) result[i] = whole[i];
    if (lane < 8) {  // without lane 9
        const bool none = __any_sync(0xff, lane == 9), others = __all_sync(0xff, lane != 9),
                   one = __any_sync(0xff, lane == 3);
        if (lane == 7) result[6] = none, result[7] = others, result[8] = one;
    }
}

int main() {
    vote<<<1, 32>>>();
    const auto host = fetch(result);
    show("any: one, none, all", host[0], host[1], host[2]);
    show("all: all, one not, none", host[3], host[4], host[5]);
    show("8 lanes: any, all, any", host[6], host[7], host[8]);
}
