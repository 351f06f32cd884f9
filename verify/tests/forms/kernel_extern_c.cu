// form: extern "C" kernels and launchers, alone and in a block
#include <cstdio>
__managed__ int total;
extern "C" __global__ void add(int x) { total += x; }
extern "C" {
__global__ void add_twice(int x) { total += 2 * x; }
void launch_both(int x) {
    add<<<1, 1>>>(x);
    add_twice<<<1, 1>>>(x);
}
}
int main() {
    launch_both(4);
    cudaDeviceSynchronize();
    std::puts(total == 12 ? "ok" : "wrong");
}
