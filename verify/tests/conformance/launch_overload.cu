// Overloaded kernels: the arguments choose, with the usual conversions.
#include "show.h"

__device__ int result[4];

__global__ void kind(int, int i) { result[i] = 1; }
__global__ void kind(float, int i) { result[i] = 2; }
__global__ void kind(const float*, int i) { result[i] = 3; }

int main() {
    float* none = nullptr;
    kind<<<1, 1>>>(5, 0);
    kind<<<1, 1>>>(5.0f, 1);
    kind<<<1, 1>>>(none, 2);
    kind<<<1, 1>>>('a', 3);  // a char becomes an int
    show("int, float, pointer, char", fetch(result));
}
