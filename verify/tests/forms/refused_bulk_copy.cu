// form: bulk copies that a barrier counts in bytes (TMA): cuda::device::memcpy_async_tx
// refused: memcpy_async_tx (bulk copies) is not there yet
#include <cuda/barrier>
__global__ void copy(int* x) {
    __shared__ alignas(16) int tile[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    cuda::device::memcpy_async_tx(tile, x, cuda::aligned_size_t<16>(128), ready);
}
int main() { copy<<<1, 1>>>(nullptr); }
