// atomicCAS and the loop that builds any atomic function from it: a product, and the largest float.
#include "show.h"

__device__ unsigned long long product = 1;
__device__ int largest_bits;
__device__ int lock_holder = -1, winners;

__device__ void atomic_multiply(unsigned long long* address, unsigned long long factor) {
    unsigned long long old = *address, expected;
    do {
        expected = old;
        old = atomicCAS(address, expected, expected * factor);
    } while (old != expected);
}

__device__ void atomic_largest(int* address, float value) {
    int old = *address, expected;
    do {
        expected = old;
        if (__int_as_float(expected) >= value) return;
        old = atomicCAS(address, expected, __float_as_int(value));
    } while (old != expected);
}

__global__ void update() {
    atomic_multiply(&product, threadIdx.x % 4 + 1);
    atomic_largest(&largest_bits, static_cast<float>(threadIdx.x * 5 % 32) + 0.5f);
    if (atomicCAS(&lock_holder, -1, threadIdx.x) == -1) atomicAdd(&winners, 1);
}

int main() {
    update<<<1, 32>>>();
    show("24 to the 8th", fetch(product).value);
    show("largest", __builtin_bit_cast(float, fetch(largest_bits).value));
    show("winners of one lock", fetch(winners).value);
}
