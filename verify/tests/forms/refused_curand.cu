// form: <curand_kernel.h>, <curand.h>: random numbers
// refused: <curand_kernel.h> (cuRAND) is not there
#include <curand_kernel.h>
__global__ void seed(curandState* state) { curand_init(1, threadIdx.x, 0, state); }
int main() { seed<<<1, 1>>>(nullptr); }
