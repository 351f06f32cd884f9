// form: <cuda_bf16.h>: __nv_bfloat16
// refused: <cuda_bf16.h> (bfloat16) is not there yet
#include "cuda_bf16.h"
__global__ void store(__nv_bfloat16* out) { *out = __float2bfloat16(1.0f); }
int main() { store<<<1, 1>>>(nullptr); }
