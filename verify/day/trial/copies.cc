#include "verify/day/trial/copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"
#include "verify/day/trial/bundle.h"
#include "verify/day/trial/kept.h"

namespace day {

using namespace std::chrono_literals;

namespace {

constexpr const char* PTX = "ptx";          // stands where the others say a build
constexpr std::size_t FEWEST_TOGETHER = 6;  // below, compiling together saves too little to look at two ways

std::string host_compiler(const Tree& tree) {
    const std::string chosen = cached_value(tree.build, "CMAKE_CXX_COMPILER");
    return chosen.empty() ? "c++" : chosen;
}

fs::path nvcc_or_failure() {
    if (const auto nvcc = find_cuda_tool("nvcc")) return *nvcc;
    throw Failure("nvcc is missing: install the CUDA Toolkit");
}

Build build_of(const std::string& kind) {
    for (const Build build : {Build::cpu, Build::gpu, Build::check, Build::count})
        if (kind == build_word(build)) return build;
    throw Failure("there is no build " + kind);
}

// The command line that compiles `file`; `source` is the text whose Alone line counts.
std::vector<std::string> command_of(const Tree& tree, const std::string& kind, const std::string& source,
                                    const fs::path& file, const fs::path& output) {
    std::vector<std::string> words;
    if (kind == PTX) {
        words = compile_command(source, nvcc_or_failure(), file, output);
        words.insert(words.begin() + 1, "-ptx");
        const std::string architecture = device_key_of(source).architecture;
        if (!architecture.empty()) words.insert(words.begin() + 1, "-arch=" + architecture);
    } else {
        words = copy_command(tree, source, file, output, build_of(kind));
    }
    const std::string rule = output.string() + ".d";
    words.insert(words.end(), {"-MD", "-MT", "copy", "-MF", rule});
    return words;
}

// Another one when the text, the command line or a compiler is another one.
std::string key_of(const Tree& tree, const std::string& kind, const std::string& source, const std::string& text) {
    std::vector<fs::path> compilers = {which(host_compiler(tree)).value_or("c++")};
    if (kind == PTX || kind == build_word(Build::gpu))
        compilers.push_back(nvcc_or_failure());
    else
        for (const char* file : {"cpucc", "libcpu_device.a", "libchecker.a"}) compilers.push_back(tree.build / file);
    std::string key = contents_text(compilers);
    for (const std::string& word : command_of(tree, kind, source, "copy.cu", "copy")) key += word + "\n";
    return hash_text(key + text);
}

// The folder of a text's copies, there, and marked as asked for now.
fs::path copy_folder(const Tree& tree, const Lesson& lesson, const std::string& name, const std::string& kind,
                     const std::string& key) {
    fs::path folder = tree.build / "breaks" / lesson.id() / name / kind / key;
    make_folder(folder);
    std::error_code none;
    fs::last_write_time(folder, fs::file_time_type::clock::now(), none);
    return folder;
}

// Takes away the copies beside `folder` that nobody has asked for for a day.
void remove_old(const fs::path& folder) {
    std::error_code none;
    for (fs::directory_iterator it(folder.parent_path(), none), end; !none && it != end; it.increment(none)) {
        std::error_code gone;
        const auto age = fs::file_time_type::clock::now() - it->last_write_time(gone);
        if (!gone && age > 24h) fs::remove_all(it->path(), gone);
    }
}

// `read` names the files that the compiler read of what stands in the folder. Where one of them is another one now, all
// of it goes.
bool still_holds(const fs::path& folder) {
    const fs::path list = folder / "read";
    if (!fs::exists(list)) return false;
    if (contents_hold(read_file(list))) return true;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() != ".lock") fs::remove_all(entry.path(), none);
    return false;
}

// Does the compiler find fault with the text? Then it names a line, or what the linker misses.
bool refuses_text(const std::string& log) {
    const auto names_line = [](const std::string& line) {
        for (const char* kind : {": error", ": fatal error:", ": Error:"})
            if (const std::size_t at = line.find(kind); at != line.npos && at > 0)
                if (line[at - 1] == ')' || std::isdigit(static_cast<unsigned char>(line[at - 1]))) return true;
        return false;
    };
    const std::vector<std::string> lines = lines_of(log);
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        for (const char* words : {"undefined reference to", "multiple definition of", "ptxas error", "nvlink error"})
            if (line.find(words) != line.npos) return true;
        return names_line(line);
    });
}

// What a compiler writes until it is done; gone at the end, also when it is interrupted.
struct Unfinished {
    fs::path program, rule;
    ~Unfinished() {
        std::error_code none;
        fs::remove(program, none);
        fs::remove(rule, none);
    }
};

// Compiles `text` to folder/kind. `log` and `read` stand beside it when that went well; program is "" when it did not.
BuiltCopy compile(const Tree& tree, const std::string& name, const std::string& kind, const std::string& source,
                  const std::string& text, const fs::path& folder, const std::string& file_name) {
    BuiltCopy copy{.program = folder / kind, .folder = folder, .log = {}};
    const Turn turn(folder / "made.lock");
    if (still_holds(folder) && fs::exists(copy.program)) {
        copy.log = read_file(folder / "log");
        copy.kept = true;
        return copy;
    }
    remove_old(folder);
    const fs::path file = folder / file_name, unfinished = unique_beside(copy.program);
    const Unfinished rest{unfinished, unfinished.string() + ".d"};
    write_file(file, text);
    const auto began = fs::last_write_time(file);
    const Outcome outcome = capture({.words = command_of(tree, kind, source, file, unfinished), .folder = tree.source});
    copy.log = outcome.output;
    copy.cpu_seconds = outcome.cpu_seconds;
    if (!outcome.good()) {
        expect_room(tree, outcome.output);
        if (outcome.signal)
            throw Failure(fmt::format("the compiler of {} was killed by {}", name, signal_name(outcome.signal)));
        if (!refuses_text(outcome.output))
            throw Failure(fmt::format("the compiler could not work on {}: {}: scripts/day doctor looks at the machine",
                                      name, first_complaint(outcome.output)));
        copy.program.clear();
        return copy;
    }
    write_file(folder / "log", copy.log);
    fs::rename(unfinished, copy.program);
    if (!fs::exists(rest.rule)) return copy;
    std::vector<fs::path> read = files_of_rule(read_file(rest.rule), tree.source);
    std::erase(read, file);
    // What was saved while the compiler ran may be older or newer than what it read.
    const bool settled = std::all_of(read.begin(), read.end(), [&](const fs::path& one) {
        std::error_code gone;
        return fs::last_write_time(one, gone) <= began || gone;
    });
    if (settled) write_file(folder / "read", contents_text(read));
    return copy;
}

}  // namespace

BuiltCopy build_copy(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
                     Build build) {
    const std::string kind = build_word(build);
    const fs::path folder = copy_folder(tree, lesson, name, kind, key_of(tree, kind, source, source));
    return compile(tree, name, kind, source, source, folder, lesson.program.filename());
}

Ptx ptx_of(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name) {
    const fs::path folder = copy_folder(tree, lesson, name, PTX, key_of(tree, PTX, source, source));
    const BuiltCopy copy = compile(tree, name, PTX, source, source, folder, lesson.program.filename());
    Ptx ptx{.text = {}, .error = {}, .log = copy.log, .cpu_seconds = copy.cpu_seconds};
    if (copy.program.empty()) {
        ptx.error = copy.log.empty() ? "it says nothing" : copy.log;
        ptx.log.clear();
        return ptx;
    }
    for (const std::string& line : lines_of(read_file(copy.program)))
        if (!trimmed(line).starts_with("//")) ptx.text += line + "\n";
    return ptx;
}

Copies::Copies(const Tree& tree, const Lesson& lesson, std::vector<Member> members, bool together)
    : tree_(tree),
      lesson_(lesson),
      members_(std::move(members)),
      together_(together && members_.size() >= FEWEST_TOGETHER) {}

const Copies::Member& Copies::member(const std::string& name) const {
    for (const Member& one : members_)
        if (one.name == name) return one;
    throw Failure(fmt::format("{} has no copy {}", lesson_.id(), name));
}

bool Copies::has(const std::string& name) const {
    return std::any_of(members_.begin(), members_.end(), [&](const Member& one) { return one.name == name; });
}

BuiltCopy Copies::compile_all(const std::string& kind, const std::string& text) {
    const std::string& source = members_[0].source;
    const fs::path folder = copy_folder(tree_, lesson_, "all", kind, key_of(tree_, kind, source, text));
    BuiltCopy all = compile(tree_, lesson_.id(), kind, source, text, folder, "all.cu");
    spend(all.cpu_seconds);
    return all;
}

void Copies::spend(double cpu_seconds) {
    const std::lock_guard lock(mutex_);
    cpu_spent_ += cpu_seconds;
}

const std::optional<BuiltCopy>& Copies::bundle(const std::string& kind) {
    Bundle* bundle = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Bundle>& place = bundles_[kind];
        if (!place) place = std::make_unique<Bundle>();
        bundle = place.get();
    }
    const std::lock_guard lock(bundle->mutex);
    if (bundle->tried || !together_) return bundle->program;
    std::vector<std::string> texts;
    for (const Member& one : members_)
        if (!one.plain_only || kind == build_word(Build::cpu)) texts.push_back(one.source);
    bundle->tried = true;
    if (const std::optional<std::string> text = bundled(texts)) try {
            const BuiltCopy all = compile_all(kind, *text);
            const bool kept = fs::exists(all.folder / "read");
            if (kept && !all.program.empty() && !has_warning(all.log)) bundle->program = all;
        } catch (const Failure&) {  // too large for this machine, perhaps
            if (was_interrupted()) throw;
        }
    return bundle->program;
}

BuiltCopy Copies::built(const std::string& name, Build build) {
    const Member& one = member(name);
    const std::string kind = build_word(build);
    const std::optional<BuiltCopy>& all = bundle(kind);
    if (!all) {
        BuiltCopy alone = build_copy(tree_, lesson_, one.source, name, build);
        spend(alone.cpu_seconds);
        return alone;
    }
    BuiltCopy copy = *all;
    copy.number = int(&one - members_.data());
    copy.folder = copy_folder(tree_, lesson_, name, kind, key_of(tree_, kind, one.source, one.source));
    copy.cpu_seconds = 0.0;
    const Turn turn(copy.folder / "made.lock");
    if (!still_holds(copy.folder)) write_file(copy.folder / "read", read_file(all->folder / "read"));
    return copy;
}

std::optional<Trial> Copies::run_among_all(const std::string& name, const TrialOptions& options) {
    const std::optional<BuiltCopy>& all = bundle(build_word(build_for(options)));
    if (!all) return std::nullopt;
    BuiltCopy copy = *all;  // and its folder: another bundle runs it anew
    copy.number = int(&member(name) - members_.data());
    return run_copy(copy, options);
}

Trial Copies::run(const std::string& name, const TrialOptions& options) {
    const Build build = build_for(options);
    if (options.keep) {
        const std::string& source = member(name).source;
        const std::string kind = build_word(build);
        const fs::path folder = copy_folder(tree_, lesson_, name, kind, key_of(tree_, kind, source, source));
        bool holds = false;
        {
            const Turn turn(folder / "made.lock");
            holds = still_holds(folder);
        }
        if (holds)
            if (std::optional<Trial> trial = kept_trial(folder, options)) return *std::move(trial);
    }
    return run_copy(built(name, build), options);
}

Ptx Copies::asked_nvcc(const std::string& name) {
    const Member& one = member(name);
    const fs::path folder = copy_folder(tree_, lesson_, name, PTX, key_of(tree_, PTX, one.source, one.source));
    const fs::path log = folder / "log";
    {
        const Turn turn(folder / "made.lock");
        if (still_holds(folder) && fs::exists(log)) return {.text = {}, .error = {}, .log = read_file(log)};
    }
    const std::optional<BuiltCopy>& all = bundle(PTX);
    if (!all) {
        Ptx ptx = ptx_of(tree_, lesson_, one.source, name);
        spend(ptx.cpu_seconds);
        ptx.text.clear();
        return ptx;
    }
    const Turn turn(folder / "made.lock");
    write_file(log, "");
    write_file(folder / "read", read_file(all->folder / "read"));
    return {};
}

}  // namespace day
