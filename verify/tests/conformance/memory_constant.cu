// __constant__ memory: with an initialiser, filled by cudaMemcpyToSymbol, whole, in part and at an offset.
#include "show.h"

struct Settings {
    float scale;
    int shift;
};
__constant__ float weights[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__constant__ Settings settings;
__constant__ int answer = 42;
__device__ float result[6];

__global__ void use() {
    for (int i = 0; i < 4; ++i) result[i] = weights[i];
    result[4] = settings.scale * settings.shift;
    result[5] = answer;
}

int main() {
    use<<<1, 1>>>();
    show("as initialised", fetch(result));

    const float all[4] = {5, 6, 7, 8}, two[2] = {-1, -2};
    const Settings chosen{0.5f, 9};
    must(cudaMemcpyToSymbol(weights, all, sizeof all));
    must(cudaMemcpyToSymbol(weights, two, sizeof two, 2 * sizeof(float)));
    must(cudaMemcpyToSymbol(settings, &chosen, sizeof chosen));
    use<<<1, 1>>>();
    show("after the copies", fetch(result));
}
