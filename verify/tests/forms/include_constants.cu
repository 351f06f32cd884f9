// form: <math_constants.h>: CUDART_PI_F, CUDART_INF_F and the like
#include <math_constants.h>
#include <cstdio>
__managed__ float largest;
__managed__ double pi;
__global__ void use(float x) {
    largest = fmaxf(-CUDART_INF_F, x);
    pi = CUDART_PI + (CUDART_PI_F > 3 ? 0 : 1);
}
int main() {
    use<<<1, 1>>>(-7);
    cudaDeviceSynchronize();
    std::puts(largest == -7 && pi > 3.1415 && pi < 3.1416 ? "ok" : "wrong");
}
