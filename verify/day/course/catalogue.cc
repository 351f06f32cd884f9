#include "verify/day/course/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/nearest.h"

namespace day {

namespace {

// Which of the names it is, or the only one that begins so. Failure that names them all. `kind`: "break".
std::size_t meant(const Lesson& lesson, const std::string& kind, const std::vector<std::string>& names,
                  const std::string& typed) {
    std::vector<std::size_t> begun;
    std::vector<std::string> begun_names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == typed) return i;
        if (typed.empty() || !names[i].starts_with(typed)) continue;
        begun.push_back(i);
        begun_names.push_back(names[i]);
    }
    if (begun.size() == 1) return begun[0];
    if (begun.size() > 1)
        throw Failure(fmt::format("day {} has {} {}s that begin with {}: {}", lesson.number, begun.size(), kind, typed,
                                  listed(begun_names)),
                      2);
    if (const std::string near = nearest(typed, names); !near.empty())
        throw Failure(fmt::format("day {0} has no {1} {2}: did you mean {3}? scripts/day show {0} lists them",
                                  lesson.number, kind, typed, near),
                      2);
    throw Failure(fmt::format("day {} has no {} {}: its {}s are {}", lesson.number, kind, typed, kind, listed(names)),
                  2);
}

template <class Exercise>
std::vector<std::string> names_of(const std::vector<Exercise>& all, std::string Exercise::*name) {
    std::vector<std::string> names;
    std::transform(all.begin(), all.end(), std::back_inserter(names), [&](const Exercise& one) { return one.*name; });
    return names;
}

}  // namespace

const Break& break_named(const Lesson& lesson, const std::vector<Break>& breaks, const std::string& id) {
    return breaks[meant(lesson, "break", names_of(breaks, &Break::id), id)];
}

const KernelTask& kernel_named(const Lesson& lesson, const std::vector<KernelTask>& kernels, const std::string& name) {
    return kernels[meant(lesson, "kernel", names_of(kernels, &KernelTask::name), name)];
}

std::vector<Break> exercises_of(const Tree& tree, const Lesson& lesson) {
    return breaks_of(tree, lesson, Drafts::allowed);
}

std::vector<Break> readable_breaks(const Tree& tree, const Lesson& lesson) {
    try {
        if (lesson.problem.empty()) return exercises_of(tree, lesson);
    } catch (const Failure&) {
    }
    return {};
}

std::vector<KernelTask> readable_kernels(const Tree& tree, const Lesson& lesson) {
    try {
        if (lesson.problem.empty() && lesson.runs_on_cpu()) return kernels_of(tree, lesson);
    } catch (const Failure&) {
    }
    return {};
}

std::vector<Break> with_kernels(const Tree& tree, const Lesson& lesson, std::vector<Break> breaks) {
    const std::string source = read_file(lesson.program);
    const bool plain = std::any_of(breaks.begin(), breaks.end(), [](const Break& one) { return one.flags.empty(); });
    const std::vector<std::string> flags = plain || breaks.empty() ? std::vector<std::string>{} : breaks[0].flags;
    for (const KernelTask& kernel : kernels_of(tree, lesson)) try {
            breaks.push_back(emptied(source, kernel));
            breaks.back().flags = flags;
        } catch (const Failure& failure) {
            throw Failure(fmt::format("{}:{}: {}", tree.shown(lesson.breaks()), kernel.line, failure.what()));
        }
    return breaks;
}

std::string break_hash(const Break& exercise) {
    std::string text;
    const auto add = [&](const std::string& word) { text.append(word).push_back('\xff'); };  // no byte of UTF-8
    for (const Edit& edit : exercise.edits) add(edit.in), add(edit.find), add(edit.replace);
    const auto add_list = [&](const char* name, const std::vector<std::string>& words) {
        add(name);
        for (const std::string& word : words) add(word);
    };
    add_list("fail", exercise.fail);
    add_list("may_fail", exercise.may_fail);
    add_list("flags", exercise.flags);
    add(exercise.finding), add(exercise.outcome), add(exercise.device);
    add(exercise.silent ? "silent" : ""), add(exercise.other_checks ? "other checks" : "");
    return hash_text(text);
}

std::string breaks_hash(const std::vector<Break>& breaks) {
    Break all;
    for (const Break& exercise : breaks) all.flags.insert(all.flags.end(), {exercise.id, break_hash(exercise)});
    return break_hash(all);
}

const char* level_text(int level) {
    return level == 1 ? "read the code" : level == 2 ? "think about numbers" : "think about hardware";
}

}  // namespace day
