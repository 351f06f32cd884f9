// clock() and clock64() never run backwards within a thread; __nanosleep() lets time pass.
#include "show.h"

__device__ bool forwards[3];

__global__ void measure() {
    const long long start = clock64();
    const clock_t short_start = clock();
    __nanosleep(2000);
    forwards[0] = clock64() >= start;
    forwards[1] = clock64() - start > 0;
    forwards[2] = clock() != short_start;
}

int main() {
    measure<<<1, 1>>>();
    show("forwards", fetch(forwards));
}
