// form: one kernel for float, half and bfloat16: static_cast both ways, a traits struct for the conversion, atomicAdd
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
template <typename T>
struct Cast;
template <>
struct Cast<float> {
    __device__ static float up(float x) { return x; }
};
template <>
struct Cast<half> {
    __device__ static float up(half x) { return __half2float(x); }
};
template <>
struct Cast<__nv_bfloat16> {
    __device__ static float up(__nv_bfloat16 x) { return __bfloat162float(x); }
};
template <typename T>
__global__ void sum(T* x, T* result) {
    __shared__ T shared[32];
    shared[threadIdx.x] = static_cast<T>(Cast<T>::up(x[threadIdx.x]) + 1.0f);
    __syncthreads();
    atomicAdd(result, shared[31 - threadIdx.x]);
}
template <typename T>
bool works() {
    T* x;
    cudaMallocManaged(&x, 33 * sizeof(T));
    for (int i = 0; i < 33; ++i) x[i] = static_cast<T>(i < 32 ? 3.0f : 0.0f);
    sum<T><<<1, 32>>>(x, x + 32);
    cudaDeviceSynchronize();
    const bool right = static_cast<float>(x[32]) == 128.0f;
    cudaFree(x);
    return right;
}
int main() { std::puts(works<float>() && works<half>() && works<__nv_bfloat16>() ? "ok" : "wrong"); }
