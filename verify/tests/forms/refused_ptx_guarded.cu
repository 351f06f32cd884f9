// form: inline PTX behind #if __CUDA_ARCH__ >= 700, which is true in device code
// refused: inline PTX (asm) is not supported
__global__ void wait(unsigned nanoseconds) {
#if __CUDA_ARCH__ >= 700
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
#endif
}
int main() { wait<<<1, 1>>>(9); }
