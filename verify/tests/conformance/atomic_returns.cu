// What every atomic function returns and leaves, from one thread, at the edges of its rule.
#include "show.h"

struct Step {
    unsigned returned, left;
};
__device__ Step steps[14];
__device__ unsigned slot;  // atomics work on global and shared memory, not on a thread's own variables

__global__ void run() {
    int n = 0;
    const auto record = [&n](unsigned start, auto function) {
        slot = start;
        const unsigned returned = function();
        steps[n++] = {returned, slot};
    };
    record(7, [] { return atomicAdd(&slot, 4294967295u); });
    record(3, [] { return atomicSub(&slot, 5u); });
    record(5, [] { return atomicMin(&slot, 4u); });
    record(4, [] { return atomicMin(&slot, 5u); });
    record(5, [] { return atomicMax(&slot, 6u); });
    record(6, [] { return atomicMax(&slot, 5u); });
    record(4, [] { return atomicInc(&slot, 5u); });  // 4 -> 5
    record(5, [] { return atomicInc(&slot, 5u); });  // at the limit: 0
    record(9, [] { return atomicInc(&slot, 5u); });  // past the limit: 0
    record(5, [] { return atomicDec(&slot, 5u); });  // 5 -> 4
    record(0, [] { return atomicDec(&slot, 5u); });  // at 0: the limit
    record(9, [] { return atomicDec(&slot, 5u); });  // past the limit: the limit
    record(9, [] { return atomicExch(&slot, 1u); });
    record(9, [] { return atomicCAS(&slot, 9u, 2u); });
}

int main() {
    run<<<1, 1>>>();
    const char* const names[] = {"7 + (2^32 - 1)", "3 - 5",      "min(5, 4)",  "min(4, 5)",  "max(5, 6)",
                                 "max(6, 5)",      "inc 4 to 5", "inc 5 to 5", "inc 9 to 5", "dec 5 to 5",
                                 "dec 0 to 5",     "dec 9 to 5", "exch 9, 1",  "cas 9, 9, 2"};
    const auto host = fetch(steps);
    for (int i = 0; i < 14; ++i) show(names[i], host[i].returned, host[i].left);
}
