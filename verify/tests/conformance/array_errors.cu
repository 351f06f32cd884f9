// Arrays and copies that are refused: formats and sizes that cannot be, rectangles that pass an edge. None is sticky.
#include "show.h"

int main() {
    constexpr size_t W = 8, H = 4, ROW = W * sizeof(int);
    int h[2 * W * H] = {};
    cudaArray_t array;
    const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>(), three = cudaCreateChannelDesc<float3>(),
                                mixed = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
    show("three channels", cudaMallocArray(&array, &three, W, H));
    show("mixed channels", cudaMallocArray(&array, &mixed, W, H));
    show("no width", cudaMallocArray(&array, &ints, 0, H));
    show("too wide", cudaMallocArray(&array, &ints, 1 << 30, H));
    must(cudaMallocArray(&array, &ints, W, H));
    show("fits", cudaMemcpy2DToArray(array, 0, 0, h, ROW, ROW, H, cudaMemcpyHostToDevice));
    show("past the right edge", cudaMemcpy2DToArray(array, 4, 0, h, ROW, ROW, H, cudaMemcpyHostToDevice));
    show("past the last row", cudaMemcpy2DToArray(array, 0, 1, h, ROW, ROW, H, cudaMemcpyHostToDevice));
    show("wider than the pitch", cudaMemcpy2DToArray(array, 0, 0, h, ROW - 4, ROW, H, cudaMemcpyHostToDevice));
    show("nothing", cudaMemcpy2DToArray(array, 0, 0, h, ROW, 0, 0, cudaMemcpyHostToDevice));
    cudaMemcpy3DParms copy = {};
    show("no sides", cudaMemcpy3D(&copy));
    copy.srcPtr = make_cudaPitchedPtr(h, ROW, W, H);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(W, H, 1);
    copy.kind = cudaMemcpyHostToDevice;
    show("a box that fits", cudaMemcpy3D(&copy));
    copy.extent = make_cudaExtent(W + 1, H, 1);
    show("a box that does not", cudaMemcpy3D(&copy));
    copy.extent = make_cudaExtent(W, H, 2);
    show("a box too deep", cudaMemcpy3D(&copy));
    must(cudaFreeArray(array));
    show("free of nothing", cudaFreeArray(nullptr));
    cudaGetLastError();
    show("afterwards", cudaDeviceSynchronize());
}
