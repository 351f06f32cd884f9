// form: <cuda_fp16.h>: __half, half2, __float2half
// refused: <cuda_fp16.h> (half precision) is not there yet
#include <cuda_fp16.h>
__global__ void store(__half* out) { *out = __float2half(1.0f); }
int main() { store<<<1, 1>>>(nullptr); }
