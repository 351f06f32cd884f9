// `extern __shared__` in several kernels and templates, each with its own element type and alignment.
#include "show.h"

struct Pair {
    int key;
    float value;
};
__device__ double result[4];

__global__ void bytes() {
    extern __shared__ unsigned char memory[];
    memory[threadIdx.x] = static_cast<unsigned char>(255 - threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) result[0] = memory[1];
}
__global__ void vectors() {
    extern __shared__ __align__(16) float4 vector_memory[];
    vector_memory[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
    __syncthreads();
    if (threadIdx.x == 0) result[1] = vector_memory[1].x + vector_memory[2].w;
}
template <class T>
__global__ void structs(T first) {
    extern __shared__ char raw[];
    T* const items = reinterpret_cast<T*>(raw);
    items[threadIdx.x] = {first.key + static_cast<int>(threadIdx.x), first.value};
    __syncthreads();
    if (threadIdx.x == 0) result[2] = items[3].key + items[3].value;
}
__global__ void table() {
    extern __shared__ int rows[][2];
    rows[threadIdx.x][0] = threadIdx.x;
    rows[threadIdx.x][1] = -static_cast<int>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) result[3] = rows[3][0] * 10 + rows[2][1];
}

int main() {
    bytes<<<1, 4, 4>>>();
    vectors<<<1, 4, 4 * sizeof(float4)>>>();
    structs<<<1, 4, 4 * sizeof(Pair)>>>(Pair{5, 0.5f});
    table<<<1, 4, 4 * sizeof(int[2])>>>();
    show("results", fetch(result));
}
