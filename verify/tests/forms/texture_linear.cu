// form: a texture of linear memory: tex1Dfetch of an int2, by a struct that carries the object
#include <cstdio>
struct Table {
    cudaTextureObject_t texture;
    __device__ __forceinline__ int2 operator[](int i) const { return tex1Dfetch<int2>(texture, i); }
};
__global__ void add_up(Table table, int n, int* sum) {
    int i = threadIdx.x;
    if (i < n) atomicAdd(sum, table[i].x * table[i].y);
}
int main() {
    int2 h[3] = {{1, 2}, {3, 4}, {5, 6}}, *d;
    int* sum;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc<int2>();
    resource.res.linear.sizeInBytes = sizeof h;
    cudaTextureDesc reading;
    memset(&reading, 0, sizeof(reading));
    reading.readMode = cudaReadModeElementType;
    Table table;
    cudaCreateTextureObject(&table.texture, &resource, &reading, nullptr);
    add_up<<<1, 32>>>(table, 3, sum);
    cudaDeviceSynchronize();
    std::puts(*sum == 44 ? "ok" : "wrong");
    cudaDestroyTextureObject(table.texture);
    cudaFree(d);
    cudaFree(sum);
}
