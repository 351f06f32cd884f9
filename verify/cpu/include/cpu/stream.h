// Streams. Work is queued, and runs in the order of its stream when the host waits for it; functions of the host are a
// part of that work. All streams have the same priority, 0.
#pragma once

#include <cstddef>

#include "cpu/errors.h"

inline constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
// No macros: the rewriter would not see the end of a launch behind one that a system's header defines.
inline const cudaStream_t cudaStreamLegacy = reinterpret_cast<cudaStream_t>(1);
inline const cudaStream_t cudaStreamPerThread = reinterpret_cast<cudaStream_t>(2);

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);

#define CUDART_CB
using cudaHostFn_t = void (*)(void* argument);
using cudaStreamCallback_t = void (*)(cudaStream_t stream, cudaError_t status, void* argument);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* argument);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* argument, unsigned flags);

// Accepted, and without effect: managed memory belongs to both sides at all times.
inline constexpr unsigned cudaMemAttachSingle = 4;
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle);
