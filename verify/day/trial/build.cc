#include "verify/day/trial/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"

namespace day {
namespace {

constexpr double PATIENCE_S = 2.0;  // a build that takes longer shows what it does

bool has(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

// Failure when a step of a build failed, with the step's output above it.
void expect_built(const Tree& tree, const std::string& what, Device device, const Outcome& outcome) {
    if (outcome.good()) return;
    if (!outcome.shown) fmt::print(stderr, "{}", outcome.output);
    expect_room(tree, outcome.output);
    if (outcome.signal)
        throw Failure(fmt::format("the build of {} was killed by {}", what, signal_name(outcome.signal)));
    throw Failure(fmt::format("{} does not build for the {}: the lines above say why", what, device_words(device)));
}

// While one lives, no other process builds in the folder: scripts/build takes the same lock. Where the folder cannot be
// written there is nothing to lock.
class OneBuild {
 public:
    explicit OneBuild(const fs::path& folder)
        : file_(open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
        if (file_ < 0 || flock(file_, LOCK_EX | LOCK_NB) == 0) return;
        if (isatty(STDERR_FILENO)) fmt::print(stderr, "waiting for another build in {}\n", folder.string());
        while (flock(file_, LOCK_EX) != 0 && errno == EINTR && !was_interrupted()) {
        }
    }
    ~OneBuild() {
        if (file_ >= 0) close(file_);
    }
    OneBuild(const OneBuild&) = delete;
    OneBuild& operator=(const OneBuild&) = delete;

 private:
    int file_;
};

void configure(const Tree& tree, Device device) {
    const Command command{.words = {"cmake", "-S", tree.source.string(), "-B", tree.build.string()}};
    expect_built(tree, "the build folder", device, capture(command, PATIENCE_S));
}

// CMake alone chooses for which GPU is compiled. It reads the variable CUDAARCHS when it configures, so another value
// than last time, or none where there was one, needs that again.
void follow_architectures(const Tree& tree) {
    const char* wanted = std::getenv("CUDAARCHS");
    if (fs::exists(tree.build / "CMakeCache.txt") &&
        cached_value(tree.build, "DAYBREAK_CUDAARCHS") != (wanted ? wanted : ""))
        configure(tree, Device::gpu);
}

// `cmake --build` of targets.
void build_target(const Tree& tree, const std::string& what, Device device, const std::vector<std::string>& targets) {
    const std::string folder = tree.build.string();
    if (!fs::exists(tree.build / "CMakeCache.txt"))
        throw Failure(fmt::format("{} is not configured: run scripts/day, which does it", folder));
    if (!which("cmake")) throw Failure("cmake is missing: run scripts/setup");

    const OneBuild one(tree.build);
    if (device == Device::gpu) follow_architectures(tree);
    Command make{.words = {"cmake", "--build", folder, "--target"}};
    make.words.insert(make.words.end(), targets.begin(), targets.end());
    Outcome outcome = capture(make, PATIENCE_S);
    // A build folder from before the lesson came, or before nvcc was installed, learns of it by configuring again.
    if (has(outcome.output, "unknown target")) {
        configure(tree, device);
        outcome = capture(make, PATIENCE_S);
    }
    expect_built(tree, what, device, outcome);
}

fs::path gpu_compiler() {
    if (const auto nvcc = find_cuda_tool("nvcc")) return *nvcc;
    throw Failure("nvcc is missing: install the CUDA Toolkit, or use --device cpu");
}

}  // namespace

std::string Target::named() const { return is_lesson() ? fmt::format("{}", lesson.number) : heading; }

bool is_source(const std::string& name) {
    for (const char* ending : {".cu", ".cpp", ".cc", ".cxx", ".c"})
        if (fs::path(name).extension() == ending) return true;
    return false;
}

Target target_of(const Tree& tree, const std::string& text) {
    if (const std::optional<int> number = day_number(text)) {
        const Lesson lesson = lesson_of_day(tree, *number);
        return {lesson, lesson.program, lesson.heading()};
    }
    std::error_code ignored;
    if (fs::is_directory(text, ignored))
        throw Failure(fmt::format("{} is a folder: name a day (scripts/day list) or a .cu file", text), 2);
    if (!fs::exists(text, ignored))
        throw Failure(fmt::format("there is no file {}: name a day (scripts/day list) or a .cu file", text), 2);
    if (!is_source(text))
        throw Failure(fmt::format("{} is no CUDA source: its name must end in .cu (host code: .cpp or .c)", text), 2);
    // A link keeps its name, by which a compiler knows what it is.
    const fs::path file = fs::absolute(text);
    return {{}, tree.named(file.parent_path()) / file.filename(), text};
}

Target target_of(const Tree& tree, const std::string& text, const Extras& extras) {
    Target target = target_of(tree, text);
    if (target.is_lesson() && !(extras.sources.empty() && extras.options.empty()))
        throw Failure(
            fmt::format("day {} is built by its own line: further sources and -std, -I, -D, -L, -l go with files",
                        target.lesson.number),
            2);
    for (const std::string& source : extras.sources) target.more.push_back(target_of(tree, source).file);
    target.options = extras.options;
    return target;
}

std::string named_with(const Target& target, const Extras& extras) {
    std::string named = quoted(target.named());
    for (const auto* words : {&extras.sources, &extras.options})
        for (const std::string& word : *words) named += " " + quoted(word);
    return named;
}

const char* build_word(Build build) {
    constexpr const char* WORDS[] = {"cpu", "gpu", "check", "count", "bench"};
    return WORDS[static_cast<int>(build)];
}

fs::path lesson_binary(const Tree& tree, const Lesson& lesson, Build build) {
    return tree.build / build_word(build) / lesson.id();
}

void expect_device(const Tree& tree, const Lesson& lesson, const Choice& choice) {
    if (lesson.runs_on_cpu()) return;
    const bool is_sm_80 = lesson.device.architecture == "sm_80";
    std::string found = choice.text();
    if (choice.device == Device::gpu) {
        const std::string has = compute_capability();  // "9.0"
        const double capability = std::atof(has.c_str());
        if (has.empty() || (is_sm_80 ? capability >= 8.0 : has == "9.0")) return;
        found = fmt::format("{} of compute capability {}", choice.gpu ? choice.gpu->name : "GPU", has);
    }
    std::vector<std::string> runs;
    std::error_code none;
    for (fs::directory_iterator it(lesson.folder / "evidence", none), end; !none && it != end; it.increment(none))
        if (it->path().extension() == ".txt") runs.push_back(tree.shown(it->path()));
    std::sort(runs.begin(), runs.end());
    throw Failure(
        fmt::format("day {} needs a GPU of compute capability {} ({}), and this is the {}: {}", lesson.number,
                    is_sm_80 ? "8.0 or higher" : "9.0", lesson.device.architecture, found,
                    runs.empty() ? "no run on such a GPU is recorded yet" : "its recorded run is in " + listed(runs)),
        NO_SUITABLE_DEVICE);
}

std::vector<std::string> architecture_flags(const Tree& tree, const std::string& source) {
    const DeviceKey key = device_key_of(source);
    std::string name = "gpu_flags.txt";
    if (!key.architecture.empty())
        name = fmt::format("gpu_flags.{}{}.txt", key.architecture, key.plain_path ? "-or-any" : "");
    const fs::path chosen = tree.build / name;
    return fs::exists(chosen) ? lines_of(read_file(chosen)) : std::vector<std::string>{"-arch=native"};
}

std::vector<std::string> compile_command(const std::string& source, const fs::path& compiler, const fs::path& file,
                                         const fs::path& output) {
    std::vector<std::string> command = {compiler.string()};
    std::istringstream alone(header_value(source, "Alone"));
    std::string word;
    if (alone >> word) {  // "nvcc OPTIONS file.cu -o program": keep the options
        while (alone >> word) {
            if (word == "-o")
                alone >> word;
            else if (!word.ends_with(".cu"))
                command.push_back(word);
        }
    } else {
        command.insert(command.end(), {"-O3", "-I", "."});
    }
    // The source before the libraries that it needs: -lz.
    auto library = command.begin() + 1;
    while (library != command.end() && library->rfind("-l", 0) != 0) ++library;
    command.insert(library, file.string());
    command.insert(command.end(), {"-o", output.string()});
    return command;
}

fs::path build(const Tree& tree, const Target& target, Build build) {
    const Device device = build == Build::gpu || build == Build::bench ? Device::gpu : Device::cpu;
    if (target.is_lesson()) expect_device(tree, target.lesson, {.device = device, .why = {}, .gpu = {}});
    if (target.is_lesson() && build != Build::count) {
        const std::string name = target.lesson.id() + "." + build_word(build);
        build_target(tree, fmt::format("day {}", target.lesson.number), device, {name});
        fs::path binary = lesson_binary(tree, target.lesson, build);
        if (!fs::exists(binary))
            throw Failure(fmt::format("the build made no {}: remove {} and run scripts/day again", binary.string(),
                                      tree.build.string()));
        return binary;
    }

    prepare_compiler(tree, build);
    const fs::path compiler = device == Device::cpu ? tree.build / "cpucc" : gpu_compiler();
    // Two files of one name in two folders are two programs; so are two sets of files or options.
    std::string key = target.file.string();
    for (const fs::path& source : target.more) key += "\n" + source.string();
    for (const std::string& option : target.options) key += "\n" + option;
    fs::path output = tree.build / "files" /
                      fmt::format("{}-{:08x}.{}", target.file.stem().string(),
                                  std::hash<std::string>{}(key)&0xffffffffu, build_word(build));
    make_folder(output.parent_path());
    // Under a name of its own until it is whole: another process may build or run the same file now.
    const fs::path unfinished = fmt::format("{}.{}", output.string(), getpid());
    const std::string source = read_file(target.file);
    std::vector<std::string> command = compile_command(source, compiler, target.file, unfinished);
    const auto first = std::find(command.begin(), command.end(), target.file.string());
    std::vector<std::string> added;
    for (const fs::path& source : target.more) added.push_back(source.string());
    added.insert(added.end(), target.options.begin(), target.options.end());
    command.insert(first + 1, added.begin(), added.end());
    if (build == Build::check) command.insert(command.begin() + 1, "--check");
    if (build == Build::count) command.insert(command.begin() + 1, "--count");
    if (device == Device::gpu) {
        const std::vector<std::string> flags = architecture_flags(tree, source);
        command.insert(command.begin() + 1, flags.begin(), flags.end());
    }
    const Outcome outcome = capture({.words = command, .folder = tree.source}, PATIENCE_S);
    if (!outcome.good()) fs::remove(unfinished);
    expect_built(tree, target.heading, device, outcome);
    fs::rename(unfinished, output);
    return output;
}

std::vector<std::string> copy_command(const Tree& tree, const std::string& source, const fs::path& file,
                                      const fs::path& output, Build build) {
    const bool gpu = build == Build::gpu;
    if (!gpu && !device_key_of(source).plain_path)
        for (const Lesson& lesson : lessons_of(tree))
            if (std::find(file.begin(), file.end(), lesson.id()) != file.end())
                expect_device(tree, lesson, {.device = Device::cpu, .why = {}, .gpu = {}});
    std::vector<std::string> command =
        compile_command(source, gpu ? gpu_compiler() : tree.build / "cpucc", file, output);
    std::vector<std::string> flags;
    if (gpu) {
        flags = architecture_flags(tree, source);
        flags.insert(flags.end(), {"-Xcompiler", "-Wall,-Wextra"});
    } else {
        flags = {"-Wall", "-Wextra"};
        if (build == Build::check) flags.emplace_back("--check");
    }
    command.insert(command.begin() + 1, flags.begin(), flags.end());
    return command;
}

void prepare_compiler(const Tree& tree, Build build) {
    if (build == Build::gpu) {
        gpu_compiler();
        const OneBuild one(tree.build);
        follow_architectures(tree);
        return;
    }
    if (fs::exists(tree.build / "CMakeCache.txt")) {
        std::vector<std::string> targets = {"cpucc", "cpu_device"};
        if (build != Build::cpu) targets.emplace_back("checker");
        build_target(tree, "the CPU device", Device::cpu, targets);
    }
    const fs::path compiler = tree.build / "cpucc";
    if (!fs::exists(compiler))
        throw Failure(fmt::format("{} is missing: run scripts/day, which builds it", compiler.string()));
}

void expect_room(const Tree& tree, const std::string& output) {
    const std::string folder = tree.build.string();
    if (has(output, "No space left on device"))
        throw Failure(fmt::format("no space left on the disk of {}: free some and run it again", folder));
    if (has(output, "Read-only file system"))
        throw Failure(
            fmt::format("{} cannot be written: run it in a copy of the checkout where you can write", folder));
}

}  // namespace day
