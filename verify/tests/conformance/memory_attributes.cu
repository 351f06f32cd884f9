// cudaPointerGetAttributes: which memory a pointer points to; and cudaMemGetInfo.
#include "show.h"

const char* kind(const void* pointer) {
    cudaPointerAttributes attributes;
    must(cudaPointerGetAttributes(&attributes, pointer));
    switch (attributes.type) {
        case cudaMemoryTypeUnregistered:
            return "unregistered";
        case cudaMemoryTypeHost:
            return "host";
        case cudaMemoryTypeDevice:
            return "device";
        default:
            return "managed";
    }
}

int main() {
    int own, *device, *pinned, *managed;
    must(cudaMalloc(&device, 4 * sizeof(int)));
    must(cudaMallocHost(&pinned, sizeof(int)));
    must(cudaMallocManaged(&managed, sizeof(int)));
    show("cudaMalloc", kind(device));
    show("  in its middle", kind(device + 2));
    show("cudaMallocHost", kind(pinned));
    show("cudaMallocManaged", kind(managed));
    show("the program's own", kind(&own));
    std::size_t free_bytes, total;
    must(cudaMemGetInfo(&free_bytes, &total));
    show("free <= total", free_bytes <= total && total > 0);
    must(cudaFree(device));
    must(cudaFree(managed));
    must(cudaFreeHost(pinned));
}
