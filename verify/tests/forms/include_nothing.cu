// form: names of the C library that CUDA's headers bring along: INT_MAX, assert, isalpha, and CUDA's sm_*_intrinsics.h
#include <library_types.h>
#include <sm_20_atomic_functions.h>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_35_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>
#include "builtin_types.h"
#include "crt/host_defines.h"
__global__ void least(int* p) {
    assert(CHAR_BIT == 8);
    *p = INT_MAX - CHAR_BIT;
}
int main() {
    int *d, h = 0;
    cudaMalloc(&d, sizeof(int));
    least<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    const cudaDataType_t kind = CUDA_R_32F;
    printf(h == 2147483639 && isalpha('a') && UINT_MAX == 0xffffffffu && kind == 0 ? "ok\n" : "wrong\n");
    cudaFree(d);
}
