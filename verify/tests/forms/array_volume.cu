// form: a volume: cudaMalloc3DArray, cudaMemcpy3D with make_cudaPitchedPtr, tex3D
#include <cstdio>
#include <vector>
__global__ void sample(cudaTextureObject_t volume, float* out) { *out = tex3D<float>(volume, 0.5f, 0.5f, 0.5f); }
int main() {
    const cudaExtent volumeSize = make_cudaExtent(4, 3, 2);
    std::vector<unsigned char> voxels(4 * 3 * 2, 51);
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<unsigned char>();
    cudaArray* volume = 0;
    cudaMalloc3DArray(&volume, &channelDesc, volumeSize);
    cudaMemcpy3DParms copyParams = {};
    copyParams.srcPtr = make_cudaPitchedPtr(voxels.data(), volumeSize.width * sizeof(unsigned char), volumeSize.width,
                                            volumeSize.height);
    copyParams.dstArray = volume;
    copyParams.extent = volumeSize;
    copyParams.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copyParams);
    cudaResourceDesc texRes = {};
    texRes.resType = cudaResourceTypeArray;
    texRes.res.array.array = volume;
    cudaTextureDesc texDescr = {};
    texDescr.normalizedCoords = true;
    texDescr.filterMode = cudaFilterModeLinear;
    for (auto& mode : texDescr.addressMode) mode = cudaAddressModeClamp;
    texDescr.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &texRes, &texDescr, NULL);
    float *d_out, out = 0;
    cudaMalloc(&d_out, sizeof(float));
    sample<<<1, 1>>>(texture, d_out);
    cudaMemcpy(&out, d_out, sizeof(float), cudaMemcpyDeviceToHost);
    std::puts(out == 0.2f ? "ok" : "wrong");
    cudaDestroyTextureObject(texture);
    cudaFreeArray(volume);
    cudaFree(d_out);
}
