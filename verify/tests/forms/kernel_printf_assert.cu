// form: printf and assert in a kernel
#include <assert.h>
#include <stdio.h>
__global__ void say(int n) {
    assert(n == 7 && "seven");
    if (threadIdx.x == 0 && blockIdx.x == 0) printf("%s\n", n == 7 ? "ok" : "wrong");
}
int main() {
    say<<<1, 32>>>(7);
    cudaDeviceSynchronize();
    return 0;
}
