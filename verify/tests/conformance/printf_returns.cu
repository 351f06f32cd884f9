// printf in a kernel returns how many arguments it was given, where C's returns how many characters it wrote.
#include <cstdio>

__device__ int result[3];

__global__ void print() {
    result[0] = printf("no arguments\n");
    result[1] = printf("%d\n", 1000000);
    result[2] = printf("%d %s %f\n", 1, "two", 3.0);
}

int main() {
    print<<<1, 1>>>();
    int host[3];
    cudaMemcpyFromSymbol(host, result, sizeof host);
    const int on_the_host = printf("%d\n", 1000000);
    printf("in the kernel %d %d %d, on the host %d\n", host[0], host[1], host[2], on_the_host);
}
