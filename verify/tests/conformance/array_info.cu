// What an array tells of itself: cudaArrayGetInfo and cudaGetChannelDesc; and the formats of cudaCreateChannelDesc.
#include "show.h"

template <class T>
void format(const char* name) {
    const cudaChannelFormatDesc d = cudaCreateChannelDesc<T>();
    show(name, d.x, d.y, d.z, d.w, static_cast<int>(d.f));
}

void info(const char* name, cudaArray_t array) {
    cudaChannelFormatDesc d;
    cudaExtent e;
    unsigned flags;
    must(cudaArrayGetInfo(&d, &e, &flags, array));
    show(name, e.width, e.height, e.depth, flags, d.x, d.y, d.w, static_cast<int>(d.f));
    must(cudaGetChannelDesc(&d, array));
    show("its format", d.x, d.y, d.z, d.w, static_cast<int>(d.f));
    must(cudaFreeArray(array));
}

int main() {
    format<char>("char");
    format<signed char>("signed char");
    format<unsigned char>("unsigned char");
    format<uchar4>("uchar4");
    format<short2>("short2");
    format<unsigned short>("unsigned short");
    format<int>("int");
    format<uint4>("uint4");
    format<float>("float");
    format<float2>("float2");
    format<double>("double");
    format<float3>("float3");
    cudaArray_t array;
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float4>(), bytes = cudaCreateChannelDesc<uchar2>();
    must(cudaMallocArray(&array, &floats, 64));
    info("one dimension", array);
    must(cudaMallocArray(&array, &bytes, 64, 32, cudaArraySurfaceLoadStore));
    info("two", array);
    must(cudaMalloc3DArray(&array, &floats, make_cudaExtent(16, 8, 4)));
    info("three", array);
    must(cudaMalloc3DArray(&array, &bytes, make_cudaExtent(16, 8, 4), cudaArrayLayered));
    info("layers", array);
}
