// form: cudaLaunchKernel with a kernel's address from a void* variable
// refused: pass the kernel itself
__global__ void nothing() {}
int main() {
    const void* kernel = (const void*)nothing;
    return cudaLaunchKernel(kernel, 1, 1, nullptr, 0, nullptr);
}
