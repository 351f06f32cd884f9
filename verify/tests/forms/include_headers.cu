// form: the CUDA headers that programs name, in quotes or in brackets
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "vector_types.h"
#if CUDA_VERSION < 11000
#error "this needs CUDA 11"
#endif
__managed__ float root;
__global__ void add() { root = rsqrtf(4.0f); }
int main() {
    add<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf(root == 0.5f ? "ok\n" : "wrong\n");
}
