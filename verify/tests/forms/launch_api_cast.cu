// form: cudaLaunchKernel((void*)kernel, ...), the kernel's address cast to void*
#include <cstdio>
__managed__ int total;
template <int factor>
__global__ void add(int x) {
    total += factor * x;
}
int main() {
    int x = 2;
    void* arguments[] = {&x};
    cudaLaunchKernel((void*)add<1>, dim3(1), dim3(1), arguments, 0, 0);
    cudaLaunchKernel((const void*)(add<10>), 1, 1, (void**)arguments);
    cudaLaunchKernel(reinterpret_cast<void*>(add<100>), 1, 1, arguments);
    cudaDeviceSynchronize();
    std::puts(total == 222 ? "ok" : "wrong");
}
