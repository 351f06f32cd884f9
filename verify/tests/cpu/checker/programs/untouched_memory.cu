// 8 GiB of device memory of which a few bytes are used: neither they nor what the checker knows of them take any room.
#include <sys/resource.h>

#include <cmath>
#include <cstdio>

__global__ void touch(float* p, size_t n) {
    p[n - 1] = 2;
    p[n / 2] = p[n - 1] + 1;
}

int main() {
    constexpr size_t N = size_t{2} << 30;
    float *p, h[3];
    if (cudaMalloc(&p, N * sizeof(float)) != cudaSuccess) return 3;
    touch<<<1, 1>>>(p, N);
    cudaMemcpy(&h[0], p + N - 1, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&h[1], p + N / 2, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&h[2], p, sizeof(float), cudaMemcpyDeviceToHost);  // nobody wrote it: NaN
    cudaFree(p);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const bool ok = h[0] == 2 && h[1] == 3 && std::isnan(h[2]) && used.ru_maxrss < 512 * 1024;  // KiB
    std::puts(ok ? "ok" : "wrong");
    return ok ? 0 : 1;
}
