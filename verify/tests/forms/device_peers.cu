// form: as many GPUs as there are: cudaDeviceCanAccessPeer for each pair, cudaMemcpyPeer
#include <cstdio>
int main() {
    int count = 0, h = 42, back = 0, *from, *to;
    cudaGetDeviceCount(&count);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int can = 0;
            if (i != j) cudaDeviceCanAccessPeer(&can, i, j);
            if (can) {
                cudaSetDevice(i);
                cudaDeviceEnablePeerAccess(j, 0);
            }
        }
    cudaSetDevice(0);
    cudaMalloc(&from, sizeof(int));
    cudaSetDevice(count - 1);
    cudaMalloc(&to, sizeof(int));
    cudaMemcpy(from, &h, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpyPeer(to, count - 1, from, 0, sizeof(int));
    cudaMemcpy(&back, to, sizeof(int), cudaMemcpyDeviceToHost);
    std::puts(back == 42 ? "ok" : "wrong");
    cudaFree(from);
    cudaFree(to);
}
