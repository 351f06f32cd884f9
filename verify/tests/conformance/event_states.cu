// Events: a fresh one counts as done; recorded, it is done when the work before it is.
#include "show.h"

__device__ int result;
__global__ void work() {
    for (int i = 0; i < 100; ++i) __nanosleep(1000);
    result = 1;
}

int main() {
    cudaEvent_t event;
    show("create", cudaEventCreate(&event));
    show("query a fresh one", cudaEventQuery(event));
    show("wait for a fresh one", cudaEventSynchronize(event));
    work<<<1, 1>>>();
    show("record", cudaEventRecord(event));
    show("wait", cudaEventSynchronize(event));
    show("query", cudaEventQuery(event));
    int done = 0;
    must(cudaMemcpyFromSymbol(&done, result, sizeof done));
    show("the work is done", done);
    show("destroy", cudaEventDestroy(event));
}
