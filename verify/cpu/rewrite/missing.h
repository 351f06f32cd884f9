// What of CUDA the CPU device does not have, and what to call it in a message.
#pragma once

#include <string>
#include <string_view>

namespace cpu_device {

struct Missing {
    std::string_view name;  // of a header: how its name begins
    std::string_view feature;
};

inline constexpr Missing MISSING_HEADERS[] = {{"cooperative_groups", "the inside of cooperative groups"},
                                              {"cuda_fp8", "8-bit floats"},
                                              {"cuda_fp6", "6-bit floats"},
                                              {"cuda_fp4", "4-bit floats"},
                                              {"cuda_pipeline", "the inside of asynchronous copies"},
                                              {"cuda_awbarrier", "asynchronous barriers"},
                                              {"cuda/", "libcu++"},
                                              {"cudaTypedefs", "the driver API"},
                                              {"cuda_gl_interop", "graphics"},
                                              {"cudaGL", "graphics"},
                                              {"cuda_egl_interop", "graphics"},
                                              {"cudaEGL", "graphics"},
                                              {"cuda_vdpau_interop", "graphics"},
                                              {"texture_fetch_functions", "texture references"},
                                              {"surface_functions", "surface references"},
                                              {"cublas", "cuBLAS"},
                                              {"cudnn", "cuDNN"},
                                              {"cufft", "cuFFT"},
                                              {"curand", "cuRAND"},
                                              {"cusparse", "cuSPARSE"},
                                              {"cusolver", "cuSOLVER"},
                                              {"nccl", "NCCL"},
                                              {"npp", "NPP"},
                                              {"nvrtc", "run-time compilation"},
                                              {"nvml", "NVML"},
                                              {"cupti", "CUPTI"},
                                              {"cub/", "CUB"},
                                              {"thrust/", "Thrust"},
                                              {"cute/", "CUTLASS"},
                                              {"cutlass/", "CUTLASS"}};

// One or two names for each feature: those that no program which uses it can do without.
inline constexpr Missing MISSING_NAMES[] = {
    {"cudaMipmappedArray_t", "mipmaps"},
    {"cudaResourceTypeMipmappedArray", "mipmaps"},
    {"tex2DLod", "mipmaps"},
    {"tex2DGrad", "mipmaps"},
    {"tex3DLod", "mipmaps"},
    {"cudaArrayCubemap", "cube maps"},
    {"texCubemap", "cube maps"},
    {"cudaArrayTextureGather", "texture gathers"},
    {"tex2Dgather", "texture gathers"},
    {"cudaArraySparse", "sparse arrays"},
    {"cudaResourceViewDesc", "resource views"},
    {"cudaMemPrefetchBatchAsync", "batches of hints"},
    {"cudaMemcpyBatchAsync", "batches of copies"},
    {"cudaMemcpy3DBatchAsync", "batches of copies"},
    {"cudaOccupancyMaxActiveClusters", "thread block clusters"},
    {"cudaOccupancyMaxPotentialClusterSize", "thread block clusters"},
    {"curandState", "cuRAND's generator XORWOW"},
    {"curandState_t", "cuRAND's generator XORWOW"},
    {"curandStateXORWOW", "cuRAND's generator XORWOW"},
    {"curandStateXORWOW_t", "cuRAND's generator XORWOW"},
    {"curandStateMRG32k3a", "cuRAND's generator MRG32k3a"},
    {"curandStateMRG32k3a_t", "cuRAND's generator MRG32k3a"},
    {"curandStateMtgp32", "cuRAND's generator MTGP32"},
    {"curandStateMtgp32_t", "cuRAND's generator MTGP32"},
    {"curandStateSobol32_t", "cuRAND's Sobol sequences"},
    {"curandStateSobol64_t", "cuRAND's Sobol sequences"},
    {"curandStateScrambledSobol32_t", "cuRAND's Sobol sequences"},
    {"curandStateScrambledSobol64_t", "cuRAND's Sobol sequences"},
    {"curand_poisson", "cuRAND's Poisson distribution"},
    {"curand_poisson4", "cuRAND's Poisson distribution"},
    {"cudaGraphAddChildGraphNode", "graphs in graphs"},
    {"cudaGraphAddMemcpyNode", "3-D copies of a graph"},
    {"cudaGraphAddMemAllocNode", "memory of a graph"},
    {"cudaGraphAddEventRecordNode", "events of a graph"},
    {"cudaGraphAddEventWaitNode", "events of a graph"},
    {"cudaGraphAddNode", "nodes of any kind"},
    {"cudaGraphConditionalHandleCreate", "conditional nodes of a graph"},
    {"cudaGraphKernelNodeGetParams", "reading a node's arguments"},
    {"cudaStreamBeginCaptureToGraph", "capture into a graph that is there"},
    {"cudaStreamUpdateCaptureDependencies", "changing a capture"},
    {"__cluster_dims__", "thread block clusters"},
    {"bmma_sync", "tensor cores on single bits"},
    {"block_tile_memory", "tiles of more than one warp"},
    {"memcpy_async_tx", "bulk copies"},
    {"barrier_arrive_tx", "bulk copies"},
    {"barrier_expect_tx", "bulk copies"},
    {"cp_async_bulk_global_to_shared", "bulk copies"},
    {"cp_async_bulk_shared_to_global", "bulk copies"},
    {"CUtensorMap", "bulk copies of tensors"},
    {"cudaLaunchCooperativeKernelMultiDevice", "several devices"},
    {"cudaMemPoolExportToShareableHandle", "memory shared by processes"},
    {"cudaMemPoolSetAccess", "several devices"},
    {"cudaIpcMemHandle_t", "memory shared by processes"},
    {"cuInit", "the driver API"},
    {"CUdevice", "the driver API"},
    {"CUcontext", "the driver API"},
    {"CUmodule", "the driver API"},
};

// "<cublas_v2.h> (cuBLAS) is not there yet: run this program on a GPU"; `shown` is the name as it is written.
inline std::string not_there(std::string_view shown, std::string_view feature) {
    return std::string(shown) + " (" + std::string(feature) + ") is not there yet: run this program on a GPU";
}

}  // namespace cpu_device
