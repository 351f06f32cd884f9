// Events. An event stands for what its stream held when it was recorded, and has the time at which that was done.
#pragma once

#include "cpu/errors.h"

inline constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
                          cudaEventInterprocess = 4;
inline constexpr unsigned cudaEventRecordDefault = 0, cudaEventRecordExternal = 1;  // the second is not supported
inline constexpr unsigned cudaEventWaitDefault = 0, cudaEventWaitExternal = 1;      // likewise

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr, unsigned flags = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
// Milliseconds of the host's clock between the times at which two records ran: no measure of a GPU.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);
