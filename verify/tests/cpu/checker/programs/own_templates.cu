// A program with its own, instrumented copies of what the checker and the runtime are made of: the checker must look at
// the kernel's accesses and not at its own.
#include <cuda_runtime.h>

#include <map>
#include <string>
#include <vector>

template class std::basic_string<char>;
template class std::vector<std::string>;
template class std::vector<unsigned>;
template class std::vector<unsigned long>;
template class std::vector<void*>;
template class std::map<unsigned long, unsigned long>;
template class std::map<std::string, unsigned long>;

__global__ void shift(const float* device, const float* host, float* to) {
    to[threadIdx.x] = device[threadIdx.x + 1] + host[threadIdx.x];
}

int main() {
    float here[32] = {}, *from = nullptr, *to = nullptr;
    cudaMalloc(&from, sizeof here);
    cudaMalloc(&to, sizeof here);
    cudaMemset(from, 0, sizeof here);
    shift<<<1, 32>>>(from, here, to);
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaFree(to);
}
