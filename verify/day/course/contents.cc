#include "verify/day/course/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"

namespace day {
namespace {

bool is_inside(const fs::path& relative) { return !relative.empty() && *relative.begin() != ".."; }

}  // namespace

std::string Contents::source(const Lesson& lesson) {
    if (!sources_.contains(lesson.program)) {
        std::vector<fs::path> programs = {lesson.program};
        for (const Lesson& other : lessons_of(tree_))
            if (!other.program.empty() && other.program != lesson.program) programs.push_back(other.program);
        const std::vector<std::string> hashes = sha256_of(programs);
        for (std::size_t i = 0; i < programs.size(); ++i) sources_[programs[i]] = hashes[i];
    }
    return sources_[lesson.program];
}

std::string Contents::digest(const std::string& name) {
    const auto [found, is_new] = digests_.try_emplace(name);
    if (is_new && fs::is_regular_file(tree_.source / name)) found->second = hash_text(read_file(tree_.source / name));
    return found->second;
}

std::string Contents::cpu_device() {
    if (!cpu_device_.empty()) return cpu_device_;
    std::set<std::string> names;
    for (const char* folder : {"verify/cpu", "verify/source"})
        if (fs::is_directory(tree_.source / folder))
            for (const auto& entry : fs::recursive_directory_iterator(tree_.source / folder))
                if (entry.is_regular_file()) names.insert(tree_.shown(entry.path()));
    std::string text;
    for (const std::string& name : names) text += fmt::format("{} {}\n", name, digest(name));
    return cpu_device_ = hash_text(text);
}

std::vector<std::string> files_read(const Tree& tree, const fs::path& list, const fs::path& program) {
    if (!fs::is_regular_file(list))
        throw Failure(
            fmt::format("{} is missing, the list of the files that the compiler read: rm {}, and build it again",
                        tree.shown(list), quoted(tree.shown(fs::path(list).replace_extension()))));
    const fs::path root = fs::weakly_canonical(tree.source), built = fs::weakly_canonical(tree.build);
    std::set<std::string> names;
    for (const std::string& name : names_in_rule(read_file(list))) {
        const fs::path file = fs::weakly_canonical(root / name), relative = file.lexically_relative(root);
        if (is_inside(relative) && !is_inside(file.lexically_relative(built))) names.insert(relative.string());
    }
    if (names.erase(tree.shown(program)) == 0)
        throw Failure(
            fmt::format("{} does not name {}: it is of another checkout", tree.shown(list), tree.shown(program)));
    std::erase_if(names, [](const std::string& name) { return name.starts_with("verify/cpu/"); });
    return {names.begin(), names.end()};
}

std::vector<std::string> sha256_of(const std::vector<fs::path>& files) {
    std::vector<std::string> hashes;
    if (files.empty()) return hashes;
    Command command{.words = {"sha256sum", "--"}};
    for (const fs::path& file : files) command.words.push_back(file.string());
    const Outcome outcome = capture(command);
    for (const std::string& line : lines_of(outcome.output)) hashes.push_back(line.substr(0, line.find(' ')));
    if (!outcome.good() || hashes.size() != files.size())
        throw Failure(fmt::format("cannot read the sources: {}", trimmed(outcome.output)));
    return hashes;
}

}  // namespace day
