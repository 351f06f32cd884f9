// Textures and surfaces that are refused: a filter for integers, 32-bit integers as floats in 0 .. 1, memory that is
// not aligned, an array without the flag for surfaces.
#include "texture.h"

int main() {
    const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    must(cudaMallocArray(&resource.res.array.array, &ints, 8, 8));
    cudaTextureObject_t texture;
    cudaTextureDesc description = reading(cudaAddressModeClamp, cudaFilterModeLinear);
    show("filtered integers", cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeNormalizedFloat;
    show("32-bit integers as floats", cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    cudaSurfaceObject_t surface;
    show("no array for surfaces", cudaCreateSurfaceObject(&surface, &resource));
    must(cudaFreeArray(resource.res.array.array));

    float* d;
    must(cudaMalloc(&d, 1024));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d + 1;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 512;
    description = reading(cudaAddressModeClamp, cudaFilterModePoint);
    show("not aligned", cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc<float3>();
    show("three channels", cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    show("linear memory as a surface", cudaCreateSurfaceObject(&surface, &resource));
    must(cudaFree(d));
}
