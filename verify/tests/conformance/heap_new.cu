// new and delete in kernels: constructors and destructors run, arrays too, and objects with virtual functions live on
// from kernel to kernel.
#include "show.h"

__device__ int alive, sums[4];

struct Base {
    __device__ Base() { atomicAdd(&alive, 1); }
    __device__ virtual ~Base() { atomicAdd(&alive, -1); }
    __device__ virtual int value() const = 0;
};
struct Square : Base {
    int side;
    __device__ explicit Square(int side) : side(side) {}
    __device__ int value() const override { return side * side; }
};
struct Negative : Base {
    Base* inner;
    __device__ explicit Negative(Base* inner) : inner(inner) {}
    __device__ ~Negative() override { delete inner; }
    __device__ int value() const override { return -inner->value(); }
};
struct Counted {
    int x = 7;
    __device__ Counted() { atomicAdd(&alive, 1); }
    __device__ ~Counted() { atomicAdd(&alive, -1); }
};

__device__ Base* objects[4];
__device__ Counted* array;

__global__ void make() {
    const int i = threadIdx.x;
    objects[i] = i % 2 == 0 ? static_cast<Base*>(new Square(i + 1)) : new Negative(new Square(i + 1));
    if (i == 0) array = new Counted[5];
}
__global__ void use() { sums[threadIdx.x] = objects[threadIdx.x]->value() + array[threadIdx.x + 1].x; }
__global__ void end() {
    delete objects[threadIdx.x];
    if (threadIdx.x == 0) delete[] array;
}

int main() {
    make<<<1, 4>>>();
    show("alive", fetch(alive).value);
    use<<<1, 4>>>();
    show("values", fetch(sums));
    end<<<1, 4>>>();
    show("alive", fetch(alive).value);
}
