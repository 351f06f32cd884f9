// form: __shared__ outside any function
// refused: a __shared__ variable outside any function: declare it in the kernel that uses it
__shared__ int count;
__global__ void use() { count = 1; }
int main() { use<<<1, 1>>>(); }
