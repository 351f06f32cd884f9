// fault: points that fall into a circle are counted in a managed variable with ++
// expect: racecheck race at=@A other=@A array=hits
#include "faults.h"

constexpr int N = 32;

__managed__ int hits;

// Launch: grid [N / 8, N / 8], block [8, 8].
__global__ void count_in_circle() {
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x * x + y * y >= N * N) return;
#ifdef FIXED
    atomicAdd(&hits, 1);
#else
    ++hits;  // @A
#endif
}

int main() {
    hits = 0;
    count_in_circle<<<dim3(N / 8, N / 8), dim3(8, 8)>>>();
    CHECK(cudaDeviceSynchronize());
    if (hits == 0 || hits > N * N) return 4;
}
