#include "verify/day/trial/trial.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"

namespace day {

using namespace std::chrono_literals;

namespace {

constexpr int DEVICE_ERROR = 3;  // exit code of a lesson when a call or a launch failed

// When and how large: enough to notice that a file is another one.
std::string state_of(const fs::path& file) {
    std::error_code none;
    const auto size = fs::file_size(file, none);
    if (none) return file.string() + " is not there\n";
    return fmt::format("{} {} {}\n", file.string(), size, fs::last_write_time(file, none).time_since_epoch().count());
}

// All that goes into a copy besides its own text: the compilers, what they link, and the headers of the repository.
std::string surroundings(const Tree& tree, Build build) {
    std::vector<fs::path> files;
    for (const char* folder : {"common", "verify/cpu/include"})
        if (fs::is_directory(tree.source / folder))
            for (const auto& entry : fs::recursive_directory_iterator(tree.source / folder))
                if (entry.is_regular_file()) files.push_back(entry.path());
    if (fs::is_directory(tree.source / "verify"))
        for (const auto& entry : fs::directory_iterator(tree.source / "verify"))
            if (entry.path().extension() == ".h") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (build == Build::gpu)
        files.insert(files.end(), {find_cuda_tool("nvcc").value_or("nvcc"), tree.build / "gpu_flags.txt"});
    else
        for (const char* file : {"cpucc", "libcpu_device.a", "libchecker.a"}) files.push_back(tree.build / file);
    std::string compiler = "c++";  // that cpucc calls, or nvcc
    if (const fs::path cache = tree.build / "CMakeCache.txt"; fs::exists(cache))
        for (const std::string& line : lines_of(read_file(cache)))
            if (line.starts_with("CMAKE_CXX_COMPILER:")) compiler = line.substr(line.find('=') + 1);
    files.push_back(which(compiler).value_or(compiler));
    std::string text;
    for (const fs::path& file : files) text += state_of(file);
    return text;
}

// A path that no other process and no other thread uses.
fs::path unique_beside(const fs::path& file) {
    static std::atomic<int> counter = 0;
    return fmt::format("{}.{}-{}", file.string(), getpid(), counter++);
}

// The rows of the report, gate by gate.
void read_gates(const std::vector<Check>& checks, Trial& trial) {
    for (const Check& check : checks) {
        if (check.kind == "unchecked") continue;  // the program's complaint that nobody checked it
        auto gate = std::find_if(trial.gates.begin(), trial.gates.end(),
                                 [&](const GateResult& known) { return known.gate == check.gate; });
        if (gate == trial.gates.end())
            gate = trial.gates.insert(trial.gates.end(), {check.gate, false, -1.0, "", "n/a"});
        const bool failed = check.verdict == "fail";
        if (trial.first_failed.empty()) trial.unfailed = trial.checks.size() + !failed;
        if (failed && trial.first_failed.empty()) trial.first_failed = check.gate;
        trial.checks.push_back({check.case_name, check.gate, check.verdict != "n/a"});
        // A gradient check that agrees says nothing about a kernel.
        if (check.kind == "reference" && !failed) continue;
        if (check.verdict == "n/a") continue;
        // Of two that are beyond measure, the one that fails.
        if (check.used > gate->percent || (failed && !gate->failed && check.used == gate->percent))
            gate->percent = check.used, gate->case_name = check.case_name;
        gate->failed = gate->failed || failed;
        gate->verdict = gate->failed ? "fail" : "pass";
    }
    for (GateResult& gate : trial.gates) gate.percent = std::max(gate.percent, 0.0);
}

// One at a time of all threads and processes that would run the same: the others find its result.
class Turn {
 public:
    explicit Turn(const fs::path& file) : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        if (file_ >= 0) flock(file_, LOCK_EX);
    }
    ~Turn() {
        if (file_ >= 0) close(file_);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

 private:
    int file_;
};

// The folder that a trial runs in, gone at the end with what the program left there.
struct Scratch {
    fs::path path;
    explicit Scratch(const fs::path& program) : path(unique_beside(program)) { make_folder(path); }
    ~Scratch() {
        std::error_code none;
        fs::remove_all(path, none);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

}  // namespace

std::vector<std::string> Trial::failed() const {
    std::vector<std::string> names;
    for (const GateResult& gate : gates)
        if (gate.failed) names.push_back(gate.gate);
    return names;
}

const GateResult* Trial::gate(const std::string& name) const {
    for (const GateResult& gate : gates)
        if (gate.gate == name) return &gate;
    return nullptr;
}

void prepare_trials(const Tree& tree, Build build) { prepare_compiler(tree, build); }

// The folder of a text's copies, there, and marked as asked for now.
static fs::path copy_folder(const Tree& tree, const Lesson& lesson, const std::string& name, bool gpu,
                            const std::string& hash) {
    fs::path folder = tree.build / "breaks" / lesson.id() / name / (gpu ? "gpu" : "cpu") / hash;
    make_folder(folder);
    std::error_code none;
    fs::last_write_time(folder, fs::file_time_type::clock::now(), none);
    return folder;
}

// Takes away the copies beside `folder` that nobody has asked for for a day.
static void remove_old(const fs::path& folder) {
    std::error_code none;
    for (fs::directory_iterator it(folder.parent_path(), none), end; !none && it != end; it.increment(none)) {
        std::error_code gone;
        const auto age = fs::file_time_type::clock::now() - it->last_write_time(gone);
        if (!gone && age > 24h) fs::remove_all(it->path(), gone);
    }
}

BuiltCopy build_copy(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
                     Build build) {
    const std::string hash = hash_text(surroundings(tree, build) + source);
    const fs::path folder = copy_folder(tree, lesson, name, build == Build::gpu, hash);
    BuiltCopy copy{.program = folder / build_word(build), .source = folder / lesson.program.filename(), .log = {}};
    const fs::path log = copy.program.string() + ".log";
    const Turn turn(copy.program.string() + ".lock");
    if (fs::exists(copy.program) && fs::exists(log)) {
        copy.log = read_file(log);
        copy.kept = true;
        return copy;
    }
    remove_old(folder);
    write_file(copy.source, source);
    const fs::path unfinished = unique_beside(copy.program);
    const Outcome outcome =
        capture({.words = copy_command(tree, source, copy.source, unfinished, build), .folder = tree.source});
    copy.log = outcome.output;
    copy.cpu_seconds = outcome.cpu_seconds;
    if (!outcome.good()) {
        expect_room(tree, outcome.output);
        if (outcome.signal)
            throw Failure(fmt::format("the compiler of {} was killed by {}", name, signal_name(outcome.signal)));
        copy.program.clear();
        return copy;
    }
    write_file(log, copy.log);
    fs::rename(unfinished, copy.program);
    return copy;
}

std::string broken_source(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    return broken(read_file(lesson.program), exercise, tree.shown(lesson.breaks()), tree.shown(lesson.program));
}

Trial try_source(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
                 const TrialOptions& options) {
    const Build build = options.device == Device::gpu ? Build::gpu : options.check_build ? Build::check : Build::cpu;
    return run_copy(build_copy(tree, lesson, source, name, build), options);
}

Ptx ptx_of(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name) {
    const auto nvcc = find_cuda_tool("nvcc");
    if (!nvcc) throw Failure("nvcc is missing: install the CUDA Toolkit");
    const std::string hash = hash_text(surroundings(tree, Build::gpu) + source);
    const fs::path folder = copy_folder(tree, lesson, name, /*gpu=*/true, hash);
    const fs::path file = folder / lesson.program.filename(), output = folder / "ptx", log = folder / "ptx.log";
    const Turn turn(output.string() + ".lock");
    Ptx ptx;
    if (!fs::exists(output)) {
        write_file(file, source);
        const fs::path unfinished = unique_beside(output);
        std::vector<std::string> words = compile_command(source, *nvcc, file, unfinished);
        words.insert(words.begin() + 1, "-ptx");
        const Outcome outcome = capture({.words = words, .folder = tree.source});
        ptx.cpu_seconds = outcome.cpu_seconds;
        if (!outcome.good()) {
            expect_room(tree, outcome.output);
            ptx.error = outcome.output.empty() ? outcome.verdict() : outcome.output;
            return ptx;
        }
        write_file(log, outcome.output);
        fs::rename(unfinished, output);
    }
    ptx.log = read_file(log);
    for (const std::string& line : lines_of(read_file(output)))
        if (!trimmed(line).starts_with("//")) ptx.text += line + "\n";
    return ptx;
}

namespace {

// How a run ended, as it is kept beside what it left.
void keep_ending(const fs::path& folder, const Outcome& outcome) {
    write_file(folder / "output", outcome.output);
    write_file(folder / "ending", fmt::format("{} {} {}\n", outcome.exit, outcome.seconds, outcome.cpu_seconds));
}
Outcome kept_ending(const fs::path& folder) {
    Outcome outcome;
    std::istringstream text(read_file(folder / "ending"));
    text >> outcome.exit >> outcome.seconds >> outcome.cpu_seconds;
    outcome.output = read_file(folder / "output");
    return outcome;
}

// Fills in what a run in `folder` tells.
void read_run(const fs::path& folder, const Outcome& outcome, Trial& trial) {
    trial.output = outcome.output;
    trial.seconds_run = outcome.seconds;
    trial.cpu_run = outcome.cpu_seconds;
    trial.exit = outcome.code();
    trial.ending = outcome.verdict();
    read_gates(read_report(folder / "report"), trial);
    trial.findings = read_findings(folder / "findings");
    // The checker's findings alone make an exit code 1 of a 0.
    const bool ended = outcome.exit == 0 || (outcome.exit == 1 && !(trial.failed().empty() && trial.findings.empty()));
    trial.end = outcome.timed_out                                ? Trial::End::hang
                : outcome.signal || outcome.exit == DEVICE_ERROR ? Trial::End::crash
                : ended                                          ? Trial::End::ran
                                                                 : Trial::End::stopped;
}

}  // namespace

Trial run_copy(const BuiltCopy& copy, const TrialOptions& options) {
    Trial trial;
    trial.log = copy.log;
    if (copy.program.empty()) {
        trial.end = Trial::End::nobuild;
        trial.ending = "it does not build";
        return trial;
    }

    std::vector<std::string> arguments;
    if (options.all_gates) arguments.emplace_back("--all-gates");
    arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
    std::string key = options.order;
    for (const std::string& argument : arguments) key += "\n" + argument;
    const fs::path kept = copy.program.string() + "." + hash_text(key);
    std::optional<Turn> turn;
    if (options.keep) {
        turn.emplace(kept.string() + ".lock");
        if (fs::exists(kept)) {
            read_run(kept, kept_ending(kept), trial);
            trial.kept = true;
            return trial;
        }
    }

    const Scratch scratch(copy.program);
    Command command{.words = {copy.program.string(), "--report", (scratch.path / "report").string()},
                    .folder = scratch.path,
                    .limit_s = options.limit_s,
                    .limit_cpu_s = options.limit_cpu_s};
    command.words.insert(command.words.end(), arguments.begin(), arguments.end());
    // The learner's own settings must not colour a trial. Canaries would hide the true ends of the arrays.
    for (const char* name :
         {"DAYBREAK_ORDER", "DAYBREAK_EXACT", "DAYBREAK_LEAKS", "DAYBREAK_SYNC", "DAYBREAK_CHECK", "DAYBREAK_FINDINGS"})
        command.environment[name] = std::nullopt;
    if (!options.order.empty() && options.device == Device::cpu) command.environment["DAYBREAK_ORDER"] = options.order;
    if (options.check_build) {
        command.environment["DAYBREAK_EXACT"] = "1";
        command.environment["DAYBREAK_FINDINGS"] = (scratch.path / "findings").string();
    }
    const Outcome outcome = capture(command);
    read_run(scratch.path, outcome, trial);
    if (options.keep && trial.end == Trial::End::ran) {
        keep_ending(scratch.path, outcome);
        fs::rename(scratch.path, kept);
    }
    return trial;
}

const char* end_word(Trial::End end) {
    switch (end) {
        case Trial::End::ran:
            return "ran";
        case Trial::End::nobuild:
            return "nobuild";
        case Trial::End::crash:
            return "crash";
        case Trial::End::hang:
            return "hang";
        case Trial::End::stopped:
            return "stopped";
    }
    return "";
}

}  // namespace day
