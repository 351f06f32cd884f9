// Surfaces of one and three dimensions and of layers, with elements of 1 to 16 bytes.
#include "show.h"

__global__ void write_line(cudaSurfaceObject_t surface) {
    const float x = static_cast<float>(threadIdx.x);
    surf1Dwrite(make_float4(x, 2 * x, 3 * x, 4 * x), surface, threadIdx.x * 16);
}
__global__ void write_volume(cudaSurfaceObject_t surface) {
    const unsigned char value = static_cast<unsigned char>(threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z);
    surf3Dwrite(value, surface, threadIdx.x, threadIdx.y, threadIdx.z);
}
__global__ void swap_layers(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x, y = threadIdx.y;
    const auto a = surf2DLayeredread<unsigned char>(surface, x, y, 0);
    const auto b = surf2DLayeredread<unsigned char>(surface, x, y, 1);
    surf2DLayeredwrite(b, surface, x, y, 0);
    surf2DLayeredwrite(a, surface, x, y, 1);
}

template <class T>
cudaSurfaceObject_t surface_of(cudaArray_t* array, cudaExtent extent, unsigned flags = 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    must(cudaMalloc3DArray(array, &format, extent, cudaArraySurfaceLoadStore | flags));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = *array;
    cudaSurfaceObject_t surface;
    must(cudaCreateSurfaceObject(&surface, &resource));
    return surface;
}

void copy(void* to, cudaArray_t from, size_t element, cudaExtent extent) {
    cudaMemcpy3DParms parms = {};
    parms.srcArray = from;
    parms.dstPtr = make_cudaPitchedPtr(to, extent.width * element, extent.width, extent.height);
    parms.extent = extent;
    parms.kind = cudaMemcpyDeviceToHost;
    must(cudaMemcpy3D(&parms));
}

int main() {
    cudaArray_t array;
    cudaSurfaceObject_t surface = surface_of<float4>(&array, make_cudaExtent(4, 0, 0));
    write_line<<<1, 4>>>(surface);
    must(cudaGetLastError());
    float line[16];
    copy(line, array, 16, make_cudaExtent(4, 1, 1));
    show("line", line);
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(array));

    for (const unsigned flags : {cudaArrayDefault + 0u, cudaArrayLayered + 0u}) {
        surface = surface_of<unsigned char>(&array, make_cudaExtent(3, 2, 2), flags);
        if (flags == 0) {
            write_volume<<<1, dim3(3, 2, 2)>>>(surface);
        } else {
            const unsigned char planes[12] = {0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112};
            cudaMemcpy3DParms parms = {};
            parms.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char*>(planes), 3, 3, 2);
            parms.dstArray = array;
            parms.extent = make_cudaExtent(3, 2, 2);
            parms.kind = cudaMemcpyHostToDevice;
            must(cudaMemcpy3D(&parms));
            swap_layers<<<1, dim3(3, 2)>>>(surface);
        }
        must(cudaGetLastError());
        unsigned char back[12];
        copy(back, array, 1, make_cudaExtent(3, 2, 2));
        std::printf("%-28s", flags == 0 ? "volume" : "layers");
        for (const unsigned char x : back) std::printf(" %d", x);
        std::printf("\n");
        must(cudaDestroySurfaceObject(surface));
        must(cudaFreeArray(array));
    }
}
