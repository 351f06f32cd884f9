// tex1Dfetch: linear memory by its index, outside of which there is zero.
#include "show.h"

__device__ float floats[8];
__device__ int first[8], fourth[8];

cudaTextureObject_t texture_of(void* memory, cudaChannelFormatDesc format, size_t bytes,
                               cudaTextureReadMode mode = cudaReadModeElementType) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc description = {};
    description.readMode = mode;
    cudaTextureObject_t texture;
    must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

__global__ void fetch_floats(cudaTextureObject_t texture) {
    floats[threadIdx.x] = tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x) - 2);
}
__global__ void fetch_bytes(cudaTextureObject_t texture) {
    uchar4 got;
    tex1Dfetch(&got, texture, static_cast<int>(threadIdx.x) - 2);
    first[threadIdx.x] = got.x;
    fourth[threadIdx.x] = got.w;
}

int main() {
    const float h[5] = {1, 2, 3, 4, 5};
    float* d;
    must(cudaMalloc(&d, sizeof h));
    must(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    cudaTextureObject_t texture = texture_of(d, cudaCreateChannelDesc<float>(), sizeof h);
    fetch_floats<<<1, 8>>>(texture);
    show("floats", fetch(floats));
    cudaResourceDesc resource;
    must(cudaGetTextureObjectResourceDesc(&resource, texture));
    show("of the same memory", resource.res.linear.devPtr == d, resource.res.linear.sizeInBytes);
    must(cudaDestroyTextureObject(texture));
    texture = texture_of(d, cudaCreateChannelDesc<uchar4>(), 4 * sizeof(float));
    fetch_bytes<<<1, 8>>>(texture);
    show("first bytes", fetch(first));
    show("fourth bytes", fetch(fourth));
    must(cudaDestroyTextureObject(texture));
    texture = texture_of(d, cudaCreateChannelDesc<unsigned char>(), 8, cudaReadModeNormalizedFloat);
    fetch_floats<<<1, 8>>>(texture);
    show("bytes as floats", fetch(floats));
    must(cudaDestroyTextureObject(texture));
    must(cudaFree(d));
}
