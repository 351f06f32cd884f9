// form: a launch with integers for grid and block
#include <cstdio>
__managed__ int count;
__global__ void visit() { atomicAdd(&count, 1); }
int main() {
    const int n = 100, threads = 32;
    visit<<<(n + threads - 1) / threads, threads>>>();
    cudaDeviceSynchronize();
    std::puts(count == 128 ? "ok" : "wrong");
}
