// form: two-dimensional shared tiles with a padded row, sizes from macros and template arguments
#include <cstdio>
#define TILE 8
template <int pad>
__global__ void transpose(const int* in, int* out) {
    __shared__ int tile[TILE][TILE + pad];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * TILE + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() {
    int* values;
    cudaMallocManaged(&values, 2 * TILE * TILE * sizeof(int));
    for (int i = 0; i < TILE * TILE; ++i) values[i] = i;
    transpose<1><<<1, dim3(TILE, TILE)>>>(values, values + TILE * TILE);
    cudaDeviceSynchronize();
    std::puts(values[TILE * TILE + 1] == TILE ? "ok" : "wrong");
    cudaFree(values);
}
