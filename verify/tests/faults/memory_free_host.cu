// fault: cudaFree gets memory that malloc gave
// expect: memcheck invalid-free at=@A
#include "faults.h"

constexpr int N = 64;

int main() {
    float* h_x = static_cast<float*>(malloc(N * sizeof(float)));
    float* d_x;
    CHECK(cudaMalloc(&d_x, N * sizeof(float)));
    for (int i = 0; i < N; ++i) h_x[i] = i;
    CHECK(cudaMemcpy(d_x, h_x, N * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaFree(d_x));
#ifndef FIXED
    cudaFree(h_x);  // @A
#endif
    free(h_x);
}
