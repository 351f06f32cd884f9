// Stream and event calls that are refused: no place for the result, flags that are none, handles that are null.
#include "show.h"

int main() {
    cudaStream_t stream;
    cudaEvent_t event;
    show("stream to nowhere", cudaStreamCreate(nullptr));
    show("stream flags 77", cudaStreamCreateWithFlags(&stream, 77));
    show("destroy stream null", cudaStreamDestroy(nullptr));
    show("event to nowhere", cudaEventCreate(nullptr));
    show("event flags 77", cudaEventCreateWithFlags(&event, 0x4d));
    show("record event null", cudaEventRecord(nullptr));
    show("wait for event null", cudaEventSynchronize(nullptr));
    show("query event null", cudaEventQuery(nullptr));
    show("destroy event null", cudaEventDestroy(nullptr));
    show("stream waits for null", cudaStreamWaitEvent(nullptr, nullptr, 0));
    cudaGetLastError();
    show("all well", cudaDeviceSynchronize());
}
