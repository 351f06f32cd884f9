// A texture of memory with a pitch: tex2D filters it as it does an array, and its padding is never read.
#include "texture.h"

__device__ float values[6];

__global__ void read(cudaTextureObject_t texture) {
    const float x[6] = {0.5f, 1, 3.5f, 10, -3, 2.25f}, y[6] = {0.5f, 1, 2.5f, 10, 1, 1.75f};
    values[threadIdx.x] = tex2D<float>(texture, x[threadIdx.x], y[threadIdx.x]);
}

int main() {
    constexpr size_t W = 4, H = 3;
    float h[H][W], *d;
    for (size_t i = 0; i < W * H; ++i) h[i / W][i % W] = static_cast<float>(64 * i);
    size_t pitch;
    must(cudaMallocPitch(&d, &pitch, W * sizeof(float), H));
    must(cudaMemset2D(d, pitch, 0x7f, pitch, H));
    must(cudaMemcpy2D(d, pitch, h, sizeof h[0], sizeof h[0], H, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = d;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = W;
    resource.res.pitch2D.height = H;
    resource.res.pitch2D.pitchInBytes = pitch;
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        const cudaTextureDesc description = reading(cudaAddressModeClamp, filter);
        cudaTextureObject_t texture;
        must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
        read<<<1, 6>>>(texture);
        show(filter == cudaFilterModePoint ? "point" : "linear", fetch(values));
        must(cudaDestroyTextureObject(texture));
    }
    must(cudaFree(d));
}
