// Textures without a filter: which texel a coordinate takes, inside, at the edges and beyond, when it clamps or has a
// border. A texture that cannot wrap or mirror clamps.
#include "texture.h"

int main() {
    const float texels[5] = {1, 2, 3, 4, 5};
    const cudaExtent size = make_cudaExtent(5, 0, 0);
    const Image<float> clamp(texels, size, reading(cudaAddressModeClamp, cudaFilterModePoint));
    const Image<float> border(texels, size, reading(cudaAddressModeBorder, cudaFilterModePoint));
    const Image<float> wrap(texels, size, reading(cudaAddressModeWrap, cudaFilterModePoint));
    const Image<float> mirror(texels, size, reading(cudaAddressModeMirror, cudaFilterModePoint));
    show_line<float>("clamp", clamp.texture, -2, 0.25f, 40);
    show_line<float>("border", border.texture, -2, 0.25f, 40);
    show_line<float>("wrap, not normalized", wrap.texture, -2, 0.25f, 40);
    show_line<float>("mirror, not normalized", mirror.texture, -2, 0.25f, 40);
    show_line<float>("far out", clamp.texture, -1e9f, 1e9f, 3);
}
