// form: properties that CUDA 13 has no longer: clockRate, memoryClockRate, deviceOverlap, computeMode
// refused: cudaDeviceProp::clockRate was removed in CUDA 13: use cudaDeviceGetAttribute(&value, cudaDevAttrClockRate,
// device)
#include <cstdio>
int main() {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    std::printf("%d kHz\n", properties.clockRate);
}
