// One member of an array of structures: 32 lanes touch 32 sectors for 128 bytes.
//
// 8192 / 32 = 256 requests; loads 32 sectors each, stores 4.
// expect: aos_read global_load requests=256 sectors=8192
// expect: aos_read global_store requests=256 sectors=1024
// expect: aos_read bytes read=32768 written=32768
#include <cstdio>

constexpr int N = 8192, BLOCK = 256;

struct Particle {
    float x, y, z, vx, vy, vz, mass, charge;
};

__global__ void aos_read(const Particle* particles, float* mass) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    mass[n] = particles[n].mass;
}

int main() {
    Particle* particles;
    float* mass;
    cudaMalloc(&particles, N * sizeof(Particle));
    cudaMalloc(&mass, N * sizeof(float));
    cudaMemset(particles, 0, N * sizeof(Particle));
    aos_read<<<N / BLOCK, BLOCK>>>(particles, mass);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
