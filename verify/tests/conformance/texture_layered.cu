// Layered textures: a filter within a layer and none between layers; a layer that is not there is the nearest one.
#include "texture.h"

__device__ float values[6];

__global__ void read_2d(cudaTextureObject_t texture, float x, float y) {
    const int i = threadIdx.x;
    values[i] = tex2DLayered<float>(texture, x, y, i - 1);
}
__global__ void read_1d(cudaTextureObject_t texture, float x) {
    const int i = threadIdx.x;
    values[i] = tex1DLayered<float>(texture, x, i - 1);
}

int main() {
    float texels[4 * 2 * 3];
    for (int i = 0; i < 24; ++i) texels[i] = static_cast<float>(16 * i * i);
    const cudaTextureDesc linear = reading(cudaAddressModeClamp, cudaFilterModeLinear);
    const Image<float> planes(texels, make_cudaExtent(3, 2, 4), linear, cudaArrayLayered);
    for (const float x : {0.5f, 1.0f, 1.75f}) {
        read_2d<<<1, 6>>>(planes.texture, x, 0.75f);
        show("2-D", fetch(values));
    }
    const Image<float> lines(texels, make_cudaExtent(6, 0, 4), linear, cudaArrayLayered);
    for (const float x : {0.5f, 1.0f, 5.75f}) {
        read_1d<<<1, 6>>>(lines.texture, x);
        show("1-D", fetch(values));
    }
}
