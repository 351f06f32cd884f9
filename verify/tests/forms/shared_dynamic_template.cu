// form: a struct that gives templates their extern __shared__ memory, as one name has one type
#include <cstdio>
template <class T>
struct SharedMemory {
    __device__ operator T*() {
        extern __shared__ int raw[];
        return (T*)raw;
    }
};
__managed__ double result;
template <class T>
__global__ void last() {
    T* values = SharedMemory<T>();
    values[threadIdx.x] = threadIdx.x + T(0.5);
    __syncthreads();
    if (threadIdx.x == 0) result += values[blockDim.x - 1];
}
int main() {
    last<float><<<1, 4, 4 * sizeof(float)>>>();
    last<double><<<1, 8, 8 * sizeof(double)>>>();
    cudaDeviceSynchronize();
    std::puts(result == 3.5 + 7.5 ? "ok" : "wrong");
}
