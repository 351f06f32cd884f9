// A block that is too large: more than 1024 threads, or more than 1024, 1024 and 64 along x, y and z.
#include "show.h"

__device__ int runs;
__global__ void count() { atomicAdd(&runs, 1); }

void launch(const char* what, dim3 block) {
    count<<<1, block>>>();
    show(what, cudaGetLastError());
}

int main() {
    launch("1024", 1024);
    launch("(1, 1024, 1)", dim3(1, 1024, 1));
    launch("(16, 1, 64)", dim3(16, 1, 64));
    show("threads that ran", fetch(runs).value);
    launch("1025", 1025);
    launch("2048", 2048);
    launch("(32, 33, 1)", dim3(32, 33, 1));
    launch("(1, 1025, 1)", dim3(1, 1025, 1));
    launch("(1, 1, 65)", dim3(1, 1, 65));
    launch("65536", 65536);
    show("threads that ran", fetch(runs).value);
}
