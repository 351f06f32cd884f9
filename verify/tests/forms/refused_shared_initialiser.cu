// form: a __shared__ variable with an initialiser, which nvcc refuses too
// refused: a __shared__ variable with an initialiser: CUDA has none either
__global__ void use(int* out) {
    __shared__ int count = 0;
    *out = count;
}
int main() { use<<<1, 1>>>(nullptr); }
