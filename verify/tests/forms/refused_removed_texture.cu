// form: texture references: texture<float, 2> and cudaBindTexture
// refused: texture was removed in CUDA 12: use a texture object, cudaTextureObject_t
texture<float, 2, cudaReadModeElementType> picture;
int main() {}
