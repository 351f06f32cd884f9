// cudaReadModeNormalizedFloat: bytes and shorts become floats in -1 .. 1 or 0 .. 1, both ends exactly.
#include "texture.h"

template <class T, int N>
void normalized(const char* name, const T (&texels)[N]) {
    cudaTextureDesc description = reading(cudaAddressModeClamp, cudaFilterModePoint);
    description.readMode = cudaReadModeNormalizedFloat;
    const Image<T> image(texels, make_cudaExtent(N, 0, 0), description);
    show_line<float>(name, image.texture, 0.5f, 1.0f, N);
}

int main() {
    normalized<unsigned char>("unsigned char", {0, 1, 51, 127, 128, 254, 255});
    normalized<signed char>("signed char", {-128, -127, -1, 0, 1, 64, 127});
    normalized<unsigned short>("unsigned short", {0, 1, 13107, 32767, 65534, 65535});
    normalized<short>("short", {-32768, -32767, -1, 0, 1, 32767});
}
