// Arguments of class type: a struct with arrays and pointers, passed by value.
#include "show.h"

struct Polynomial {
    float coefficients[3];  // of 1, x, x * x
    float* out;

    __host__ __device__ float at(float x) const {
        return coefficients[0] + x * (coefficients[1] + x * coefficients[2]);
    }
};

__global__ void evaluate(const Polynomial p, float4 points) {
    const float x[] = {points.x, points.y, points.z, points.w};
    p.out[threadIdx.x] = p.at(x[threadIdx.x]);
}

int main() {
    Polynomial p{{1.0f, -2.0f, 0.5f}, nullptr};
    must(cudaMalloc(&p.out, 4 * sizeof(float)));
    evaluate<<<1, 4>>>(p, make_float4(0.0f, 1.0f, 2.0f, 4.0f));

    float host[4];
    must(cudaMemcpy(host, p.out, sizeof host, cudaMemcpyDeviceToHost));
    show("1 - 2 x + x * x / 2", host);
    must(cudaFree(p.out));
}
