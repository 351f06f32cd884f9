// After an error in a kernel: cudaGetLastError forgets it, and the next call that needs the device meets it again. The
// error comes before a wrong launch's own, and after that of a copy whose direction is none.
#include "show.h"

__global__ void fail(int* data) { *data = 1; }
__global__ void nothing() {}

int main() {
    int *device, *more, host[2] = {5, 6};
    must(cudaMalloc(&device, sizeof host));
    fail<<<1, 1>>>(nullptr);
    show("ask", cudaGetLastError());
    show("wait", cudaDeviceSynchronize());
    show("ask", cudaGetLastError());
    show("ask again", cudaGetLastError());
    show("wait again", cudaDeviceSynchronize());
    show("ask", cudaGetLastError());
    show("allocate", cudaMalloc(&more, 64));
    nothing<<<4, 256>>>();
    show("a right launch", cudaGetLastError());
    show("copy back", cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    show("the host's array", host);
    show("free", cudaFree(device));
    show("ask", cudaGetLastError());
    show("ask again", cudaGetLastError());
    nothing<<<4, 2048>>>();
    show("a launch of 2048 threads", cudaGetLastError());
    show("a copy in direction 42", cudaMemcpy(device, host, 4, static_cast<cudaMemcpyKind>(42)));
    int current;
    show("get device", cudaGetDevice(&current));
}
