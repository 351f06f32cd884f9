// form: extern __shared__ bytes, aligned and cut into arrays of other types
#include <cstdio>
__managed__ float result;
__global__ void use(int n) {
    extern __shared__ __align__(16) unsigned char bytes[];
    float4* vectors = reinterpret_cast<float4*>(bytes);
    int* integers = (int*)&vectors[n];
    vectors[threadIdx.x] = make_float4(1, 2, 3, threadIdx.x);
    integers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) result = vectors[n - 1].w + integers[n - 2];
}
int main() {
    use<<<1, 8, 8 * (sizeof(float4) + sizeof(int))>>>(8);
    cudaDeviceSynchronize();
    std::puts(result == 7 + 6 ? "ok" : "wrong");
}
