// cudaMemcpyToArray and cudaMemcpyFromArray, deprecated and still there: bytes that go on from row to row.
#include "show.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma nv_diag_suppress 1215, 1444

int main() {
    constexpr int W = 4, H = 3;
    unsigned char h[W * H], back[W * H] = {}, part[5] = {};
    for (int i = 0; i < W * H; ++i) h[i] = static_cast<unsigned char>(10 + i);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array;
    must(cudaMallocArray(&array, &format, W, H));
    must(cudaMemcpyToArray(array, 0, 0, h, sizeof h, cudaMemcpyHostToDevice));
    must(cudaMemcpyFromArray(back, array, 0, 0, sizeof back, cudaMemcpyDeviceToHost));
    for (int y = 0; y < H; ++y)
        show("row", int{back[y * W]}, int{back[y * W + 1]}, int{back[y * W + 2]}, int{back[y * W + 3]});
    must(cudaMemcpyFromArray(part, array, 2, 1, sizeof part, cudaMemcpyDeviceToHost));
    for (const unsigned char x : part) show("part", int{x});
    must(cudaFreeArray(array));
}
