// form: <curand.h>: random numbers made by the host's calls, curandGenerateUniform, where one is reached
// refused: curandCreateGenerator (cuRAND) is not there: run this program on a GPU
#include <curand.h>
int main() {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
}
