// The border's colour: what reads beyond the edges give, also as a part of a blend.
#include "texture.h"

__device__ float values[8];

__global__ void read(cudaTextureObject_t texture) {
    const float x[4] = {-1, 0, 2, 1};
    const float2 got = tex1D<float2>(texture, x[threadIdx.x]);
    values[2 * threadIdx.x] = got.x;
    values[2 * threadIdx.x + 1] = got.y;
}

int main() {
    const float2 texels[2] = {{0, 0}, {2, -2}};
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        cudaTextureDesc description = reading(cudaAddressModeBorder, filter);
        description.borderColor[0] = 8;
        description.borderColor[1] = 16;
        const Image<float2> image(texels, make_cudaExtent(2, 0, 0), description);
        read<<<1, 4>>>(image.texture);
        show(filter == cudaFilterModePoint ? "point" : "linear", fetch(values));
    }
}
