// form: surface objects: cudaSurfaceObject_t, surf2Dread and surf2Dwrite with x in bytes
#include <cstdio>
__global__ void copyKernel(cudaSurfaceObject_t inputSurfObj, cudaSurfaceObject_t outputSurfObj, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        uchar4 data;
        surf2Dread(&data, inputSurfObj, x * 4, y);
        surf2Dwrite(data, outputSurfObj, x * 4, y);
    }
}
int main() {
    const int width = 10, height = 6;
    uchar4 pixels[height][width], back[height][width] = {};
    for (int i = 0; i < width * height; i++) pixels[0][i] = make_uchar4(i, 2 * i, 3 * i, 255);
    auto desc = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray_t in, out;
    cudaMallocArray(&in, &desc, width, height, cudaArraySurfaceLoadStore);
    cudaMallocArray(&out, &desc, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(in, 0, 0, pixels, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    cudaSurfaceObject_t from = 0, to = 0;
    resource.res.array.array = in;
    cudaCreateSurfaceObject(&from, &resource);
    resource.res.array.array = out;
    cudaCreateSurfaceObject(&to, &resource);
    copyKernel<<<dim3(2, 2), dim3(8, 4)>>>(from, to, width, height);
    cudaMemcpy2DFromArray(back, width * 4, out, 0, 0, width * 4, height, cudaMemcpyDeviceToHost);
    std::puts(memcmp(back, pixels, sizeof back) == 0 ? "ok" : "wrong");
    cudaDestroySurfaceObject(from);
    cudaDestroySurfaceObject(to);
    cudaFreeArray(in);
    cudaFreeArray(out);
}
