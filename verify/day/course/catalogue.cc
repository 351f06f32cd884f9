#include "verify/day/course/catalogue.h"

#include <fmt/format.h>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/nearest.h"

namespace day {

const Break& break_named(const Lesson& lesson, const std::vector<Break>& breaks, const std::string& id) {
    std::vector<std::string> ids;
    std::vector<const Break*> begun;
    for (const Break& exercise : breaks) {
        if (exercise.id == id) return exercise;
        if (!id.empty() && exercise.id.starts_with(id)) begun.push_back(&exercise);
        ids.push_back(exercise.id);
    }
    if (begun.size() == 1) return *begun[0];
    if (begun.size() > 1) {
        ids.clear();
        for (const Break* exercise : begun) ids.push_back(exercise->id);
        throw Failure(
            fmt::format("day {} has {} breaks that begin with {}: {}", lesson.number, begun.size(), id, listed(ids)),
            2);
    }
    if (const std::string meant = nearest(id, ids); !meant.empty())
        throw Failure(fmt::format("day {0} has no break {1}: did you mean {2}? scripts/day show {0} lists them",
                                  lesson.number, id, meant),
                      2);
    throw Failure(fmt::format("day {} has no break {}: its breaks are {}", lesson.number, id, listed(ids)), 2);
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
