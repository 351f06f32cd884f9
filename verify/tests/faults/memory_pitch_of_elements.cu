// fault: a pitch, which counts bytes, is multiplied by a row as though it counted floats
// expect: memcheck out-of-bounds at=@A space=global array=image distance=0 block=(0,1,0) thread=(0,0,0)
#include "faults.h"

constexpr int H = 4, W = 100;

// Launch: grid [1, H], block [W].
__global__ void fill_rows(float* image, size_t pitch) {  // image [H, W], rows `pitch` bytes apart
    const int row = blockIdx.y, column = threadIdx.x;
#ifdef FIXED
    float* at_row = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + row * pitch);
    at_row[column] = row;
#else
    image[row * pitch + column] = row;  // @A
#endif
}

int main() {
    float* image;
    size_t pitch;
    CHECK(cudaMallocPitch(&image, &pitch, W * sizeof(float), H));
    fill_rows<<<dim3(1, H), W>>>(image, pitch);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(image));
}
