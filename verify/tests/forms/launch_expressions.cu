// form: launches in a ternary, a comma expression, a for header and after a bare if or else
#include <cstdio>
__managed__ int total;
__global__ void one() { total += 1; }
__global__ void ten(int n) { total += 10 * n; }
int main() {
    const bool big = true;
    big ? ten<<<1, 1>>>(2) : one<<<1, 1>>>();
    one<<<1, 1>>>(), ten<<<1, 1>>>(1);
    for (int i = 0; i < 3; ++i, one<<<1, 1>>>()) continue;
    if (big)
        one<<<1, 1>>>();
    else
        ten<<<1, 1>>>(5);
    cudaDeviceSynchronize();
    std::puts(total == 20 + 1 + 10 + 3 + 1 ? "ok" : "wrong");
}
