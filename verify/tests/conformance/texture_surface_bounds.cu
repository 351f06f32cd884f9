// A surface's boundary modes: zero reads 0 and writes nothing, clamp goes to the nearest element.
#include "show.h"

constexpr int W = 4, H = 3;
__device__ int values[10];

__global__ void outside(cudaSurfaceObject_t surface) {
    int* y = values;
    for (const int x : {-4, 16, 400}) {
        surf2Dwrite(99, surface, x, 1, cudaBoundaryModeZero);
        *y++ = surf2Dread<int>(surface, x, 1, cudaBoundaryModeZero);
        *y++ = surf2Dread<int>(surface, x, 1, cudaBoundaryModeClamp);
        *y++ = surf2Dread<int>(surface, 4, x, cudaBoundaryModeClamp);
    }
    surf2Dwrite(-1, surface, 1000, -1000, cudaBoundaryModeClamp);
    *y = surf2Dread<int>(surface, 12, 0);
}

int main() {
    int h[H][W];
    for (int i = 0; i < W * H; ++i) h[i / W][i % W] = i + 1;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    must(cudaMallocArray(&resource.res.array.array, &format, W, H, cudaArraySurfaceLoadStore));
    must(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, h, 16, 16, H, cudaMemcpyHostToDevice));
    cudaSurfaceObject_t surface;
    must(cudaCreateSurfaceObject(&surface, &resource));
    outside<<<1, 1>>>(surface);
    show("values", fetch(values));
    must(cudaMemcpy2DFromArray(h, 16, resource.res.array.array, 0, 0, 16, H, cudaMemcpyDeviceToHost));
    for (const auto& row : h) show("row", row);
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(resource.res.array.array));
}
