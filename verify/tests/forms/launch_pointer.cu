// form: a launch through a kernel's pointer, an auto variable or a table of kernels
#include <cstdio>
__managed__ int total;
__global__ void add(int x) { total += x; }
template <int factor>
__global__ void add_times(int x) {
    total += factor * x;
}
int main() {
    void (*pointer)(int) = add;
    auto kernel = add_times<10>;
    void (*const table[])(int) = {add, &add_times<100>};
    pointer<<<1, 1>>>(1);
    kernel<<<1, 1>>>(1);
    table[1]<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    std::puts(total == 111 ? "ok" : "wrong");
}
