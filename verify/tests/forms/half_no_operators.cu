// form: half without its operators and conversions: __CUDA_NO_HALF_OPERATORS__, __CUDA_NO_HALF_CONVERSIONS__ and the
// like
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
struct Number {  // has the operators of its own that the program wants
    half value;
};
__host__ __device__ inline Number operator+(Number a, Number b) { return {__hadd(a.value, b.value)}; }
__host__ __device__ inline half operator-(half a, half b) { return __hsub(a, b); }
int main() {
    const Number two = Number{__float2half(1.5f)} + Number{__float2half(0.5f)};
    const half one = two.value - __float2half(1.0f);
    const __nv_bfloat16 half_of_it = __float2bfloat16(__half2float(one) / 2);
    std::puts(__bfloat162float(half_of_it) == 0.5f ? "ok" : "wrong");
}
