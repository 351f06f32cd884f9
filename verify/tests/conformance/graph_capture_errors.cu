// What a capture does not take: each call's error, and what the end of the capture says then.
#include "show.h"

__device__ int result;
__global__ void store(int x) { result = x; }

cudaStream_t stream, other;

void begin() { must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); }
void end() {
    cudaGraph_t graph = nullptr;
    show("  end", cudaStreamEndCapture(stream, &graph));
    if (graph != nullptr) must(cudaGraphDestroy(graph));
    cudaGetLastError();
}

int main() {
    must(cudaStreamCreate(&stream));
    must(cudaStreamCreate(&other));
    cudaEvent_t event, fresh;
    must(cudaEventCreate(&event));
    must(cudaEventCreate(&fresh));
    void* pointer;
    cudaStreamCaptureStatus status;
    show("of the default stream", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    begin();
    show("begin again", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    end();
    end();
    begin();
    show("wait for the stream", cudaStreamSynchronize(stream));
    must(cudaStreamIsCapturing(stream, &status));
    show("status", static_cast<int>(status));
    store<<<1, 1, 0, stream>>>(1);
    show("launch", cudaGetLastError());
    end();
    begin();
    show("wait for the device", cudaDeviceSynchronize());
    end();
    begin();
    show("allocate", cudaMalloc(&pointer, 4));
    end();
    begin();
    show("query the stream", cudaStreamQuery(stream));
    end();
    begin();
    show("query another stream", cudaStreamQuery(other));
    end();
    begin();
    show("wait for a fresh event", cudaStreamWaitEvent(stream, fresh, 0));
    end();
    must(cudaEventRecord(event, other));
    begin();
    show("wait for an event outside", cudaStreamWaitEvent(stream, event, 0));
    end();
    begin();
    must(cudaEventRecord(event, stream));
    show("query a captured event", cudaEventQuery(event));
    end();
    must(cudaEventRecord(event, other));
    begin();
    store<<<1, 1>>>(2);
    show("launch by default", cudaGetLastError());
    show("ask the default stream", cudaStreamIsCapturing(nullptr, &status));
    end();
    begin();
    must(cudaEventRecord(event, stream));
    must(cudaStreamWaitEvent(other, event, 0));
    store<<<1, 1, 0, other>>>(3);
    end();  // not joined
    must(cudaStreamIsCapturing(other, &status));
    show("status of the other", static_cast<int>(status));
    begin();
    must(cudaEventRecord(event, stream));
    must(cudaStreamWaitEvent(other, event, 0));
    cudaGraph_t graph;
    show("end on the other stream", cudaStreamEndCapture(other, &graph));
    end();
    show("nothing ran", fetch(result).value);
}
