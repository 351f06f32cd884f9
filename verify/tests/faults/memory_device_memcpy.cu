// fault: a result is copied with memcpy, which is the host's, instead of cudaMemcpy
// expect: memcheck device-access at=@A
#include <cstring>
#include <vector>

#include "faults.h"

constexpr int N = 1000;

int main() {
    float* d_x;
    CHECK(cudaMalloc(&d_x, N * sizeof(float)));
    CHECK(cudaMemset(d_x, 0, N * sizeof(float)));
    std::vector<float> h_x(N, 1.0f);
#ifdef FIXED
    CHECK(cudaMemcpy(h_x.data(), d_x, N * sizeof(float), cudaMemcpyDeviceToHost));
#else
    std::memcpy(h_x.data(), d_x, N * sizeof(float));  // @A
#endif
    if (h_x[N - 1] != 0) return 4;
    CHECK(cudaFree(d_x));
}
