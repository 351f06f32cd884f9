// cudaDeviceGetAttribute: the numbers of cudaDeviceProp one by one, and a few that it does not have.
#include "cpu/device.h"
#include "verify/cpu/runtime/ground/last_error.h"

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    cudaDeviceProp p{};
    if (value == nullptr) return cpu_device::record(cudaErrorInvalidValue);
    if (const cudaError_t error = cudaGetDeviceProperties(&p, device); error != cudaSuccess) return error;
    switch (attribute) {
#define CPU_DEVICE_ATTRIBUTE(name, number, from_properties) \
    case cudaDevAttr##name:                                 \
        *value = static_cast<int>(from_properties);         \
        return cpu_device::record(cudaSuccess);
#include "cpu/attribute_table.h"
#undef CPU_DEVICE_ATTRIBUTE
    }
    return cpu_device::record(cudaErrorInvalidValue);
}
