// cudaEventElapsedTime: milliseconds between two events, and what it returns when there are none to tell.
#include "show.h"

__global__ void work() {
    for (int i = 0; i < 100; ++i) __nanosleep(1000);
}

int main() {
    cudaEvent_t start, stop, untimed;
    must(cudaEventCreate(&start));
    must(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
    must(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    float forth = -1, back = -1;
    show("none recorded", cudaEventElapsedTime(&forth, start, stop));
    must(cudaEventRecord(start));
    work<<<1, 1>>>();
    must(cudaEventRecord(stop));
    must(cudaEventRecord(untimed));
    must(cudaDeviceSynchronize());
    show("both recorded", cudaEventElapsedTime(&forth, start, stop));
    show("not negative", forth >= 0);
    show("stop to start", cudaEventElapsedTime(&back, stop, start));
    show("not positive", back <= 0);
    show("one without a time", cudaEventElapsedTime(&forth, start, untimed));
    show("to nowhere", cudaEventElapsedTime(nullptr, start, stop));
    for (cudaEvent_t event : {start, stop, untimed}) must(cudaEventDestroy(event));
}
