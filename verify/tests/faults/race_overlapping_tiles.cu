// fault: the tiles of an image overlap by a column, and both blocks write it
// expect: racecheck same-value at=@A other=@A space=global array=out block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int T = 8, H = 16, W = 4 * T;

// Launch: grid [W / T, H / T], block [T, T].
__global__ void threshold_tiled(const unsigned char* in, unsigned char* out) {  // in [H, W], out [H, W]
#ifdef FIXED
    const int column = blockIdx.x * T + threadIdx.x;
#else
    const int column = blockIdx.x * (T - 1) + threadIdx.x;
#endif
    const int row = blockIdx.y * T + threadIdx.y;
    out[row * W + column] = in[row * W + column] > 127;  // @A
}

int main() {
    unsigned char *in, *out;
    CHECK(cudaMalloc(&in, H * W));
    CHECK(cudaMalloc(&out, H * W));
    CHECK(cudaMemset(in, 200, H * W));
    threshold_tiled<<<dim3(W / T, H / T), dim3(T, T)>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
