// The linear filter with normalized coordinates: a wrapped texture blends its last texel with its first, a mirrored one
// blends an edge with itself.
#include "texture.h"

int main() {
    const float texels[4] = {256, 0, -512, 1024};
    const cudaExtent size = make_cudaExtent(4, 0, 0);
    const cudaTextureFilterMode linear = cudaFilterModeLinear;
    const Image<float> clamp(texels, size, reading(cudaAddressModeClamp, linear, true));
    const Image<float> border(texels, size, reading(cudaAddressModeBorder, linear, true));
    const Image<float> wrap(texels, size, reading(cudaAddressModeWrap, linear, true));
    const Image<float> mirror(texels, size, reading(cudaAddressModeMirror, linear, true));
    show_line<float>("clamp", clamp.texture, -0.96875f, 0.0625f, 48);
    show_line<float>("border", border.texture, -0.96875f, 0.0625f, 48);
    show_line<float>("wrap", wrap.texture, -0.96875f, 0.0625f, 48);
    show_line<float>("mirror", mirror.texture, -0.96875f, 0.0625f, 48);
}
