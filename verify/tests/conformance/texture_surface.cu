// Surfaces: an array that kernels write and read, x in bytes; what they wrote, a texture of the same array reads.
#include "texture.h"

constexpr int W = 4, H = 3;
__device__ float values[H][W];

__global__ void write(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(10.0f * y + x, surface, x * static_cast<int>(sizeof(float)), y);
}
__global__ void increase(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x * sizeof(float), y = threadIdx.y;
    float value;
    surf2Dread(&value, surface, x, y);
    surf2Dwrite(value + surf2Dread<float>(surface, x, y), surface, x, y);
}
__global__ void read(cudaTextureObject_t texture) {
    values[threadIdx.y][threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    must(cudaMallocArray(&resource.res.array.array, &format, W, H, cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
    const cudaTextureDesc description = reading(cudaAddressModeClamp, cudaFilterModePoint);
    must(cudaCreateSurfaceObject(&surface, &resource));
    must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    write<<<1, dim3(W, H)>>>(surface);
    increase<<<1, dim3(W, H)>>>(surface);
    read<<<1, dim3(W, H)>>>(texture);
    const auto got = fetch(values);
    for (int y = 0; y < H; ++y) show("row", got[y]);
    must(cudaDestroyTextureObject(texture));
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(resource.res.array.array));
}
