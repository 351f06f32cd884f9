// Layers of a surface that are not there: a layer's number has no sign, so that one below 0 is beyond the last.
#include "show.h"

__device__ int values[12];

__global__ void read(cudaSurfaceObject_t surface, bool lines) {
    int* y = values;
    for (const int layer : {-1000, -1, 0, 2, 3, 70000}) {
        *y++ = lines ? surf1DLayeredread<int>(surface, 4, layer, cudaBoundaryModeClamp)
                     : surf2DLayeredread<int>(surface, 4, 0, layer, cudaBoundaryModeClamp);
        *y++ = lines ? surf1DLayeredread<int>(surface, 4, layer, cudaBoundaryModeZero)
                     : surf2DLayeredread<int>(surface, 4, 0, layer, cudaBoundaryModeZero);
    }
}

int main() {
    int h[12];
    for (int i = 0; i < 12; ++i) h[i] = 10 + i;
    for (const size_t height : {0, 2}) {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
        cudaMemcpy3DParms copy = {};
        must(cudaMalloc3DArray(&copy.dstArray, &format, make_cudaExtent(2, height, 3),
                               cudaArrayLayered | cudaArraySurfaceLoadStore));
        copy.srcPtr = make_cudaPitchedPtr(h, 8, 2, height ? height : 1);
        copy.extent = make_cudaExtent(2, height ? height : 1, 3);
        copy.kind = cudaMemcpyHostToDevice;
        must(cudaMemcpy3D(&copy));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = copy.dstArray;
        cudaSurfaceObject_t surface;
        must(cudaCreateSurfaceObject(&surface, &resource));
        read<<<1, 1>>>(surface, height == 0);
        show(height == 0 ? "lines" : "images", fetch(values));
        must(cudaDestroySurfaceObject(surface));
        must(cudaFreeArray(copy.dstArray));
    }
}
