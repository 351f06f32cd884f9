// form: texture objects: cudaTextureObject_t, tex2D
// refused: cudaTextureObject_t (textures) is not there yet
__global__ void read(cudaTextureObject_t texture, float* out) { *out = tex2D<float>(texture, 0.5f, 0.5f); }
int main() { read<<<1, 1>>>(0, nullptr); }
