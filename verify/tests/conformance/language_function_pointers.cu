// Pointers to __device__ functions: in a table, as an argument, and brought to the host and back through a symbol.
#include "show.h"

using Function = float (*)(float, float);

__device__ float add(float a, float b) { return a + b; }
__device__ float subtract(float a, float b) { return a - b; }
__device__ float multiply(float a, float b) { return a * b; }

__device__ Function table[] = {add, subtract, multiply};
__device__ Function chosen = multiply;
__device__ float result[5];

__device__ float twice(Function f, float x) { return f(f(x, x), x); }

__global__ void call(Function from_host) {
    const int t = threadIdx.x;
    if (t < 3) result[t] = table[t](6, 4);
    if (t == 3) result[t] = twice(subtract, 5);
    if (t == 4) result[t] = from_host(2.5f, 2);
}

int main() {
    Function pointer;  // a host variable that holds a device function's address
    must(cudaMemcpyFromSymbol(&pointer, chosen, sizeof pointer));
    call<<<1, 5>>>(pointer);
    show("results", fetch(result));
}
