// cuRAND's Philox in a kernel: uniform floats and doubles, in (0, 1].
#include <curand_kernel.h>

#include "show.h"

__device__ float floats[8], fours[8];
__device__ double doubles[4], pairs[4];

__global__ void draw(unsigned long long seed, unsigned long long subsequence) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, subsequence, 0, &state);
    for (float& x : floats) x = curand_uniform(&state);
    for (int i = 0; i < 8; i += 4) {
        const float4 x = curand_uniform4(&state);
        fours[i] = x.x, fours[i + 1] = x.y, fours[i + 2] = x.z, fours[i + 3] = x.w;
    }
    for (double& x : doubles) x = curand_uniform_double(&state);
    for (int i = 0; i < 4; i += 2) {
        const double2 x = curand_uniform2_double(&state);
        pairs[i] = x.x, pairs[i + 1] = x.y;
    }
}

int main() {
    for (unsigned long long seed = 0; seed < 4; ++seed) {
        draw<<<1, 1>>>(seed * 1000003, seed);
        show("uniform", fetch(floats));
        show("uniform4", fetch(fours));
        show("uniform_double", fetch(doubles));
        show("uniform2_double", fetch(pairs));
    }
}
