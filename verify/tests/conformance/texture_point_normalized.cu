// Normalized coordinates without a filter: 0 .. 1 is the whole texture; beyond, it wraps, mirrors, clamps or ends. Read
// in the middles of texels.
#include "texture.h"

int main() {
    const float texels[4] = {1, 2, 3, 4};
    const cudaExtent size = make_cudaExtent(4, 0, 0);
    const cudaTextureFilterMode point = cudaFilterModePoint;
    const Image<float> clamp(texels, size, reading(cudaAddressModeClamp, point, true));
    const Image<float> border(texels, size, reading(cudaAddressModeBorder, point, true));
    const Image<float> wrap(texels, size, reading(cudaAddressModeWrap, point, true));
    const Image<float> mirror(texels, size, reading(cudaAddressModeMirror, point, true));
    show_line<float>("clamp", clamp.texture, -1.875f, 0.25f, 24);
    show_line<float>("border", border.texture, -1.875f, 0.25f, 24);
    show_line<float>("wrap", wrap.texture, -1.875f, 0.25f, 24);
    show_line<float>("mirror", mirror.texture, -1.875f, 0.25f, 24);
}
