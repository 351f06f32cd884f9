// cudaGetErrorName and cudaGetErrorString: the name and the text of error codes, and of numbers that are none.
#include "show.h"

int main() {
    const cudaError_t errors[] = {cudaSuccess,
                                  cudaErrorInvalidValue,
                                  cudaErrorMemoryAllocation,
                                  cudaErrorInvalidConfiguration,
                                  cudaErrorInvalidPitchValue,
                                  cudaErrorInvalidSymbol,
                                  cudaErrorInvalidMemcpyDirection,
                                  cudaErrorInsufficientDriver,
                                  cudaErrorInvalidDeviceFunction,
                                  cudaErrorNoDevice,
                                  cudaErrorInvalidDevice,
                                  cudaErrorNoKernelImageForDevice,
                                  cudaErrorInvalidPtx,
                                  cudaErrorUnsupportedPtxVersion,
                                  cudaErrorInvalidResourceHandle,
                                  cudaErrorNotReady,
                                  cudaErrorIllegalAddress,
                                  cudaErrorLaunchOutOfResources,
                                  cudaErrorLaunchTimeout,
                                  cudaErrorAssert,
                                  cudaErrorIllegalInstruction,
                                  cudaErrorMisalignedAddress,
                                  cudaErrorLaunchFailure,
                                  cudaErrorNotPermitted,
                                  cudaErrorNotSupported,
                                  cudaErrorUnknown,
                                  static_cast<cudaError_t>(12345)};
    for (const cudaError_t error : errors)
        std::printf("%5d %s: %s\n", static_cast<int>(error), cudaGetErrorName(error), cudaGetErrorString(error));
}
