// form: mipmaps: cudaMallocMipmappedArray, tex2DLod
// refused: cudaMipmappedArray_t (mipmaps) is not there yet
int main() {
    cudaMipmappedArray_t mipmaps;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocMipmappedArray(&mipmaps, &format, make_cudaExtent(16, 16, 0), 4);
}
