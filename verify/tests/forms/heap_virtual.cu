// form: objects with virtual functions made by new in one kernel, used in the next, deleted in a third
#include <cstdio>
struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};
struct Strip : Shape {
    float sides[2];
    __device__ Strip(float a, float b) : sides{a, b} {}
    __device__ float area() const override { return sides[0] * sides[1]; }
};
__global__ void create(Shape** shapes, int n) {
    int i = threadIdx.x;
    if (i < n) shapes[i] = i % 2 ? (Shape*)new Square(i) : (Shape*)new Strip(i, 10);
}
__global__ void measure(Shape** shapes, float* areas, int n) {
    int i = threadIdx.x;
    if (i < n) areas[i] = shapes[i]->area();
}
__global__ void destroy(Shape** shapes, int n) {
    for (int i = 0; i < n; i++) delete *(shapes + i);
}
int main() {
    const int n = 20;
    Shape** shapes;
    float* areas;
    cudaMalloc((void**)&shapes, n * sizeof(Shape*));
    cudaMallocManaged(&areas, n * sizeof(float));
    create<<<1, 32>>>(shapes, n);
    measure<<<1, 32>>>(shapes, areas, n);
    destroy<<<1, 1>>>(shapes, n);
    cudaDeviceSynchronize();
    std::puts(areas[19] == 361 && areas[18] == 180 ? "ok" : "wrong");
    cudaFree(shapes);
    cudaFree(areas);
}
