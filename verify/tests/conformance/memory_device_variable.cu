// __device__ variables: initialisers, arrays, pointers to them, and copies to and from the host.
#include "show.h"

__device__ int counter = 7;
__device__ float table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int* pointer = &counter;
static __device__ double hidden = 0.25;
namespace names {
__device__ int inside = 5;
}

__global__ void change() {
    *pointer += names::inside;
    table[1][0] += static_cast<float>(hidden);
}

int main() {
    int value;
    must(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    show("counter at the start", value);
    change<<<1, 1>>>();
    must(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    show("after the kernel", value);

    float row[3];
    must(cudaMemcpyFromSymbol(row, table, sizeof row, sizeof row));  // from the second row on
    show("second row", row);
    const double one = 1.0;
    must(cudaMemcpyToSymbol(hidden, &one, sizeof one));
    value = -100;
    must(cudaMemcpyToSymbol(names::inside, &value, sizeof value));
    change<<<1, 1>>>();
    show("counter after all", fetch(counter).value);
    show("table after all", fetch(table)[1]);
}
