// malloc in a kernel: null when the heap is used up, whole again when all is freed, aligned, and of its own for each
// thread.
#include "show.h"

__device__ int count[2];
__device__ bool again, refused, aligned = true, apart = true;

__global__ void exhaust() {
    for (int round = 0; round < 2; ++round) {
        void** last = nullptr;
        while (void* piece = malloc(100000)) {
            *static_cast<void***>(piece) = last;
            last = static_cast<void**>(piece);
            ++count[round];
        }
        while (last != nullptr) {
            void** const before = static_cast<void**>(*last);
            free(last);
            last = before;
        }
    }
    again = count[1] > 0;
    refused = malloc(size_t{1} << 40) == nullptr;
    free(nullptr);
}

__global__ void each() {
    const int bytes = 8 * (threadIdx.x % 5 + 1);
    unsigned char* const mine = static_cast<unsigned char*>(malloc(bytes));
    if (reinterpret_cast<size_t>(mine) % 16 != 0) aligned = false;
    for (int i = 0; i < bytes; ++i) mine[i] = static_cast<unsigned char>(threadIdx.x);
    __syncthreads();
    for (int i = 0; i < bytes; ++i)
        if (mine[i] != threadIdx.x) apart = false;
    free(mine);
}

int main() {
    exhaust<<<1, 1>>>();
    must(cudaDeviceSynchronize());
    const auto pieces = fetch(count);
    show("some pieces", pieces[0] > 10, pieces[0] < 10000);
    show("and again", fetch(again).value);
    show("too much is null", fetch(refused).value);
    each<<<1, 200>>>();
    show("aligned", fetch(aligned).value);
    show("apart", fetch(apart).value);
}
