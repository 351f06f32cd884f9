// cudaMemcpy in every direction, in part, and with cudaMemcpyDefault, which finds the direction out.
#include "show.h"

int main() {
    const int start[5] = {1, 2, 3, 4, 5};
    int host[5] = {}, *a, *b;
    must(cudaMalloc(&a, sizeof start));
    must(cudaMalloc(&b, sizeof start));
    must(cudaMemcpy(a, start, sizeof start, cudaMemcpyHostToDevice));
    must(cudaMemcpy(b, a, sizeof start, cudaMemcpyDeviceToDevice));
    must(cudaMemcpy(b + 1, a + 3, 2 * sizeof(int), cudaMemcpyDeviceToDevice));
    must(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost));
    show("there and back", host);

    must(cudaMemcpy(host + 2, start, 2 * sizeof(int), cudaMemcpyHostToHost));
    show("host to host", host);
    must(cudaMemcpy(a, host, sizeof host, cudaMemcpyDefault));
    must(cudaMemcpy(b, a, sizeof host, cudaMemcpyDefault));
    int again[5];
    must(cudaMemcpy(again, b, sizeof again, cudaMemcpyDefault));
    show("default", again);
    must(cudaFree(a));
    must(cudaFree(b));
}
