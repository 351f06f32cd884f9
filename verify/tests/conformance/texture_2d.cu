// tex2D: rows and columns with and without a filter, and another address mode for each.
#include "texture.h"

constexpr int W = 4, H = 3, N = 9;
__device__ float values[N][N];

__global__ void read(cudaTextureObject_t texture, float first, float step) {
    tex2D(&values[threadIdx.y][threadIdx.x], texture, first + step * threadIdx.x, first + step * threadIdx.y);
}

void lines(const char* what, cudaTextureObject_t texture, float first, float step) {
    read<<<1, dim3(N, N)>>>(texture, first, step);
    const auto got = fetch(values);
    for (int y = 0; y < N; ++y) show(what, got[y]);
}

int main() {
    float texels[H * W];
    for (int i = 0; i < H * W; ++i) texels[i] = static_cast<float>(i * i * 16);
    const cudaExtent size = make_cudaExtent(W, H, 0);
    cudaTextureDesc description = reading(cudaAddressModeClamp, cudaFilterModePoint);
    description.addressMode[1] = cudaAddressModeBorder;
    const Image<float> point(texels, size, description);
    lines("point", point.texture, -0.75f, 0.5f);
    description.filterMode = cudaFilterModeLinear;
    const Image<float> linear(texels, size, description);
    lines("linear", linear.texture, -0.5f, 0.5f);
    lines("linear, quarters", linear.texture, 0.5f, 0.25f);
}
