// form: a grid computed with ceil() in floating point
#include <math.h>
#include <stdio.h>
__managed__ int count;
__global__ void visit() { atomicAdd(&count, 1); }
int main() {
    const int n = 100;
    dim3 grid(ceil(n / 32.0), 1, 1), block(32, 1, 1);
    visit<<<grid, block>>>();
    visit<<<ceil(n / 32.0), 32>>>();
    cudaDeviceSynchronize();
    puts(count == 256 ? "ok" : "wrong");
}
