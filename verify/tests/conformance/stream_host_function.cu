// cudaLaunchHostFunc: a function of the host that runs in a stream's order, between its kernels' results.
#include "show.h"

__global__ void store(int* data, int x) { *data += x; }

struct Notes {
    const int* data;
    int seen[3], count;
};

void note(void* pointer) {  // may call no CUDA function
    Notes* const notes = static_cast<Notes*>(pointer);
    notes->seen[notes->count++] = *notes->data;
}

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int* data;
    must(cudaHostAlloc(&data, sizeof(int), cudaHostAllocMapped));
    *data = 0;
    Notes notes{data, {}, 0};
    for (int i = 1; i <= 3; ++i) {
        store<<<1, 1, 0, stream>>>(data, i);
        must(cudaLaunchHostFunc(stream, note, &notes));
    }
    must(cudaStreamSynchronize(stream));
    show("calls", notes.count);
    show("seen", notes.seen);
    must(cudaFreeHost(data));
    must(cudaStreamDestroy(stream));
}
