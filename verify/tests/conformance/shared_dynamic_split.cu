// One block of dynamic shared memory carved into arrays of several types, beside static shared memory.
#include "show.h"

__device__ double result[4];

__global__ void carve(int n) {
    extern __shared__ double whole[];  // the type with the strictest alignment first
    double* doubles = whole;
    int* ints = reinterpret_cast<int*>(doubles + n);
    char* chars = reinterpret_cast<char*>(ints + n);
    __shared__ int fixed[4];

    const int i = threadIdx.x, other = (i + 1) % n;
    doubles[i] = i + 0.25;
    ints[i] = 100 * i;
    chars[i] = static_cast<char>(i + 1);
    fixed[i] = 1000 * i;
    __syncthreads();
    result[i] = doubles[other] + ints[other] + chars[other] * 10 + fixed[other];
}

int main() {
    const int n = 4;
    carve<<<1, n, n*(sizeof(double) + sizeof(int) + sizeof(char))>>>(n);
    show("sums of the next thread's", fetch(result));
}
