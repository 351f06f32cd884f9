// A line is an image of one row that is read at y = 0: which part of a blend the border above it has, by the mode of y;
// of a line, of layers of lines, and of an image's first row.
#include "texture.h"

__device__ float values[4];

__global__ void read(cudaTextureObject_t texture, bool layered) {
    const float x[4] = {-1, 0, 0.75f, 2};
    const int i = threadIdx.x;
    values[i] = layered ? tex1DLayered<float>(texture, x[i], 1) : tex1D<float>(texture, x[i]);
}
__global__ void read_image(cudaTextureObject_t texture) {
    const float x[4] = {-1, 0, 0.75f, 2};
    values[threadIdx.x] = tex2D<float>(texture, x[threadIdx.x], 0);
}

int main() {
    const float texels[4] = {16, -48, 64, 128};
    for (const bool normalized : {false, true})
        for (const auto above :
             {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
            const char* const names[] = {"wrap", "clamp", "mirror", "border"};
            cudaTextureDesc description = reading(cudaAddressModeBorder, cudaFilterModeLinear, normalized);
            description.addressMode[1] = above;
            description.borderColor[0] = 1024;
            const Image<float> line(texels, make_cudaExtent(2, 0, 0), description);
            read<<<1, 4>>>(line.texture, false);
            show(names[above], fetch(values));
            const Image<float> layers(texels, make_cudaExtent(2, 0, 2), description, cudaArrayLayered);
            read<<<1, 4>>>(layers.texture, true);
            show("  layers", fetch(values));
            const Image<float> image(texels, make_cudaExtent(2, 2, 0), description);
            read_image<<<1, 4>>>(image.texture);
            show("  image", fetch(values));
        }
}
