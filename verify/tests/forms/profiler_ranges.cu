// form: <nvtx3/nvToolsExt.h>: ranges and marks for a profiler, which do nothing without one
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
__global__ void kernel() {}
struct Range {
    explicit Range(const char* name) {
        nvtxEventAttributes_t attributes = {};
        attributes.version = NVTX_VERSION;
        attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
        attributes.colorType = NVTX_COLOR_ARGB;
        attributes.color = 0xff00ff00;
        attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
        attributes.message.ascii = name;
        nvtxRangePushEx(&attributes);
    }
    ~Range() { nvtxRangePop(); }
};
int main() {
    const Range range("all");
    nvtxRangePush("launch");
    kernel<<<1, 1>>>();
    nvtxMarkA("launched");
    nvtxRangePop();
    const nvtxRangeId_t id = nvtxRangeStartA("wait");
    std::puts(cudaDeviceSynchronize() == cudaSuccess ? "ok" : "wrong");
    nvtxRangeEnd(id);
}
