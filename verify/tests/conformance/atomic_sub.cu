// atomicSub on int and unsigned: a countdown, whose returned values tell who was last.
#include "show.h"

__device__ int left = 96, finishers;
__device__ unsigned unsigned_left = 10;

__global__ void count_down() {
    if (atomicSub(&left, 1) == 1) atomicAdd(&finishers, 1);
    atomicSub(&unsigned_left, 1u);  // passes 0 and goes on at 2^32 - 1
}

int main() {
    count_down<<<3, 32>>>();
    show("left, last threads", fetch(left).value, fetch(finishers).value);
    show("10 - 96, unsigned", fetch(unsigned_left).value);
}
