// __ballot_sync(): one bit a lane, set where the predicate holds; and the rank of a lane among those that said yes.
#include "show.h"

__device__ unsigned result[5];
__device__ int rank[32];

__global__ void vote() {
    const int lane = threadIdx.x;
    const unsigned thirds = __ballot_sync(0xffffffff, lane % 3 == 0);
    const unsigned none = __ballot_sync(0xffffffff, 0);
    const unsigned all = __ballot_sync(0xffffffff, 256);  // any value but 0 is true
    rank[lane] = lane % 3 == 0 ? __popc(thirds & ((1u << lane) - 1)) : -1;
    if (lane == 0) result[0] = thirds, result[1] = none, result[2] = all;
    if (lane < 16) {
        const unsigned low = __ballot_sync(0x0000ffff, lane >= 12);
        if (lane == 0) result[3] = low;
    } else {
        const unsigned high = __ballot_sync(0xffff0000, lane >= 12);
        if (lane == 16) result[4] = high;
    }
}

int main() {
    vote<<<1, 32>>>();
    const auto host = fetch(result);
    show("thirds, none, all", hex(host[0]), hex(host[1]), hex(host[2]));
    show("by halves", hex(host[3]), hex(host[4]));
    show("rank among the thirds", fetch(rank));
}
