// form: shared structs and unions, several variables in one declaration
#include <cstdio>
struct Storage {
    int values[32];
    union {
        float f;
        int i;
    } word;
};
__managed__ int result;
__global__ void use() {
    __shared__ Storage storage;
    __shared__ int sum, counts[2];
    storage.values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) sum = 0, counts[0] = counts[1] = 0, storage.word.f = 1.0f;
    __syncthreads();
    atomicAdd(&counts[threadIdx.x % 2], storage.values[31 - threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) result = counts[0] + counts[1] + sum + (storage.word.i == 0x3f800000);
}
int main() {
    use<<<1, 32>>>();
    cudaDeviceSynchronize();
    std::puts(result == 31 * 16 + 1 ? "ok" : "wrong");
}
