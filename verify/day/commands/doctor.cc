#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <regex>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/progress.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/device.h"

namespace day {
namespace {

// There and back again: every form of transfer and a launch, in the smallest program that can tell whether they work.
constexpr const char* ROUND_TRIP = R"(#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int* x, int N) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) x[n] += 1;
}

int main() {
    constexpr int N = 1000;
    int h_x[N], sum = 0, *d_x = nullptr;
    for (int n = 0; n < N; ++n) h_x[n] = n;
    cudaError_t error = cudaMalloc(&d_x, sizeof h_x);
    if (error == cudaSuccess) error = cudaMemcpy(d_x, h_x, sizeof h_x, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_one<<<(N + 255) / 256, 256>>>(d_x, N);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) error = cudaMemcpy(h_x, d_x, sizeof h_x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    if (error != cudaSuccess) return std::printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error)), 3;
    for (int n = 0; n < N; ++n) sum += h_x[n];
    std::printf("1000 numbers, sum %d\n", sum);
    return sum == N * (N - 1) / 2 + N ? 0 : 1;
}
)";

// What was looked at, in order; a fault has the command that mends it.
class Report {
 public:
    void good(const std::string& what, const std::string& found) { add(green("ok"), what, found); }
    void note(const std::string& what, const std::string& found) { add("-", what, found); }
    void bad(const std::string& what, const std::string& found, const std::string& command) {
        add(red("!!"), what, found);
        fmt::print("    {}\n", command);
        if (first_.empty()) first_ = command;
        ++faults_;
    }
    int faults() const { return faults_; }
    const std::string& first() const { return first_; }

 private:
    void add(const std::string& sign, const std::string& what, const std::string& found) {
        const std::string start = fmt::format("{}{}{:<16}", sign, std::string(4 - columns_of(sign), ' '), what);
        fmt::print("{}", prose(found, 20, start + " "));
        std::fflush(stdout);
    }
    int faults_ = 0;
    std::string first_;
};

std::string last_line(const std::string& text) {
    const std::vector<std::string> lines = lines_of(trimmed(text));
    return lines.empty() ? "nothing" : lines.back();
}

// The first "error" line, else the last line.
std::string complaint(const std::string& text) {
    for (const std::string& line : lines_of(text))
        if (line.find("error") != line.npos) return line;
    return last_line(text);
}

std::string match(const std::string& text, const char* pattern) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern)) ? found[1].str() : "";
}

std::string said_by(const Command& command) { return capture(command).output; }

// ---- What every machine needs ---------------------------------------------------------------------

void look_at_tools(Report& report) {
    for (const char* tool : {"c++", "cmake", "ninja"}) {
        if (!which(tool)) {
            report.bad("tools", fmt::format("{} is missing", tool), "scripts/setup");
            return;
        }
    }
    const std::string compiler = match(said_by({.words = {"c++", "-dumpfullversion", "-dumpversion"}}), "([0-9.]+)");
    const std::string cmake = match(said_by({.words = {"cmake", "--version"}}), "([0-9]+[.][0-9.]+)");
    report.good("tools", fmt::format("c++ {}, cmake {}, ninja", compiler, cmake));
}

void look_at_disk(const Tree& tree, Report& report) {
    constexpr double GIGABYTE = 1e9, LEAST = 1e9;
    std::error_code error;
    const fs::space_info space = fs::space(tree.build, error);
    if (access(tree.build.c_str(), W_OK) != 0) {
        report.bad("disk", fmt::format("{} cannot be written", tree.build.string()),
                   "DAYBREAK_BUILD_DIR=~/.cache/daybreak scripts/day");
        return;
    }
    const std::string found =
        fmt::format("{:.1f} GB free for {}", double(space.available) / GIGABYTE, tree.build.string());
    if (error || double(space.available) >= LEAST) return report.good("disk", found);
    report.bad("disk", found + ": a build may need 1 GB",
               fmt::format("rm -r {}", quoted((tree.build / "breaks").string())));
}

void look_at_progress(Report& report) {
    try {
        change_progress([](Progress&) {});
        report.good("progress", progress_file().string());
    } catch (const Failure& failure) {
        report.bad("progress", failure.what(), "DAYBREAK_PROGRESS=/tmp/progress.txt scripts/day");
    }
}

void look_at_data(Report& report) {
    const fs::path folder = "/usr/share/datasets/fashion-mnist";
    for (const char* name :
         {"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}) {
        const fs::path file = folder / name;
        if (!fs::exists(file) && !fs::exists(file.string() + ".gz"))
            return report.bad("data set", fmt::format("{} is missing, and day 100 trains on it", file.string()),
                              "sudo apt-get install --reinstall dataset-fashion-mnist");
    }
    report.good("data set", folder.string());
}

// Builds and runs ROUND_TRIP.
void look_at_round_trip(const Tree& tree, Build build_kind, Report& report, const std::string& what,
                        const std::string& mend) {
    try {
        const fs::path file = tree.build / "doctor" / "round_trip.cu";
        write_file(file, ROUND_TRIP);
        const fs::path program = [&] {
            const Waiting waiting(fmt::format("{}: building", what));
            return build(tree, target_of(tree, file.string()), build_kind);
        }();
        const Outcome outcome = capture({.words = {program.string()}, .limit_s = 60.0});
        if (outcome.good()) return report.good(what, last_line(outcome.output));
        report.bad(what, fmt::format("{} ({})", last_line(outcome.output), outcome.verdict()), mend);
    } catch (const Failure& failure) {
        if (failure.code > 128) throw;
        report.bad(what, failure.what(), mend);
    }
}

// ---- The GPU ------------------------------------------------------------------------------------

// nvcc takes only some host compilers. Tries the one that it would take, then others that are here.
bool look_at_host_compiler(const Tree& tree, const fs::path& nvcc, Report& report) {
    const fs::path file = tree.build / "doctor" / "round_trip.cu";
    write_file(file, ROUND_TRIP);
    const fs::path object = file.string() + ".o";
    const auto compiles = [&](const std::string& host) {
        Command command{.words = {nvcc.string(), "-std=c++20", "-c", file.string(), "-o", object.string()}};
        if (!host.empty()) command.words.insert(command.words.begin() + 1, {"-ccbin", host});
        return capture(command);
    };
    const Outcome plain = compiles("");
    if (plain.good()) {
        report.good("host compiler", "nvcc takes the host compiler that is here");
        return true;
    }
    for (int version = 16; version >= 9; --version) {
        const std::string host = fmt::format("g++-{}", version);
        if (!which(host) || !compiles(host).good()) continue;
        report.bad("host compiler", fmt::format("nvcc refuses the usual one, and takes {}", host),
                   fmt::format("export NVCC_PREPEND_FLAGS='-ccbin {}'", host));
        return false;
    }
    const std::string newest = match(plain.output, "later than ([0-9]+)");
    report.bad("host compiler", complaint(plain.output),
               fmt::format("sudo apt-get install g++-{}", newest.empty() ? "12" : newest));
    return false;
}

// The driver must know the toolkit's generation: a newer runtime than the driver's ends with an error.
void look_at_driver(const std::string& toolkit, Report& report) {
    const std::string driver = match(said_by({.words = {"nvidia-smi"}, .limit_s = 30.0}), "CUDA Version: ([0-9.]+)");
    if (driver.empty() || toolkit.empty()) return report.note("driver", "it does not say which CUDA it supports");
    const int has = std::atoi(driver.c_str()), needs = std::atoi(toolkit.c_str());
    if (has >= needs) return report.good("driver", fmt::format("supports CUDA {}, the toolkit is {}", driver, toolkit));
    // An older toolkit that is here already is the quicker remedy.
    std::string older;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator("/usr/local", none)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("cuda-") || !fs::exists(entry.path() / "bin" / "nvcc")) continue;
        const int version = std::atoi(name.c_str() + 5);
        if (version > 0 && version <= has) older = (entry.path() / "bin" / "nvcc").string();
    }
    report.bad(
        "driver",
        fmt::format("supports CUDA {}, and the toolkit is {}: a newer driver or an older toolkit", driver, toolkit),
        older.empty() ? "sudo apt-get install cuda-drivers" : fmt::format("export CUDACXX={}", day::quoted(older)));
}

// Does what the build compiles for run on this GPU? Machine code runs on its own generation, from its number upwards;
// PTX on everything newer.
void look_at_architecture(const Tree& tree, const fs::path& nvcc, Report& report) {
    std::string digits = compute_capability();
    std::erase(digits, '.');
    const int device = std::atoi(digits.c_str());
    if (device == 0) return report.note("architecture", "the driver does not report the GPU's");

    int lowest = 0;
    const std::string supported = said_by({.words = {nvcc.string(), "--list-gpu-arch"}});
    if (const std::string first = match(supported, "compute_([0-9]+)"); !first.empty())
        lowest = std::atoi(first.c_str());
    if (device < lowest)
        return report.bad(
            "architecture",
            fmt::format("the GPU is sm_{}, and this toolkit's oldest is sm_{}: it needs CUDA 12", device, lowest),
            "sudo apt-get install cuda-toolkit-12-9 && export CUDACXX=/usr/local/cuda-12.9/bin/nvcc");

    const fs::path chosen = tree.build / "gpu_flags.txt";
    const std::string flags = fs::exists(chosen) ? read_file(chosen) : "-arch=native";
    if (flags.find("native") != flags.npos)
        return report.good("architecture", fmt::format("sm_{}, and the build follows the GPU", device));
    std::string built;
    bool fits = false;
    const std::regex number("(sm|compute)_([0-9]+)[\\],]");
    for (std::sregex_iterator it(flags.begin(), flags.end(), number), end; it != end; ++it) {
        const int version = std::stoi((*it)[2]);
        built += (built.empty() ? "" : ", ") + (*it)[1].str() + "_" + (*it)[2].str();
        fits = fits || (version <= device && ((*it)[1] == "compute" || version / 10 == device / 10));
    }
    if (fits) return report.good("architecture", fmt::format("sm_{}, built for {}", device, built));
    report.bad("architecture", fmt::format("the GPU is sm_{}, and the build is for {}", device, built),
               fmt::format("export CUDAARCHS={}", device));
}

void look_at_gpu(const Tree& tree, Report& report) {
    std::string why;
    const std::optional<Gpu> gpu = find_gpu(&why);
    const auto nvcc = find_cuda_tool("nvcc");
    if (!gpu) {
        if (why.find("mismatch") != why.npos)
            return report.bad("GPU", why + ": the driver was renewed and the old one still runs", "sudo reboot");
        if (why.find("communicate with the NVIDIA driver") != why.npos)
            return report.bad("GPU", why, "sudo modprobe nvidia");
        report.note("GPU", fmt::format("{}: lessons run on the CPU device", why));
        if (nvcc) look_at_host_compiler(tree, *nvcc, report);
        return;
    }
    report.good("GPU", fmt::format("{}, driver {}", gpu->name, gpu->driver));
    if (!nvcc)
        return report.bad("toolkit",
                          "nvcc is neither in PATH nor in /usr/local/cuda/bin: lessons run on the CPU device",
                          "sudo apt-get install nvidia-cuda-toolkit");
    const std::string toolkit = match(said_by({.words = {nvcc->string(), "--version"}}), "release ([0-9.]+)");
    report.good("toolkit", fmt::format("CUDA {}, {}", toolkit, nvcc->string()));
    look_at_driver(toolkit, report);
    look_at_architecture(tree, *nvcc, report);
    if (look_at_host_compiler(tree, *nvcc, report) && report.faults() == 0)
        look_at_round_trip(tree, Build::gpu, report, "GPU round trip", "sudo reboot");
}

}  // namespace

int doctor(const Tree& tree) {
    fmt::print("{}\n",
               prose("What Daybreak needs of this machine. Where something is wrong, the line below it mends it."));
    Report report;
    look_at_tools(report);
    look_at_disk(tree, report);
    look_at_progress(report);
    look_at_data(report);
    look_at_round_trip(tree, Build::cpu, report, "CPU device",
                       fmt::format("rm -r {} && scripts/day doctor", quoted(tree.build.string())));
    look_at_gpu(tree, report);
    fmt::print("\n");
    if (report.faults() == 0) {
        fmt::print("{}\n", green("Nothing is wrong."));
        print_next("");
        return 0;
    }
    fmt::print("{} to mend; then scripts/day doctor again.\n",
               report.faults() == 1 ? "1 fault" : fmt::format("{} faults", report.faults()));
    fmt::print("Next: {}\n", report.first());
    return 1;
}

}  // namespace day
