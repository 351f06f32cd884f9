// form: a kernel that only the host's or the device's side of #ifdef __CUDA_ARCH__ declares so
// refused: the kernel scale is not the same in device code (__CUDA_ARCH__): CUDA asks for one declaration
#ifdef __CUDA_ARCH__
__global__ void scale(double* x) { *x *= 2; }
#else
__global__ void scale(float* x) { *x *= 2; }
#endif
int main() { scale<<<1, 1>>>(nullptr); }
