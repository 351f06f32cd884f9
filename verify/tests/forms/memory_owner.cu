// form: device memory in a unique_ptr with a deleter, or in a class that frees it
#include <cstdio>
#include <memory>
#include <vector>
struct CudaFree {
    void operator()(void* pointer) const { cudaFree(pointer); }
};
template <class T>
std::unique_ptr<T[], CudaFree> make_device(const std::vector<T>& host) {
    T* pointer = nullptr;
    cudaMalloc(&pointer, host.size() * sizeof(T));
    cudaMemcpy(pointer, host.data(), host.size() * sizeof(T), cudaMemcpyDefault);
    return std::unique_ptr<T[], CudaFree>(pointer);
}
__managed__ int total;
__global__ void add(const int* values) { atomicAdd(&total, values[threadIdx.x]); }
int main() {
    const auto values = make_device(std::vector<int>{1, 2, 3});
    add<<<1, 3>>>(values.get());
    cudaDeviceSynchronize();
    std::puts(total == 6 ? "ok" : "wrong");
}
