// form: inline PTX: asm volatile("...")
// refused: inline PTX (asm) is not supported
__device__ unsigned lane() {
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}
__global__ void use(unsigned* out) { *out = lane(); }
int main() { use<<<1, 1>>>(nullptr); }
