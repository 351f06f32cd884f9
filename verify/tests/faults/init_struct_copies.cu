// fault: half of the structs are copied and all are read; their padding, which nobody writes, is no fault
// expect: initcheck uninitialised at=@A space=global array=particles thread=(16,0,0) count=16
#include "faults.h"

struct Particle {
    char kind;  // seven bytes of padding follow
    double charge;
};

constexpr int N = 32;

__device__ double total;

// particles [N]. Each launch: grid [1], block [N].
__global__ void create(Particle* particles) {
    particles[threadIdx.x].kind = 'e';
    particles[threadIdx.x].charge = -1;
}
__global__ void copy(const Particle* from, Particle* to, unsigned n) {
    if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x];
}
__global__ void sum_charges(const Particle* particles) {
    atomicAdd(&total, particles[threadIdx.x].charge);  // @A
}

int main() {
    Particle *a, *b;
    CHECK(cudaMalloc(&a, N * sizeof(Particle)));
    CHECK(cudaMalloc(&b, N * sizeof(Particle)));
    create<<<1, N>>>(a);
#ifdef FIXED
    copy<<<1, N>>>(a, b, N);
#else
    copy<<<1, N>>>(a, b, N / 2);
#endif
    sum_charges<<<1, N>>>(b);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
