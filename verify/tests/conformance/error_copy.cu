// Copies that are refused: null pointers, a direction that is none, a row longer than its pitch, a symbol too small.
#include "show.h"

__device__ int symbol[4];

int main() {
    int *device, host[8] = {};
    must(cudaMalloc(&device, sizeof host));
    show("to null", cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice));
    show("from null", cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice));
    show("null, 0 bytes", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    show("direction 42", cudaMemcpy(device, host, 4, static_cast<cudaMemcpyKind>(42)));
    show("memset null", cudaMemset(nullptr, 0, 4));
    show("pitch of the source", cudaMemcpy2D(device, 16, host, 4, 8, 2, cudaMemcpyHostToDevice));
    show("pitch of the target", cudaMemcpy2D(device, 4, host, 16, 8, 2, cudaMemcpyHostToDevice));
    show("symbol, too much", cudaMemcpyToSymbol(symbol, host, 20));
    show("symbol, past its end", cudaMemcpyFromSymbol(host, symbol, 8, 12));
    show("symbol, its last word", cudaMemcpyFromSymbol(host, symbol, 4, 12));
    cudaGetLastError();
    show("the device still works", cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    must(cudaFree(device));
}
