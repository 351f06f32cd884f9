// Virtual functions: objects made on the device, called through their base class.
#include "show.h"

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Rectangle : Shape {
    float a, b;
    __device__ Rectangle(float a, float b) : a(a), b(b) {}
    __device__ float area() const override { return a * b; }
};
struct Triangle : Shape {
    float base, height;
    __device__ Triangle(float base, float height) : base(base), height(height) {}
    __device__ float area() const override { return base * height / 2; }
};

__device__ Shape* shapes[4];
__device__ float result[4];

__global__ void make() {
    const int t = threadIdx.x;
    if (t % 2 == 0)
        shapes[t] = new Rectangle(t + 1, 3);
    else
        shapes[t] = new Triangle(t + 1, 3);
}
__global__ void measure() { result[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void destroy() { delete shapes[threadIdx.x]; }

int main() {
    make<<<1, 4>>>();
    measure<<<1, 4>>>();
    show("areas", fetch(result));
    destroy<<<1, 4>>>();
    show("destroy", cudaDeviceSynchronize());
}
