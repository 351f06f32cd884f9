// form: braces for grid or block: kernel<<<{1, 2}, 32>>>
#include <cstdio>
__managed__ int count;
__global__ void visit() { atomicAdd(&count, 1); }
int main() {
    visit<<<{1, 2}, 32>>>();
    visit<<<dim3{2}, {4, 4, 2}>>>();
    cudaDeviceSynchronize();
    std::puts(count == 64 + 64 ? "ok" : "wrong");
}
