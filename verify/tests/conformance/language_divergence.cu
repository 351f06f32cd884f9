// Threads of a warp that take different ways: branches, loops of different lengths, switch, goto, early return.
#include "show.h"

__device__ int result[3][8];

__device__ int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        ++steps;
    }
    return steps;
}

__global__ void diverge() {
    const int t = threadIdx.x;
    result[0][t] = collatz(t + 1);
    switch (t % 4) {
        case 0:
            result[1][t] = 10;
            break;
        case 1:
            result[1][t] = 20;
            [[fallthrough]];
        case 2:
            result[1][t] += 5;
            break;
        default:
            result[1][t] = -1;
    }
    int sum = 0;
again:
    sum += t;
    if (sum < 20 && t > 0) goto again;
    result[2][t] = sum;
    if (t > 5) return;
    result[2][t] += 1000;
}

int main() {
    diverge<<<1, 8>>>();
    const auto host = fetch(result);
    show("steps to 1", host[0]);
    show("switch", host[1]);
    show("goto and return", host[2]);
}
