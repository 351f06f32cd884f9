// The linear filter: between the middles of two texels, by the coordinate's fraction. Fractions are sixteenths, so that
// the filter's 8 bits hold them, and the texels are such that every blend is exact.
#include "texture.h"

int main() {
    const float texels[4] = {256, 0, -512, 1024};
    const cudaExtent size = make_cudaExtent(4, 0, 0);
    const Image<float> clamp(texels, size, reading(cudaAddressModeClamp, cudaFilterModeLinear));
    const Image<float> border(texels, size, reading(cudaAddressModeBorder, cudaFilterModeLinear));
    show_line<float>("sixteenths", clamp.texture, 0.5f, 1 / 16.0f, 60);
    show_line<float>("clamp", clamp.texture, -1, 0.25f, 24);
    show_line<float>("border", border.texture, -1, 0.25f, 24);
}
