// Which device a program runs on, and why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace day {

enum class Device { cpu, gpu };

constexpr int NO_SUITABLE_DEVICE = 77;  // exit code of what the device cannot run: a skip, never a pass

// "cpu", "gpu": the word in build targets and folders.
const char* device_word(Device device);
// "CPU device", "GPU": the words for a reader.
const char* device_words(Device device);

struct Gpu {
    std::string name;    // "NVIDIA H200"
    std::string driver;  // "580.159.03"
};

// The first GPU that nvidia-smi reports. Without one, `why_not` (if given) says why.
std::optional<Gpu> find_gpu(std::string* why_not = nullptr);

// The compute capability of the first GPU, "9.0"; "" where nvidia-smi does not tell.
std::string compute_capability();

// A program of the CUDA Toolkit: in PATH, else where the Toolkit is usually installed. The variable CUDACXX, which
// CMake reads too, names nvcc itself; the other programs are then sought beside it, and where it names no program there
// is no nvcc.
std::optional<std::filesystem::path> find_cuda_tool(const std::string& name);

struct Choice {
    Device device = Device::cpu;
    std::string why;           // "no GPU seen"
    std::optional<Gpu> gpu;    // of a GPU
    std::string text() const;  // "CPU device (no GPU seen)"
};

// The device that is wanted, or without a wish the GPU where one can be used. `ordered`: a thread order was asked
// for, which only the CPU device can follow. Failure when the GPU is wanted and cannot be used.
Choice choose_device(std::optional<Device> wanted, bool ordered);

// The name of a device's evidence file: "NVIDIA GeForce RTX 4090" -> "rtx-4090".
std::string device_slug(const std::string& name);

}  // namespace day
