// form: texture objects: cudaTextureObject_t of a cudaArray, tex2D with normalized coordinates and a linear filter
#include <cstdio>
__global__ void enlarge(float* out, cudaTextureObject_t image, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = (x + 0.5f) / (float)width, v = (y + 0.5f) / (float)height;
    out[y * width + x] = tex2D<float>(image, u, v);
}
int main() {
    const int size = 4;
    float pixels[size * size], *out;
    for (int i = 0; i < size * size; i++) pixels[i] = i;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray* cuArray;
    cudaMallocArray(&cuArray, &channelDesc, size, size);
    cudaMemcpy2DToArray(cuArray, 0, 0, pixels, size * 4, size * 4, size, cudaMemcpyHostToDevice);
    struct cudaResourceDesc resDesc = {};
    resDesc.resType = cudaResourceTypeArray;
    resDesc.res.array.array = cuArray;
    struct cudaTextureDesc texDesc = {};
    texDesc.addressMode[0] = cudaAddressModeWrap;
    texDesc.addressMode[1] = cudaAddressModeClamp;
    texDesc.filterMode = cudaFilterModeLinear;
    texDesc.readMode = cudaReadModeElementType;
    texDesc.normalizedCoords = 1;
    cudaTextureObject_t image = 0;
    cudaCreateTextureObject(&image, &resDesc, &texDesc, NULL);
    cudaMallocManaged(&out, 64 * sizeof(float));
    enlarge<<<dim3(2, 2), dim3(4, 4)>>>(out, image, 8, 8);
    cudaDeviceSynchronize();
    std::puts(out[0] == 0.75f && out[1 * 8 + 1] == 1.25f && out[63] == 14.25f ? "ok" : "wrong");
    cudaDestroyTextureObject(image);
    cudaFreeArray(cuArray);
    cudaFree(out);
}
