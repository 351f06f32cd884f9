// Memory pools: cudaMallocFromPoolAsync, attributes of a pool, and what is refused.
#include "show.h"

__global__ void fill(int* data) { data[threadIdx.x] = 5 * threadIdx.x; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    cudaMemPool_t standard, current, mine;
    show("default pool", cudaDeviceGetDefaultMemPool(&standard, 0));
    show("current pool", cudaDeviceGetMemPool(&current, 0));
    show("are one", standard == current);
    unsigned long long value = 1;
    show("threshold", cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &value));
    show("is", value);
    value = 1 << 20;
    show("set it", cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &value));
    value = 0;
    show("get it", cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &value));
    show("is", value);

    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    show("create", cudaMemPoolCreate(&mine, &properties));
    int *data, host[4];
    show("allocate", cudaMallocFromPoolAsync(&data, sizeof host, mine, stream));
    fill<<<1, 4, 0, stream>>>(data);
    must(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, stream));
    show("free", cudaFreeAsync(data, stream));
    show("free again", cudaFreeAsync(data, stream));
    cudaGetLastError();
    must(cudaStreamSynchronize(stream));
    show("values", host);
    show("used", cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &value));
    show("is", value);
    show("trim", cudaMemPoolTrimTo(mine, 0));
    show("destroy", cudaMemPoolDestroy(mine));
    must(cudaStreamDestroy(stream));
}
