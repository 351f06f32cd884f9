// form: a launch in a host lambda or a std::function, such as a benchmark takes
#include <cstdio>
#include <functional>
__managed__ int total;
__global__ void add(int x) { atomicAdd(&total, x); }
static void repeat(int times, const std::function<void(cudaStream_t)>& work) {
    for (int i = 0; i < times; ++i) work(nullptr);
}
int main() {
    const int x = 2;
    repeat(5, [&](cudaStream_t stream) { add<<<1, 4, 0, stream>>>(x); });
    cudaDeviceSynchronize();
    std::puts(total == 5 * 4 * 2 ? "ok" : "wrong");
}
