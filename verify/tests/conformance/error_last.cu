// The last error: cudaPeekAtLastError leaves it, cudaGetLastError takes it, a success does not clear it.
#include "show.h"

__global__ void nothing() {}

int main() {
    show("at the start", cudaPeekAtLastError());
    show("a bad call", cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyDefault));
    show("peek", cudaPeekAtLastError());
    show("peek again", cudaPeekAtLastError());
    show("a good call", cudaSetDevice(0));
    show("peek", cudaPeekAtLastError());
    nothing<<<1, 1>>>();
    show("after a good launch", cudaPeekAtLastError());
    show("a second bad call", cudaSetDevice(1000));
    show("get", cudaGetLastError());
    show("get again", cudaGetLastError());
    nothing<<<0, 1>>>();
    show("a good call", cudaDeviceSynchronize());
    show("the launch's error", cudaGetLastError());
    show("peek", cudaPeekAtLastError());
}
