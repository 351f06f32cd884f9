// form: calls that CUDA has no longer: cudaThreadSynchronize
// refused: cudaThreadSynchronize was removed in CUDA 13: use cudaDeviceSynchronize
int main() { cudaThreadSynchronize(); }
