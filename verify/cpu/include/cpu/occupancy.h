// How many blocks fit, and what a kernel needs. A multiprocessor of the CPU device holds what one of compute capability
// 7.5 does; how many the device says that it has does not depend on the processor below it.
#pragma once

#include <cstddef>

#include "cpu/errors.h"

inline constexpr unsigned cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1;

// What is known of a kernel without running it, which is the same for all. Its static shared memory, its registers and
// its stack are not known: 0.
struct cudaFuncAttributes {
    std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion, binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

namespace cpu_device {
cudaError_t blocks_per_core(int* blocks, int block, std::size_t shared);
cudaError_t best_block(int* least_grid, int* block, std::size_t shared, int limit);
cudaError_t shared_per_block(std::size_t* shared, int blocks, int block);
cudaError_t function_attributes(cudaFuncAttributes* attributes);
}  // namespace cpu_device

// Blocks of `block` threads and `shared` bytes of dynamic shared memory that a multiprocessor runs at once.
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int block, std::size_t shared) {
    return cpu_device::blocks_per_core(blocks, block, shared);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel, int block,
                                                                          std::size_t shared, unsigned) {
    return cpu_device::blocks_per_core(blocks, block, shared);
}

// The block size, no larger than `limit` unless that is 0, that keeps the device busiest, and the smallest grid for it.
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* block, Kernel, std::size_t shared = 0,
                                                      int limit = 0) {
    return cpu_device::best_block(least_grid, block, shared, limit);
}

template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* least_grid, int* block, Kernel,
                                                               std::size_t shared = 0, int limit = 0, unsigned = 0) {
    return cpu_device::best_block(least_grid, block, shared, limit);
}

// The same where the dynamic shared memory depends on the block: shared_of(block size) is its bytes.
template <class Kernel, class SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* least_grid, int* block, Kernel,
                                                                  SharedOf shared_of, int limit = 0) {
    if (limit <= 0 || limit > 1024) limit = 1024;
    for (int size = limit; size > 0; size = (size - 1) / 32 * 32) {
        int blocks = 0;
        const cudaError_t error = cpu_device::blocks_per_core(&blocks, size, shared_of(size));
        if (error != cudaSuccess) return error;
        if (blocks > 0) return cpu_device::best_block(least_grid, block, shared_of(size), size);
    }
    return cpu_device::best_block(least_grid, block, shared_of(1), 1);
}
template <class Kernel, class SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* least_grid, int* block, Kernel kernel,
                                                                           SharedOf shared_of, int limit = 0,
                                                                           unsigned = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(least_grid, block, kernel, shared_of, limit);
}

// The dynamic shared memory that each of `blocks` blocks may have when a multiprocessor is to run them at once.
template <class Kernel>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* shared, Kernel, int blocks, int block) {
    return cpu_device::shared_per_block(shared, blocks, block);
}

template <class Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel*) {
    return cpu_device::function_attributes(attributes);
}
