// limit: there is no PTX: inline assembly is refused when the program is compiled
// refused: inline PTX (asm) is not supported
__global__ void lane(unsigned* out) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[threadIdx.x] = lane;
}

int main() {}
