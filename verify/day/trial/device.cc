#include "verify/day/trial/device.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"

namespace day {

const char* device_word(Device device) { return device == Device::cpu ? "cpu" : "gpu"; }
const char* device_words(Device device) { return device == Device::cpu ? "CPU device" : "GPU"; }

std::optional<Gpu> find_gpu(std::string* why_not) {
    std::string why;
    if (!which("nvidia-smi")) {
        why = "there is no nvidia-smi, so no NVIDIA driver";
    } else {
        const Outcome asked = capture(
            {.words = {"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"}, .limit_s = 30.0});
        const std::string line(trimmed(asked.output.substr(0, asked.output.find('\n'))));
        const std::size_t comma = line.rfind(", ");
        if (asked.good() && comma != std::string::npos) return Gpu{line.substr(0, comma), line.substr(comma + 2)};
        why = asked.timed_out ? "nvidia-smi does not answer" : "nvidia-smi says: " + (line.empty() ? "nothing" : line);
    }
    if (why_not) *why_not = why;
    return std::nullopt;
}

std::string compute_capability() {
    if (!which("nvidia-smi")) return "";
    const Outcome asked =
        capture({.words = {"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"}, .limit_s = 30.0});
    const std::string line(trimmed(asked.output.substr(0, asked.output.find('\n'))));
    const bool is_number = line.find('.') != line.npos && line.find_first_not_of("0123456789.") == line.npos;
    return asked.good() && is_number ? line : "";
}

std::optional<std::filesystem::path> find_cuda_tool(const std::string& name) {
    const char* chosen = std::getenv("CUDACXX");
    const std::filesystem::path compiler = chosen ? chosen : "";
    if (compiler.has_parent_path()) {
        if (name != "nvcc") return which(name, {compiler.parent_path().string()});
        return access(compiler.c_str(), X_OK) == 0 ? std::optional(compiler) : std::nullopt;
    }
    if (!compiler.empty() && name == "nvcc") return which(compiler.string());
    std::vector<std::string> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* home = std::getenv(variable); home && *home) folders.push_back(std::string(home) + "/bin");
    folders.push_back("/usr/local/cuda/bin");
    return which(name, folders);
}

std::string Choice::text() const {
    if (device == Device::gpu && gpu) return fmt::format("{}{}", gpu->name, why.empty() ? "" : " (" + why + ")");
    return why.empty() ? device_words(device) : fmt::format("{} ({})", device_words(device), why);
}

Choice choose_device(std::optional<Device> wanted, bool ordered) {
    if (wanted == Device::gpu && ordered)
        throw Failure("a GPU keeps its own thread order: --order needs --device cpu", 2);
    if (wanted == Device::cpu) return {Device::cpu, "--device cpu", {}};
    if (ordered) return {Device::cpu, "--order", {}};

    std::string why;
    const std::optional<Gpu> gpu = find_gpu(&why);
    if (wanted == Device::gpu) {
        if (!gpu) throw Failure(fmt::format("--device gpu needs a GPU and {}: use --device cpu", why));
        if (!find_cuda_tool("nvcc"))
            throw Failure(
                fmt::format("--device gpu needs nvcc, which is neither in PATH nor in /usr/local/cuda/bin: "
                            "install the CUDA Toolkit, or use --device cpu"));
        return {Device::gpu, "--device gpu", gpu};
    }
    if (!gpu) return {Device::cpu, "no GPU seen", {}};
    if (!find_cuda_tool("nvcc")) return {Device::cpu, fmt::format("{} seen, but no nvcc", gpu->name), {}};
    return {Device::gpu, "", gpu};
}

std::string device_slug(const std::string& name) {
    std::string slug;
    std::istringstream words(name);
    for (std::string part; words >> part;) {
        for (char& c : part) c = std::isalnum(static_cast<unsigned char>(c)) ? char(std::tolower(c)) : '-';
        if (part == "nvidia" || part == "geforce" || part == "tesla" || part == "quadro") continue;
        slug += (slug.empty() ? "" : "-") + part;
    }
    return slug.empty() ? "gpu" : slug;
}

}  // namespace day
