// What the texture programs share: an array with a texture of it, and reads of one line of coordinates.
#pragma once

#include "show.h"

// Texels of a CUDA array; sizes of 0 are dimensions that it does not have.
template <class T>
struct Image {
    cudaArray_t array;
    cudaTextureObject_t texture;

    Image(const T* texels, cudaExtent extent, const cudaTextureDesc& reading, unsigned flags = 0) {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
        must(cudaMalloc3DArray(&array, &format, extent, flags));
        cudaMemcpy3DParms copy = {};
        copy.extent = make_cudaExtent(extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1);
        copy.srcPtr =
            make_cudaPitchedPtr(const_cast<T*>(texels), extent.width * sizeof(T), extent.width, copy.extent.height);
        copy.dstArray = array;
        copy.kind = cudaMemcpyHostToDevice;
        must(cudaMemcpy3D(&copy));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        must(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
    }
    ~Image() {
        must(cudaDestroyTextureObject(texture));
        must(cudaFreeArray(array));
    }
};

inline cudaTextureDesc reading(cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized = false) {
    cudaTextureDesc description = {};
    for (auto& each : description.addressMode) each = mode;
    description.filterMode = filter;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = normalized;
    return description;
}

// A line of n reads with tex1D at first, first + step, ...
constexpr int MAX_READS = 64;
template <class T>
__device__ T line_of_reads[MAX_READS];

template <class T>
__global__ void read_line(cudaTextureObject_t texture, float first, float step) {
    line_of_reads<T>[threadIdx.x] = tex1D<T>(texture, first + step * threadIdx.x);
}

template <class T>
void show_line(const char* what, cudaTextureObject_t texture, float first, float step, int n) {
    read_line<T><<<1, n>>>(texture, first, step);
    const auto values = fetch(line_of_reads<T>);
    std::printf("%-28s", what);
    for (int i = 0; i < n; ++i) print(values[i]);
    std::printf("\n");
}
