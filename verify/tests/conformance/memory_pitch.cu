// cudaMallocPitch: rows padded for alignment, addressed by the pitch in bytes.
#include "show.h"

constexpr int ROWS = 3, COLUMNS = 5;

__global__ void fill(char* data, std::size_t pitch) {
    float* const row = reinterpret_cast<float*>(data + blockIdx.x * pitch);
    row[threadIdx.x] = blockIdx.x + threadIdx.x / 10.0f;
}

int main() {
    char* data;
    std::size_t pitch;
    const std::size_t width = COLUMNS * sizeof(float);
    must(cudaMallocPitch(&data, &pitch, width, ROWS));
    show("pitch holds a row", pitch >= width);
    show("pitch keeps alignment", pitch % 256 == 0);
    fill<<<ROWS, COLUMNS>>>(data, pitch);
    float host[ROWS][COLUMNS];
    must(cudaMemcpy2D(host, width, data, pitch, width, ROWS, cudaMemcpyDeviceToHost));
    for (int row = 0; row < ROWS; ++row) show("row", host[row]);
    must(cudaFree(data));
}
