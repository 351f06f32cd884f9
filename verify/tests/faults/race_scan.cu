// fault: a scan adds in place, while the right neighbour may still have to read the old sum
// expect: racecheck race at=@A other=@A space=shared array=sums thread=(2,0,0)
#include "faults.h"

constexpr int BLOCK = 64;

// Launch: grid [1], block [N].
template <typename T, int N>
__global__ void scan_inclusive(T* x) {  // x [N]
    __shared__ T sums[N];
    const int i = threadIdx.x;
    sums[i] = x[i];
    for (int d = 1; d < N; d *= 2) {
        __syncthreads();
#ifdef FIXED
        const T left = i >= d ? sums[i - d] : 0;
        __syncthreads();
        sums[i] += left;
#else
        if (i >= d) sums[i] += sums[i - d];  // @A
#endif
    }
    x[i] = sums[i];
}

int main() {
    int* x;
    CHECK(cudaMalloc(&x, BLOCK * sizeof(int)));
    CHECK(cudaMemset(x, 0, BLOCK * sizeof(int)));
    scan_inclusive<int, BLOCK><<<1, BLOCK>>>(x);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
