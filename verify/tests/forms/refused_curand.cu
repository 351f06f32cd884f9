// form: <curand_kernel.h>: curandState, the generator XORWOW
// refused: curandState (cuRAND's generator XORWOW) is not there yet
#include <curand_kernel.h>
__global__ void seed(curandState* state) { curand_init(1, threadIdx.x, 0, state); }
int main() { seed<<<1, 1>>>(nullptr); }
