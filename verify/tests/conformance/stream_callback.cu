// cudaStreamAddCallback: a function of the host that learns its stream and how the work before it went.
#include "show.h"

__global__ void add(int* data) { *data += 7; }

struct Notes {
    const int* data;
    cudaStream_t stream;
    int seen[3], count, errors;
};

void CUDART_CB note(cudaStream_t stream, cudaError_t status, void* pointer) {
    Notes* const notes = static_cast<Notes*>(pointer);
    notes->errors += status != cudaSuccess || stream != notes->stream;
    notes->seen[notes->count++] = *notes->data;
}

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int* data;
    must(cudaHostAlloc(&data, sizeof(int), cudaHostAllocMapped));
    *data = 0;
    Notes notes{data, stream, {}, 0, 0};
    for (int i = 0; i < 3; ++i) {
        add<<<1, 1, 0, stream>>>(data);
        show("add", cudaStreamAddCallback(stream, note, &notes, 0));
    }
    show("with flags", cudaStreamAddCallback(stream, note, &notes, 1));
    show("of no function", cudaStreamAddCallback(stream, nullptr, &notes, 0));
    cudaGetLastError();
    must(cudaStreamSynchronize(stream));
    show("calls, errors", notes.count, notes.errors);
    show("seen", notes.seen);
    must(cudaFreeHost(data));
    must(cudaStreamDestroy(stream));
}
