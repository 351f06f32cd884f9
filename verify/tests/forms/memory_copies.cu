// form: h_ and d_ arrays: malloc, cudaMalloc, cudaMemcpy there and back
#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main(void) {
    int n = 100;
    size_t bytes = n * sizeof(float);
    float *h_x = (float*)malloc(bytes), *d_x = NULL;
    for (int i = 0; i < n; i++) h_x[i] = i;
    cudaMalloc((void**)&d_x, bytes);
    cudaMemcpy(d_x, h_x, bytes, cudaMemcpyHostToDevice);
    twice<<<(n + 31) / 32, 32>>>(d_x, n);
    cudaMemcpy(h_x, d_x, bytes, cudaMemcpyDeviceToHost);
    puts(h_x[99] == 198 ? "ok" : "wrong");
    cudaFree(d_x);
    free(h_x);
}
