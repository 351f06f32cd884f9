// Checked CUDA calls: an error that nobody asks for is silent. Day 003 writes this out.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <source_location>
#include <string>
#include <string_view>

// Checks the result of one runtime call: CHECK_CUDA(cudaMalloc(&p, bytes));
#define CHECK_CUDA(...) common::check((__VA_ARGS__), #__VA_ARGS__)

// Stands after every launch. It sees a launch that was refused; an error inside the kernel shows itself at a later
// call, or here, when DAYBREAK_SYNC=1 makes every launch wait for its end.
#define CHECK_LAUNCH() common::check_launch()

// The architectures that this binary holds code for, as nvcc lists them to the host compiler: "750,900".
#define DAYBREAK_TEXT_OF(...) #__VA_ARGS__
#define DAYBREAK_TEXT(...) DAYBREAK_TEXT_OF(__VA_ARGS__)
#ifdef __CUDA_ARCH_LIST__
#define DAYBREAK_ARCHITECTURES DAYBREAK_TEXT(__CUDA_ARCH_LIST__)
#else
#define DAYBREAK_ARCHITECTURES ""
#endif

namespace common {

using Where = std::source_location;  // the caller's line, so that a message names the lesson and not a header

constexpr int EXIT_CUDA_ERROR = 3;
constexpr int EXIT_NO_DEVICE = 77;  // a skip, never a pass

// True when the environment variable `name` is set to anything but nothing or 0.
inline bool switched_on(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

// The parts as one text. (A chain of + says the same, and costs every build of every lesson a tenth of a second.)
inline std::string joined(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

// "lesson.cu:12", the start of every message.
inline std::string place(const Where& where) { return joined({where.file_name(), ":", std::to_string(where.line())}); }

// Prints `line` after all that stdout still holds, and ends the program.
[[noreturn]] inline void stop(int exit_code, const std::string& line) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", line.c_str());
    std::exit(exit_code);
}

// What `scripts/day run` takes for a source file: the day's number for a lesson ("99"), else the path of a .cu file,
// else "N".
inline std::string run_argument(const std::string& file) {
    const std::size_t day = file.rfind("/day");
    if (day != std::string::npos && file.find_first_not_of("0123456789", day + 4) == day + 7)
        return std::to_string(std::stoi(file.substr(day + 4, 3)));
    return file.ends_with(".cu") ? file : "N";
}

// "750,900" -> "sm_75, sm_90"; an empty list -> "architectures that it does not name".
inline std::string architectures(const char* list) {
    std::string names;
    for (char* end; *list != '\0'; list = *end == ',' ? end + 1 : "") {
        const long number = std::strtol(list, &end, 10) / 10;  // the list says 750 for sm_75
        names += joined({names.empty() ? "sm_" : ", sm_", std::to_string(number)});
    }
    return names.empty() ? "architectures that it does not name" : names;
}

struct Failure {
    int exit_code;
    std::string line;
};

// Composes the message for a failed call, without asking the device anything. `built_for` is nvcc's list ("750,900"),
// `device` the compute capability times ten (90), 0 when unknown. Three kinds: no device, a binary that does not fit
// the device, any other error.
inline Failure describe(cudaError_t error, const std::string& expression, const std::string& file,
                        const std::string& place, const char* built_for, int device) {
    const std::string said = joined({cudaGetErrorName(error), ": ", cudaGetErrorString(error)});
    const std::string run = joined({"scripts/day run ", run_argument(file)});
    constexpr int STUB_DRIVER = 34;  // cudaErrorStubLibrary: a libcuda made for linking and not for running
    if (error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver || int(error) == STUB_DRIVER)
        return {EXIT_NO_DEVICE,
                joined({place, ": no suitable device (", said, "); without a GPU: ", run, " --device cpu"})};
    const std::string failed = joined({place, ": ", expression, ": ", said});
    const std::string number = std::to_string(device);
    switch (error) {
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorInvalidKernelImage:
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorInvalidPtx:
        case cudaErrorUnsupportedPtxVersion:
            return {EXIT_CUDA_ERROR,
                    joined({failed, "; built for ", architectures(built_for), ", the device is ",
                            device > 0 ? "sm_" : "of an unknown architecture", device > 0 ? number : "",
                            "; rebuild: CUDAARCHS=", device > 0 ? number : "native", " ", run})};
        default:
            return {
                EXIT_CUDA_ERROR,
                joined({failed, expression.starts_with("launch") ? "; if it is the machine: scripts/day doctor" : ""})};
    }
}

// The current device's compute capability times ten, 0 when it cannot be asked.
inline int compute_capability() {
    int device = 0, major = 0, minor = 0;
    if (cudaGetDevice(&device) != cudaSuccess) return 0;
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess) return 0;
    if (cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess) return 0;
    return 10 * major + minor;
}

// Returns when `error` is cudaSuccess; else prints one line and exits with 3, or with 77 where there is no device.
inline void check(cudaError_t error, const char* expression, const Where& where = Where::current()) {
    if (error == cudaSuccess) return;
    const auto [exit_code, line] =
        describe(error, expression, where.file_name(), place(where), DAYBREAK_ARCHITECTURES, compute_capability());
    stop(exit_code, line);
}

inline void check_launch(const Where& where = Where::current()) {
    static const bool synchronise = switched_on("DAYBREAK_SYNC");
    check(cudaGetLastError(), "launch", where);
    if (synchronise) check(cudaDeviceSynchronize(), "launch, waited for", where);
}

}  // namespace common
