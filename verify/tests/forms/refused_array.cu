// form: CUDA arrays and 3-D copies: cudaArray_t, cudaMallocArray, cudaMemcpy3D
// refused: cudaArray_t (CUDA arrays) is not there yet
int main() {
    cudaArray_t array;
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &floats, 16, 16);
}
