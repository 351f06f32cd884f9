// Hints for managed memory: cudaMemAdvise and cudaMemPrefetchAsync, and what cudaMemRangeGetAttribute says of them.
#include "show.h"

constexpr size_t BYTES = 1 << 20;
char* memory;

int range(cudaMemRangeAttribute which, size_t begin = 0, size_t bytes = BYTES) {
    int value = -12345;
    must(cudaMemRangeGetAttribute(&value, sizeof value, which, memory + begin, bytes));
    return value;
}
void show_range(const char* what) {
    show(what, range(cudaMemRangeAttributeReadMostly), range(cudaMemRangeAttributePreferredLocation),
         range(cudaMemRangeAttributeAccessedBy), range(cudaMemRangeAttributeLastPrefetchLocation));
}

int main() {
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    must(cudaMallocManaged(&memory, BYTES));
    show_range("at first");
    show("read mostly", cudaMemAdvise(memory, BYTES, cudaMemAdviseSetReadMostly, device));
    show_range("then");
    show("not read mostly", cudaMemAdvise(memory, BYTES, cudaMemAdviseUnsetReadMostly, device));
    show("preferred on the device", cudaMemAdvise(memory, BYTES, cudaMemAdviseSetPreferredLocation, device));
    show("accessed by the device", cudaMemAdvise(memory, BYTES, cudaMemAdviseSetAccessedBy, device));
    show("prefetched there", cudaMemPrefetchAsync(memory, BYTES, device, 0));
    show_range("then");
    show("preferred on the host", cudaMemAdvise(memory, BYTES, cudaMemAdviseSetPreferredLocation, host));
    show("prefetched to the host", cudaMemPrefetchAsync(memory, BYTES / 2, host, 0));
    must(cudaDeviceSynchronize());
    show_range("then");
    show("of the first half", range(cudaMemRangeAttributeLastPrefetchLocation, 0, BYTES / 2));
    show("of the second half", range(cudaMemRangeAttributeLastPrefetchLocation, BYTES / 2, BYTES / 2));
    must(cudaFree(memory));

    show("freed", cudaMemPrefetchAsync(memory, BYTES, device, 0));
    must(cudaMalloc(&memory, BYTES));
    show("device memory", cudaMemPrefetchAsync(memory, BYTES, device, 0));
    show("device memory", cudaMemAdvise(memory, BYTES, cudaMemAdviseSetReadMostly, device));
    must(cudaFree(memory));
    must(cudaMallocManaged(&memory, BYTES));
    show("flags", cudaMemPrefetchAsync(memory, BYTES, device, 1));
    show("no such device", cudaMemPrefetchAsync(memory, BYTES, {cudaMemLocationTypeDevice, 1000}, 0));
    must(cudaFree(memory));
}
