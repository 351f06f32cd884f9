// One device is no peer of itself; cudaMemcpyPeer copies within it all the same.
#include "show.h"

int main() {
    int can = 7;
    show("access to itself", cudaDeviceCanAccessPeer(&can, 0, 0));
    show("is", can);
    show("access to none", cudaDeviceCanAccessPeer(&can, 0, 1000));
    show("enable itself", cudaDeviceEnablePeerAccess(0, 0));
    int h[4] = {1, 2, 3, 4}, back[4] = {}, *a, *b;
    must(cudaMalloc(&a, sizeof h));
    must(cudaMalloc(&b, sizeof h));
    must(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
    show("copy", cudaMemcpyPeer(b, 0, a, 0, sizeof h));
    show("copy in a stream", cudaMemcpyPeerAsync(b + 2, 0, a, 0, 2 * sizeof(int)));
    must(cudaMemcpy(back, b, sizeof back, cudaMemcpyDeviceToHost));
    show("copied", back);
    show("from no device", cudaMemcpyPeer(b, 0, a, 1000, sizeof h));
    must(cudaFree(a));
    must(cudaFree(b));
}
