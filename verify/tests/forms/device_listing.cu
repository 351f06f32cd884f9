// form: what a listing of the device prints: properties, clock rates by attribute, limits, the bus, texture sizes
#include <cstdio>
int main() {
    cudaDeviceProp deviceProp;
    cudaGetDeviceProperties(&deviceProp, 0);
    char text[4096], bus[32];
    int clockRate = 0, memoryClockRate = 0, computeMode = -1;
    size_t stack = 0, heap = 0;
    cudaDeviceGetAttribute(&clockRate, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&memoryClockRate, cudaDevAttrMemoryClockRate, 0);
    cudaDeviceGetAttribute(&computeMode, cudaDevAttrComputeMode, 0);
    cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
    cudaDeviceGetLimit(&stack, cudaLimitStackSize);
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 2 * heap);
    const int length = snprintf(
        text, sizeof text,
        "%s: %d.%d, %zu MB, %d SMs, %d kHz, %d kHz, %d bits, L2 %d, textures %d, (%d, %d), (%d, %d, %d), layers %d %d, "
        "constant %zu, shared %zu %zu, registers %d, warp %d, threads %d %d, pitch %zu, alignment %zu, copies %d, "
        "timeout-free %d, integrated %d, maps %d, surface %zu, ECC %d, UVA %d, managed %d, preemption %d, cooperative "
        "%d, "
        "bus %s %d:%d:%d, mode %d, uuid %x, stack %zu",
        deviceProp.name, deviceProp.major, deviceProp.minor, deviceProp.totalGlobalMem >> 20,
        deviceProp.multiProcessorCount, clockRate, memoryClockRate, deviceProp.memoryBusWidth, deviceProp.l2CacheSize,
        deviceProp.maxTexture1D, deviceProp.maxTexture2D[0], deviceProp.maxTexture2D[1], deviceProp.maxTexture3D[0],
        deviceProp.maxTexture3D[1], deviceProp.maxTexture3D[2], deviceProp.maxTexture1DLayered[1],
        deviceProp.maxTexture2DLayered[2], deviceProp.totalConstMem, deviceProp.sharedMemPerBlock,
        deviceProp.sharedMemPerMultiprocessor, deviceProp.regsPerBlock, deviceProp.warpSize,
        deviceProp.maxThreadsPerMultiProcessor, deviceProp.maxThreadsPerBlock, deviceProp.memPitch,
        deviceProp.textureAlignment, deviceProp.asyncEngineCount, deviceProp.concurrentKernels, deviceProp.integrated,
        deviceProp.canMapHostMemory, deviceProp.surfaceAlignment, deviceProp.ECCEnabled, deviceProp.unifiedAddressing,
        deviceProp.managedMemory, deviceProp.computePreemptionSupported, deviceProp.cooperativeLaunch, bus,
        deviceProp.pciDomainID, deviceProp.pciBusID, deviceProp.pciDeviceID, computeMode,
        (unsigned)deviceProp.uuid.bytes[0], stack);
    std::puts(length > 100 && cudaGetLastError() == cudaSuccess ? "ok" : "wrong");
}
