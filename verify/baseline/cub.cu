// CUB behind verify/baseline/collect.h.
#include <cub/device/device_reduce.cuh>
#include <cub/version.cuh>
#include <memory>
#include <string>

#include "common/check.h"
#include "verify/baseline/collect.h"

namespace baseline {
namespace {

std::string version() { return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION); }

std::shared_ptr<void> device_memory(std::size_t bytes) {
    void* memory = nullptr;
    CHECK_CUDA(cudaMalloc(&memory, bytes));
    return {memory, [](void* old) { cudaFree(old); }};
}

}  // namespace

verify::Baseline sum(const float* x, std::size_t n, int sets, float* sum) {
    std::size_t bytes = 0;
    CHECK_CUDA(cub::DeviceReduce::Sum(nullptr, bytes, x, sum, n));
    const std::shared_ptr<void> scratch = device_memory(bytes);
    return {.name = "cub::DeviceReduce::Sum", .settings = version(), .run = [=](int run) {
                std::size_t size = bytes;
                CHECK_CUDA(cub::DeviceReduce::Sum(scratch.get(), size, x + std::size_t(run % sets) * n, sum, n));
            }};
}

}  // namespace baseline
