// A surface access outside the array, in the mode that it has by itself, ends the kernel; the error stays.
#include "show.h"

__global__ void write(cudaSurfaceObject_t surface, int x) { surf1Dwrite(1.0f, surface, x); }

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    must(cudaMallocArray(&resource.res.array.array, &format, 8, 0, cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t surface;
    must(cudaCreateSurfaceObject(&surface, &resource));
    write<<<1, 1>>>(surface, 28);
    show("inside", cudaDeviceSynchronize());
    write<<<1, 1>>>(surface, 1 << 20);
    show("outside", cudaDeviceSynchronize());
    show("stays", cudaDeviceSynchronize());
}
