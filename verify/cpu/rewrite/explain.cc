#include "verify/cpu/rewrite/explain.h"

#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "verify/cpu/rewrite/missing.h"

namespace cpu_device {
namespace {

struct Removed {
    std::string_view name, since, instead;
};

// What older programs use and CUDA 13 has no longer.
constexpr Removed REMOVED[] = {
    {"cudaThreadSynchronize", "CUDA 13", "cudaDeviceSynchronize"},
    {"cudaThreadExit", "CUDA 13", "cudaDeviceReset"},
    {"cudaThreadSetLimit", "CUDA 13", "cudaDeviceSetLimit"},
    {"cudaThreadGetLimit", "CUDA 13", "cudaDeviceGetLimit"},
    {"cudaThreadSetCacheConfig", "CUDA 13", "cudaDeviceSetCacheConfig"},
    {"cudaThreadGetCacheConfig", "CUDA 13", "cudaDeviceGetCacheConfig"},
    {"cudaProfilerInitialize", "CUDA 13", "cudaProfilerStart and cudaProfilerStop"},
    {"cudaConfigureCall", "CUDA 11", "kernel<<<grid, block>>>(...) or cudaLaunchKernel"},
    {"cudaSetupArgument", "CUDA 11", "kernel<<<grid, block>>>(...) or cudaLaunchKernel"},
    {"cudaLaunch", "CUDA 11", "kernel<<<grid, block>>>(...) or cudaLaunchKernel"},
    {"__shfl", "CUDA 13", "__shfl_sync with the mask of the lanes that take part"},
    {"__shfl_up", "CUDA 13", "__shfl_up_sync with the mask of the lanes that take part"},
    {"__shfl_down", "CUDA 13", "__shfl_down_sync with the mask of the lanes that take part"},
    {"__shfl_xor", "CUDA 13", "__shfl_xor_sync with the mask of the lanes that take part"},
    {"__any", "CUDA 13", "__any_sync with the mask of the lanes that take part"},
    {"__all", "CUDA 13", "__all_sync with the mask of the lanes that take part"},
    {"__ballot", "CUDA 13", "__ballot_sync with the mask of the lanes that take part"},
    {"texture", "CUDA 12", "a texture object, cudaTextureObject_t"},
    {"surface", "CUDA 12", "a surface object, cudaSurfaceObject_t"},
    {"textureReference", "CUDA 12", "a texture object, cudaTextureObject_t"},
    {"cudaBindTexture", "CUDA 12", "cudaCreateTextureObject"},
    {"cudaBindTexture2D", "CUDA 12", "cudaCreateTextureObject"},
    {"cudaBindTextureToArray", "CUDA 12", "cudaCreateTextureObject"},
    {"cudaUnbindTexture", "CUDA 12", "cudaDestroyTextureObject"},
    {"cudaGetTextureReference", "CUDA 12", "cudaCreateTextureObject"},
    {"cudaBindSurfaceToArray", "CUDA 12", "cudaCreateSurfaceObject"},
};

// Members of cudaDeviceProp, with the attribute that tells the same.
constexpr Removed REMOVED_PROPERTIES[] = {
    {"clockRate", "CUDA 13", "cudaDevAttrClockRate"},
    {"memoryClockRate", "CUDA 13", "cudaDevAttrMemoryClockRate"},
    {"deviceOverlap", "CUDA 13", "cudaDevAttrGpuOverlap"},
    {"kernelExecTimeoutEnabled", "CUDA 13", "cudaDevAttrKernelExecTimeout"},
    {"computeMode", "CUDA 13", "cudaDevAttrComputeMode"},
    {"maxTexture1DLinear", "CUDA 13", "cudaDevAttrMaxTexture1DLinearWidth"},
    {"singleToDoublePrecisionPerfRatio", "CUDA 13", "cudaDevAttrSingleToDoublePrecisionPerfRatio"},
};

// What CUDA 13 has and the CPU device has not, by how the names begin. Only a name that is declared nowhere is looked
// for here; others stand in MISSING_NAMES.
constexpr Missing FAMILIES[] = {
    {"cudaGraphics", "graphics"},
    {"cudaGL", "graphics"},
    {"cudaVDPAU", "graphics"},
    {"cudaEGL", "graphics"},
    {"cudaGraph", "this part of graphs"},
    {"cudaExternal", "memory shared with other programs"},
    {"cudaImportExternal", "memory shared with other programs"},
    {"cudaDestroyExternal", "memory shared with other programs"},
    {"cudaSignalExternal", "memory shared with other programs"},
    {"cudaWaitExternal", "memory shared with other programs"},
    {"cudaIpc", "memory shared by processes"},
    {"cudaLibrary", "kernels loaded while the program runs"},
    {"cudaKernel", "kernels loaded while the program runs"},
    {"cudaGetDriverEntryPoint", "the driver API"},
    {"cudaUserObject", "objects kept by graphs"},
    {"cudaMipmapped", "mipmaps"},
    {"cudaMallocMipmapped", "mipmaps"},
    {"cudaFreeMipmapped", "mipmaps"},
    {"cudaGetMipmapped", "mipmaps"},
    {"cudaResViewFormat", "resource views"},
    {"cudaAccessPolicy", "persistence in the L2 cache"},
    {"cudaAccessProperty", "persistence in the L2 cache"},
    {"cudaStreamAttr", "attributes of a stream"},
    {"cudaStreamSetAttribute", "attributes of a stream"},
    {"cudaStreamGetAttribute", "attributes of a stream"},
    {"cudaStreamCopyAttributes", "attributes of a stream"},
    {"cudaLaunchAttribute", "launches with attributes"},
    {"cudaLaunchConfig_t", "launches with attributes"},
    {"cudaLaunchKernelEx", "launches with attributes"},
    {"cudaMemPool", "this part of memory pools"},
    {"cudaDeviceGetGraphMem", "memory of a graph"},
    {"cudaDeviceSetGraphMem", "memory of a graph"},
    {"cudaDeviceGraphMem", "memory of a graph"},
    {"cudaMemAllocNode", "memory of a graph"},
    {"cudaDeviceGetP2P", "several devices"},
    {"cudaLogs", "logs of errors"},
    {"cuInit", "the driver API"},
    {"cuDevice", "the driver API"},
    {"cuDriver", "the driver API"},
    {"cuCtx", "the driver API"},
    {"cuModule", "the driver API"},
    {"cuLibrary", "the driver API"},
    {"cuLink", "the driver API"},
    {"cuMem", "the driver API"},
    {"cuStream", "the driver API"},
    {"cuEvent", "the driver API"},
    {"cuFunc", "the driver API"},
    {"cuLaunch", "the driver API"},
    {"cuGet", "the driver API"},
    {"cuPointer", "the driver API"},
    {"cuArray", "the driver API"},
    {"cuTex", "the driver API"},
    {"cuSurf", "the driver API"},
    {"cuGraph", "the driver API"},
    {"cuTensorMap", "bulk copies of tensors"},
    {"CUfunction", "the driver API"},
    {"CUstream", "the driver API"},
    {"CUevent", "the driver API"},
    {"CUarray", "the driver API"},
    {"CU_", "the driver API"},
    {"cublas", "cuBLAS"},
    {"CUBLAS_", "cuBLAS"},
    {"cufft", "cuFFT"},
    {"CUFFT_", "cuFFT"},
    {"cusparse", "cuSPARSE"},
    {"CUSPARSE_", "cuSPARSE"},
    {"cusolver", "cuSOLVER"},
    {"CUSOLVER_", "cuSOLVER"},
    {"cudnn", "cuDNN"},
    {"CUDNN_", "cuDNN"},
    {"nccl", "NCCL"},
    {"nvml", "NVML"},
    {"NVML_", "NVML"},
    {"nvtx", "this part of NVTX"},
    {"CUDA_ERROR_", "the driver API"},
};

std::string explained_name(std::string_view name) {
    const std::string word(name);
    for (const Removed& one : REMOVED)
        if (one.name == name)
            return word + " was removed in " + std::string(one.since) + ": use " + std::string(one.instead);
    for (const auto& [missing, feature] : MISSING_NAMES)
        if (missing == name) return not_there(name, feature);
    for (const auto& [beginning, feature] : FAMILIES)
        if (name.starts_with(beginning)) return not_there(name, feature);
    return {};
}

std::string explained_property(std::string_view name) {
    for (const Removed& one : REMOVED_PROPERTIES)
        if (one.name == name)
            return "cudaDeviceProp::" + std::string(name) + " was removed in " + std::string(one.since) +
                   ": use cudaDeviceGetAttribute(&value, " + std::string(one.instead) + ", device)";
    return {};
}

// One message without the place before it; empty: it is not about CUDA.
std::string explained_error(const std::string& message) {
    static const std::regex undeclared(
        "(?:‘|')(\\w+)(?:’|') (?:was not declared|does not name a |has not been declared)|"
        "no arguments to (?:‘|')(\\w+)(?:’|')");
    static const std::regex property("cudaDeviceProp(?:’|') has no member named (?:‘|')(\\w+)");
    std::smatch match;
    if (std::regex_search(message, match, property)) return explained_property(match.str(1));
    if (std::regex_search(message, match, undeclared))
        return explained_name(match[1].matched ? match.str(1) : match.str(2));
    if (message.find("‘int’ to ‘cudaMemLocation’") != message.npos ||
        message.find("'int' to 'cudaMemLocation'") != message.npos)
        return "cudaMemPrefetchAsync and cudaMemAdvise with a device's number were removed in CUDA 13: use "
               "cudaMemLocation{cudaMemLocationTypeDevice, device}";
    return {};
}

}  // namespace

std::string explain_headers(const std::string& messages) {
    static const std::regex no_header("(^|\n)([^\n]+:[0-9]+):[0-9]+: fatal error: ([^\n:]+): ");
    std::smatch match;
    if (std::regex_search(messages, match, no_header))
        for (const auto& [name, feature] : MISSING_HEADERS)
            if (match.str(3).starts_with(name))
                return match.str(2) + ": error: CPU device: " + not_there("<" + match.str(3) + ">", feature) + "\n";
    return messages;
}

std::string explain_names(const std::string& messages) {
    static const std::regex colour("\x1b\\[[0-9;]*[mK]");
    static const std::regex error("^([^\n]+:[0-9]+):[0-9]+: error: (.*)$");
    std::istringstream lines(std::regex_replace(messages, colour, ""));
    std::string line, out;
    std::set<std::string> said;
    while (std::getline(lines, line)) {
        std::smatch match;
        if (line.find("error: ") == line.npos || !std::regex_match(line, match, error)) continue;
        const std::string meaning = explained_error(match.str(2));
        const std::string one = match.str(1) + ": error: CPU device: " + meaning + "\n";
        if (!meaning.empty() && said.insert(one).second) out += one;
    }
    return out.empty() ? messages : out;
}

}  // namespace cpu_device
