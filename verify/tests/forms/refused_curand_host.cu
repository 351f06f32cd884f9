// form: <curand.h>: random numbers made by the host's calls, curandGenerateUniform
// refused: curandGenerator_t (cuRAND's host API) is not there yet
#include <curand.h>
int main() {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
}
