// NVML: its types, and its calls by name (cpu/library.h).
#pragma once
#define __nvml_nvml_h__
#include "cpu/library.h"
#include "cuda_runtime.h"

using nvmlDevice_t = struct nvmlDevice_st*;

enum nvmlReturn_t {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_DRIVER_NOT_LOADED = 9,
    NVML_ERROR_TIMEOUT = 10,
    NVML_ERROR_UNKNOWN = 999
};
enum nvmlTemperatureSensors_t { NVML_TEMPERATURE_GPU = 0 };
enum nvmlClockType_t { NVML_CLOCK_GRAPHICS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2, NVML_CLOCK_VIDEO = 3 };
struct nvmlUtilization_t {
    unsigned gpu, memory;
};
struct nvmlMemory_t {
    unsigned long long total, free, used;
};
#define NVML_DEVICE_NAME_BUFFER_SIZE 64

CPU_DEVICE_CALL(const char*, nvmlErrorString, "NVML");
CPU_DEVICE_CALLS_OF(nvml, nvmlReturn_t, "NVML");
