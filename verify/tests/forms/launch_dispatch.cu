// form: a switch that turns a run-time block size into a template argument
#include <cstdio>
__managed__ int total;
template <unsigned block_size, bool twice>
__global__ void add() {
    if (threadIdx.x < block_size) atomicAdd(&total, twice ? 2 : 1);
}
int main() {
    const unsigned threads = 64;
    switch (threads) {
        case 32:
            add<32, false><<<1, threads>>>();
            break;
        case 64:
            add<64, (64 > 32)><<<1, threads>>>();
            break;
        default:
            return 1;
    }
    cudaDeviceSynchronize();
    std::puts(total == 128 ? "ok" : "wrong");
}
