// fault: a sum runs to the end of the pitch, through padding that no copy ever fills
// expect: initcheck uninitialised at=@A space=global array=image block=(0,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int H = 4, W = 20;

__device__ float sums[H];

// image [H, W], rows `pitch` bytes apart. Launch: grid [H], block [1].
__global__ void sum_rows(const char* image, size_t pitch, int width) {
    const float* row = reinterpret_cast<const float*>(image + blockIdx.x * pitch);
    float sum = 0;
    for (int column = 0; column < width; ++column) sum += row[column];  // @A
    sums[blockIdx.x] = sum;
}

int main() {
    const float h_image[H][W] = {};
    char* image;
    size_t pitch;
    CHECK(cudaMallocPitch(&image, &pitch, W * sizeof(float), H));
    CHECK(cudaMemcpy2D(image, pitch, h_image, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
#ifdef FIXED
    sum_rows<<<H, 1>>>(image, pitch, W);
#else
    sum_rows<<<H, 1>>>(image, pitch, static_cast<int>(pitch / sizeof(float)));
#endif
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(image));
}
