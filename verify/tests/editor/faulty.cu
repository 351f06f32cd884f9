// What an editor must mark: a name that is not declared, and a launch without its argument.
__global__ void fill(float* out) { out[threadIdx.x] = undeclared; }

int main() { fill<<<1, 32>>>(); }
