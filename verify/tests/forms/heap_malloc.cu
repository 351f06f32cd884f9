// form: malloc and free in kernels, checked for NULL, and cudaLimitMallocHeapSize before them
#include <stdio.h>
#include <stdlib.h>
__device__ int* dataptr[8];
__managed__ int total;
__global__ void allocmem() {
    if (threadIdx.x == 0) dataptr[blockIdx.x] = (int*)malloc(blockDim.x * sizeof(int));
    __syncthreads();
    if (dataptr[blockIdx.x] == NULL) return;
    dataptr[blockIdx.x][threadIdx.x] = 0;
}
__global__ void usemem() {
    int* ptr = dataptr[blockIdx.x];
    if (ptr != NULL) ptr[threadIdx.x] += threadIdx.x;
}
__global__ void freemem() {
    int* ptr = dataptr[blockIdx.x];
    if (ptr != NULL) atomicAdd(&total, ptr[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) free(ptr);
}
int main() {
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 * 1024 * 1024);
    allocmem<<<8, 10>>>();
    usemem<<<8, 10>>>();
    usemem<<<8, 10>>>();
    freemem<<<8, 10>>>();
    cudaDeviceSynchronize();
    puts(total == 8 * 2 * 45 ? "ok" : "wrong");
}
