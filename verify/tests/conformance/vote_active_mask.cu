// __activemask(): the lanes that take a branch together, and those that are left when others have exited.
#include "show.h"

__device__ unsigned masks[3][40];

__global__ void branch() {
    masks[0][threadIdx.x] = __activemask();
    if (threadIdx.x % 3 == 0) masks[1][threadIdx.x] = __activemask();
    if (threadIdx.x % 4 == 1) return;
    masks[2][threadIdx.x] = __activemask();
}

int main() {
    branch<<<1, 40>>>();
    const auto m = fetch(masks);
    show("all", hex(m[0][0]), hex(m[0][31]), hex(m[0][32]), hex(m[0][39]));
    show("every third", hex(m[1][0]), hex(m[1][30]), hex(m[1][33]), hex(m[1][39]));
    show("those that stay", hex(m[2][0]), hex(m[2][31]), hex(m[2][32]), hex(m[2][39]));
}
