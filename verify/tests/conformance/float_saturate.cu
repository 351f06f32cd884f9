// __saturatef: cut off to 0 .. 1, NaN becomes 0. And __frsqrt_rn, the reciprocal square root rounded once.
#include "show.h"

__device__ float values[] = {-1.0f, 0.25f, 1.0f, 2.0f, 3.0f, 1e-40f, 0.1f, 1e38f, INFINITY, NAN, 0.0f};
constexpr int N = sizeof values / sizeof values[0];
__device__ float result[2][N];

__global__ void compute() {
    result[0][threadIdx.x] = __saturatef(values[threadIdx.x]);
    result[1][threadIdx.x] = __frsqrt_rn(values[threadIdx.x]);
}

int main() {
    compute<<<1, N>>>();
    show("x", fetch(values));
    show("__saturatef", fetch(result)[0]);
    show("__frsqrt_rn", fetch(result)[1]);
}
