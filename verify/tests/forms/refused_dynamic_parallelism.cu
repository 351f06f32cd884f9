// form: dynamic parallelism: a launch inside a kernel
// refused: a launch inside a kernel (dynamic parallelism) is not supported
__global__ void child() {}
__global__ void parent() {
    if (threadIdx.x == 0) child<<<1, 32>>>();
}
int main() { parent<<<1, 32>>>(); }
