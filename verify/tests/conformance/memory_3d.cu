// cudaMalloc3D, cudaMemset3D and cudaMemcpy3D of linear memory: rows a pitch apart, slices of rows, boxes in bytes.
#include "show.h"

constexpr int W = 5, H = 3, D = 2;

__global__ void add(cudaPitchedPtr p) {
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    static_cast<char*>(p.ptr)[(z * p.ysize + y) * p.pitch + x] += 10 * z + y;
}

int main() {
    char h[D][H][W];
    cudaPitchedPtr d;
    must(cudaMalloc3D(&d, make_cudaExtent(W, H, D)));
    show("sizes", d.xsize, d.ysize, d.pitch >= W);
    must(cudaMemset3D(d, 1, make_cudaExtent(W, H, D)));
    cudaPitchedPtr inner = d;
    inner.ptr = static_cast<char*>(d.ptr) + d.pitch + 1;
    must(cudaMemset3DAsync(inner, 5, make_cudaExtent(2, 2, D)));
    add<<<1, dim3(W, H, D)>>>(d);
    must(cudaGetLastError());
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = d;
    copy.dstPtr = make_cudaPitchedPtr(h, W, W, H);
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyDeviceToHost;
    must(cudaMemcpy3D(&copy));
    for (const auto& slice : h)
        for (const auto& row : slice) show("row", int{row[0]}, int{row[1]}, int{row[2]}, int{row[3]}, int{row[4]});
    copy.srcPos = make_cudaPos(1, 1, 1);
    copy.dstPos = make_cudaPos(0, 0, 0);
    copy.extent = make_cudaExtent(3, 1, 1);
    must(cudaMemcpy3D(&copy));
    show("moved", int{h[0][0][0]}, int{h[0][0][1]}, int{h[0][0][2]}, int{h[0][0][3]});
    must(cudaFree(d.ptr));
}
