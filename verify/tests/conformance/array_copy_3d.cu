// cudaMemcpy3D: boxes into an array, out of it, and between arrays. Widths and places count the array's elements.
#include "show.h"

constexpr int W = 4, H = 3, D = 2;

int main() {
    int2 h[D][H][W], back[D][H][W] = {};
    int box[2][2][2][2] = {};
    for (int i = 0; i < W * H * D; ++i) h[0][0][i] = make_int2(i, -i);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int2>();
    cudaArray_t a, b;
    must(cudaMalloc3DArray(&a, &format, make_cudaExtent(W, H, D)));
    must(cudaMalloc3DArray(&b, &format, make_cudaExtent(W, H, D)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(h, sizeof h[0][0], W, H);
    copy.dstArray = a;
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyHostToDevice;
    must(cudaMemcpy3D(&copy));

    cudaMemcpy3DParms between = {};
    between.srcArray = a;
    between.dstArray = b;
    between.extent = make_cudaExtent(W, H, D);
    between.kind = cudaMemcpyDeviceToDevice;
    must(cudaMemcpy3D(&between));
    between.srcPos = make_cudaPos(0, 0, 0);
    between.dstPos = make_cudaPos(2, 1, 1);
    between.extent = make_cudaExtent(2, 2, 1);
    must(cudaMemcpy3DAsync(&between));

    cudaMemcpy3DParms fetch = {};
    fetch.srcArray = b;
    fetch.dstPtr = make_cudaPitchedPtr(back, sizeof back[0][0], W, H);
    fetch.extent = make_cudaExtent(W, H, D);
    fetch.kind = cudaMemcpyDeviceToHost;
    must(cudaMemcpy3D(&fetch));
    for (const auto& slice : back)
        for (const auto& row : slice) show("row", row[0].x, row[1].x, row[2].x, row[3].y);

    fetch.srcPos = make_cudaPos(1, 1, 0);
    fetch.dstPtr = make_cudaPitchedPtr(box, sizeof box[0][0], 2, 2);
    fetch.extent = make_cudaExtent(2, 2, 2);
    must(cudaMemcpy3D(&fetch));
    for (const auto& slice : box)
        for (const auto& row : slice) show("box", row[0][0], row[0][1], row[1][0], row[1][1]);
    must(cudaFreeArray(a));
    must(cudaFreeArray(b));
}
