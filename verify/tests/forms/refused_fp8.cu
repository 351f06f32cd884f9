// form: <cuda_fp8.h>: 8-bit floats
// refused: <cuda_fp8.h> (8-bit floats) is not there yet
#include <cuda_fp8.h>
__global__ void store(__nv_fp8_e4m3* out) { *out = __nv_fp8_e4m3(1.0f); }
int main() { store<<<1, 1>>>(nullptr); }
