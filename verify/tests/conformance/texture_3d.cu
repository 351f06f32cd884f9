// tex3D: a volume with and without a filter. Blends are of eight texels, with quarters.
#include "texture.h"

constexpr int W = 3, H = 4, D = 5, N = 8;
__device__ float values[N];

__global__ void read(cudaTextureObject_t texture, float x, float y, float z) {
    const float t = threadIdx.x * 0.25f;
    values[threadIdx.x] = tex3D<float>(texture, x + t, y + 2 * t, z + 3 * t);
}

int main() {
    float texels[W * H * D];
    for (int i = 0; i < W * H * D; ++i) texels[i] = static_cast<float>(i % 7 * i * 64);
    const cudaExtent size = make_cudaExtent(W, H, D);
    for (const auto mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
        const Image<float> point(texels, size, reading(mode, cudaFilterModePoint));
        const Image<float> linear(texels, size, reading(mode, cudaFilterModeLinear));
        const char* const name = mode == cudaAddressModeClamp ? "clamp" : "border";
        for (const float first : {-0.5f, 0.5f, 1.0f}) {
            read<<<1, N>>>(point.texture, first + 0.125f, first + 0.125f, first + 0.125f);
            show(name, fetch(values));
            read<<<1, N>>>(linear.texture, first, first, first);
            show(name, fetch(values));
        }
    }
}
