// fault: a struct is passed to a kernel by value, and its pointer points to the host's memory
// expect: memcheck host-access at=@A thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int H = 4, W = 8;

struct Image {  // [height, width]
    unsigned char* pixels;
    int height, width;
};

// Launch: grid [1], block [image.width, image.height].
__global__ void invert(Image image) {
    unsigned char& pixel = image.pixels[threadIdx.y * image.width + threadIdx.x];
    pixel = 255 - pixel;  // @A
}

int main() {
    unsigned char h_pixels[H * W] = {};
    Image image = {h_pixels, H, W};
#ifdef FIXED
    CHECK(cudaMalloc(&image.pixels, H * W));
    CHECK(cudaMemcpy(image.pixels, h_pixels, H * W, cudaMemcpyHostToDevice));
#endif
    invert<<<1, dim3(W, H)>>>(image);
    CHECK(cudaDeviceSynchronize());
#ifdef FIXED
    CHECK(cudaFree(image.pixels));
#endif
}
