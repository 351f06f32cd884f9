#include "verify/day/exercise/standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "verify/day/course/catalogue.h"

namespace day {

Standing standing_of(const Progress& progress, const Lesson& lesson, const Break& exercise) {
    Standing standing;
    const Entry* entry = progress.find(slug_of(lesson), exercise.id);
    if (!entry) return standing;
    standing.hints = std::min<int>(entry->number("hints"), int(exercise.hints.size()));
    if (entry->value("break") != break_hash(exercise)) {
        for (const char* key : {"said", "gave-up", "found"})
            standing.changed = standing.changed || !entry->value(key).empty();
        return standing;
    }
    if (const std::string said = entry->value("said"); !said.empty()) {
        standing.state = Standing::State::said;
        standing.said = said == "none" ? std::vector<std::string>{} : entry->words("said");
    }
    const std::string score = entry->value("score");
    if (const std::size_t slash = score.find('/'); slash != score.npos) {
        standing.state = Standing::State::done;
        standing.hit = std::atoi(score.c_str());
        standing.of = std::atoi(score.c_str() + slash + 1);
    }
    if (!entry->value("found").empty()) standing.state = Standing::State::found;
    if (!entry->value("gave-up").empty()) standing.state = Standing::State::gave_up;
    standing.killed = !entry->value("killed").empty();
    return standing;
}

std::string standing_text(const Standing& standing) {
    const std::string hints =
        standing.hints > 0 ? fmt::format(", {} hint{}", standing.hints, standing.hints > 1 ? "s" : "") : "";
    switch (standing.state) {
        case Standing::State::open:
            return standing.changed ? "changed since" : standing.hints > 0 ? hints.substr(2) : "";
        case Standing::State::said:
            return "locked" + hints;
        case Standing::State::done:
            return (standing.right() ? "exactly right" : fmt::format("{} of {}", standing.hit, standing.of)) + hints +
                   (standing.killed ? ", killed" : "");
        case Standing::State::gave_up:
            return "given up" + hints;
        case Standing::State::found:
            return "found in a riddle" + hints;
    }
    return "";
}

Entry& entry_of(Progress& progress, const Lesson& lesson, const Break& exercise) {
    Entry& entry = progress.touch(slug_of(lesson), exercise.id);
    if (const std::string hash = break_hash(exercise); entry.value("break") != hash) {
        for (const char* key : {"said", "did", "score", "gave-up", "found", "killed"}) entry.set(key, "");
        entry.set("break", hash);
    }
    return entry;
}

}  // namespace day
