// form: hints for managed memory with a device's number, as before CUDA 13
// refused: were removed in CUDA 13: use cudaMemLocation{cudaMemLocationTypeDevice, device}
int main() {
    int* x;
    cudaMallocManaged(&x, 4);
    cudaMemPrefetchAsync(x, 4, 0);
}
