// form: cudaLaunchKernel with a kernel's address from a void* variable
#include <cstdio>
__managed__ int total;
__global__ void add(int x) { total += x; }
int main() {
    const void* kernel = (const void*)add;
    int x = 5;
    void* arguments[] = {&x};
    cudaLaunchKernel(kernel, 1, 1, arguments, 0, nullptr);
    cudaDeviceSynchronize();
    std::puts(total == 5 ? "ok" : "wrong");
}
