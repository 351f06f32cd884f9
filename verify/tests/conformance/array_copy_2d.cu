// cudaMemcpy2DToArray and cudaMemcpy2DFromArray: a whole array, a window of it, and from array to array. Offsets are
// bytes.
#include "show.h"

int main() {
    constexpr int W = 6, H = 4;
    const size_t row = W * sizeof(int);
    int h[H][W], window[2][2] = {{-1, -2}, {-3, -4}}, part[2][3] = {};
    for (int i = 0; i < W * H; ++i) h[i / W][i % W] = i;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t a, b;
    must(cudaMallocArray(&a, &format, W, H));
    must(cudaMallocArray(&b, &format, W, H));
    must(cudaMemcpy2DToArray(a, 0, 0, h, row, row, H, cudaMemcpyHostToDevice));
    must(cudaMemcpy2DToArray(a, 2 * sizeof(int), 1, window, 8, 8, 2, cudaMemcpyHostToDevice));
    must(cudaMemcpy2DFromArray(part, 12, a, sizeof(int), 2, 12, 2, cudaMemcpyDeviceToHost));
    show("part, first row", part[0]);
    show("part, second row", part[1]);
    must(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, row, H));
    must(cudaMemcpy2DArrayToArray(b, 0, 0, a, 4 * sizeof(int), 0, 8, H, cudaMemcpyDeviceToDevice));
    must(cudaMemcpy2DFromArray(h, row, b, 0, 0, row, H, cudaMemcpyDefault));
    for (const auto& line : h) show("row", line);
    must(cudaFreeArray(a));
    must(cudaFreeArray(b));
}
