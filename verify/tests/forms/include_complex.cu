// form: <cuComplex.h>: cuComplex in a kernel and on the host, cuCmulf, cuCdiv, cuCabsf
#include <cuComplex.h>
#include <cstdio>
__global__ void multiply(cuFloatComplex* z, cuDoubleComplex* w) {
    *z = cuCfmaf(*z, make_cuComplex(0, 1), cuConjf(*z));  // (3 + 4i) i + (3 - 4i) = -1 - 1i
    *w = cuCdiv(make_cuDoubleComplex(3e200, 4e200), make_cuDoubleComplex(3e200, 4e200));
}
int main() {
    cuFloatComplex* z;
    cuDoubleComplex* w;
    cudaMallocManaged(&z, sizeof *z);
    cudaMallocManaged(&w, sizeof *w);
    *z = make_cuFloatComplex(3, 4);
    const float absolute = cuCabsf(*z);
    multiply<<<1, 1>>>(z, w);
    cudaDeviceSynchronize();
    const bool right = absolute == 5 && cuCrealf(*z) == -1 && cuCimagf(*z) == -1;
    std::puts(right && cuCreal(*w) > 0.999 && cuCreal(*w) < 1.001 && cuCimag(*w) == 0 ? "ok" : "wrong");
    cudaFree(z);
    cudaFree(w);
}
