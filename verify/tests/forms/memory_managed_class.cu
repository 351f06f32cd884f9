// form: a class whose own operator new takes managed memory, as the host and kernels use its objects
#include <cstdio>
class Managed {
 public:
    void* operator new(size_t len) {
        void* ptr;
        cudaMallocManaged(&ptr, len);
        cudaDeviceSynchronize();
        return ptr;
    }
    void operator delete(void* ptr) {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
};
struct Particle : public Managed {
    float3 position = make_float3(1, 2, 3);
    __host__ __device__ void move(float dx) { position.x += dx; }
};
__global__ void move(Particle* particle) { particle->move(0.5f); }
int main() {
    Particle* particle = new Particle;
    move<<<1, 1>>>(particle);
    cudaDeviceSynchronize();
    particle->move(1);
    std::puts(particle->position.x == 2.5f ? "ok" : "wrong");
    delete particle;
}
