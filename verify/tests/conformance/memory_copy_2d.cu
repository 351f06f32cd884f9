// cudaMemcpy2D copies a rectangle between arrays of different pitch: a window out of an image, and back into it.
#include "show.h"

constexpr int ROWS = 4, COLUMNS = 6;

int main() {
    int image[ROWS][COLUMNS], window[2][3] = {}, *device;
    for (int row = 0; row < ROWS; ++row)
        for (int column = 0; column < COLUMNS; ++column) image[row][column] = 10 * row + column;
    const std::size_t pitch = COLUMNS * sizeof(int), small = 3 * sizeof(int);
    must(cudaMalloc(&device, sizeof image));
    must(cudaMemcpy2D(device, pitch, image, pitch, pitch, ROWS, cudaMemcpyHostToDevice));
    must(cudaMemcpy2D(window, small, device + 1 * COLUMNS + 2, pitch, small, 2, cudaMemcpyDeviceToHost));
    for (int row = 0; row < 2; ++row) show("window at (1, 2)", window[row]);

    for (auto& row : window)
        for (int& value : row) value = -value;
    must(cudaMemcpy2DAsync(device + 2 * COLUMNS, pitch, window, small, small, 2, cudaMemcpyHostToDevice));
    must(cudaMemcpy2D(image, pitch, device, pitch, pitch, ROWS, cudaMemcpyDeviceToHost));
    for (int row = 0; row < ROWS; ++row) show("image with the window", image[row]);
    must(cudaFree(device));
}
