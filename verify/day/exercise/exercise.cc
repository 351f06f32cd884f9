#include "verify/day/exercise/exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "verify/day/base/diff.h"
#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/limit.h"
#include "verify/day/base/nearest.h"
#include "verify/day/base/screen.h"
#include "verify/day/course/regions.h"

namespace day {
namespace {

void add(std::vector<std::string>& words, const std::string& word) {
    if (!in(words, word)) words.push_back(word);
}

}  // namespace

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

// "a race", "a bad access (memory)", ...
static std::string finding_text(const std::string& word) {
    return word == "race"     ? "a race"
           : word == "memory" ? "a bad access (memory)"
           : word == "init"   ? "a read of memory that nobody wrote (init)"
                              : "a wrong barrier (sync)";
}

bool is_finding(const std::string& word) {
    return std::find(std::begin(FINDINGS), std::end(FINDINGS), word) != std::end(FINDINGS);
}

bool is_outcome(const std::string& word) {
    return std::find(std::begin(OUTCOMES), std::end(OUTCOMES), word) != std::end(OUTCOMES);
}

std::vector<std::string> prediction_of(const Lesson& lesson, const std::vector<std::string>& typed_words) {
    const std::vector<std::string> gates = declared_gates(read_file(lesson.program));
    std::vector<std::string> words;
    for (std::string typed_word : typed_words) {
        std::replace(typed_word.begin(), typed_word.end(), ',', ' ');
        std::istringstream parts(typed_word);
        for (std::string part; parts >> part;)
            if (part != "and" || in(gates, part)) words.push_back(part);  // "dZ, dW and db", as it was told
    }
    if (words.empty()) throw Failure("nothing was said, and nothing is locked: name gates, or say `none`", 2);
    for (const std::string& word : words) {
        const bool alone = word == "none" || is_outcome(word);
        if (alone && words.size() > 1) {
            std::vector<std::string> others = words, told;
            std::erase(others, word);
            for (const std::string& other : others)
                if (is_finding(other)) told.push_back(finding_text(other));
            const bool findings_only = word == "none" && !told.empty() && told.size() == others.size();
            throw Failure(
                fmt::format(
                    "`{}` stands alone: say it, or name gates{}", word,
                    findings_only ? fmt::format("; for no gate but {} say: {}", listed(told), typed(others)) : ""),
                2);
        }
        if (alone || is_finding(word) || in(gates, word)) continue;
        std::vector<std::string> sayable = gates;
        sayable.emplace_back("none");
        sayable.insert(sayable.end(), std::begin(FINDINGS), std::end(FINDINGS));
        sayable.insert(sayable.end(), std::begin(OUTCOMES), std::end(OUTCOMES));
        const std::string meant = nearest(word, sayable);
        throw Failure(fmt::format("day {} has no gate {}: {} gates are {}; or say none, race, memory, init, sync, "
                                  "crash, hang or nobuild",
                                  lesson.number, word,
                                  meant.empty() ? "its" : fmt::format("did you mean {}? Its", meant), listed(gates)),
                      2);
    }
    std::erase(words, "none");
    return in_order(gates, words);
}

std::vector<std::string> in_order(const std::vector<std::string>& gates, const std::vector<std::string>& words) {
    std::vector<std::string> sorted;
    for (const std::string& gate : gates)
        if (in(words, gate)) sorted.push_back(gate);
    for (const std::string& word : words) add(sorted, word);
    return sorted;
}

std::string typed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text.empty() ? "none" : text;
}

bool Seen::counts(const std::string& word) const { return !in(optional, word); }

Seen seen_of(const Break& exercise, const Trial& plain, const std::optional<Trial>& checked) {
    Seen seen;
    const bool stated_outcome = exercise.expect == Expect::outcome;
    seen.optional = exercise.may_fail;
    for (const std::string& gate : plain.failed()) {
        seen.did.push_back(gate);
        if (stated_outcome) add(seen.optional, gate);
    }
    switch (plain.end) {
        case Trial::End::ran:
            break;
        case Trial::End::nobuild:
            seen.did.emplace_back("nobuild");
            break;
        case Trial::End::hang:
            seen.did.emplace_back("hang");
            break;
        case Trial::End::crash:
        case Trial::End::stopped:  // a canary was overwritten, an input changed: it ended before its verdict
            seen.did.emplace_back("crash");
            if (exercise.expect == Expect::finding) seen.optional.emplace_back("crash");
            break;
    }
    if (checked)
        for (const std::string& word : finding_words(checked->findings)) {
            seen.did.push_back(word);
            if (word != exercise.finding) add(seen.optional, word);
        }
    return seen;
}

Score score_of(const std::vector<std::string>& said, const Seen& seen) {
    Score score;
    for (const std::string& word : said) {
        const bool hit = in(seen.did, word);
        // Said what may fail, and here it did not: no harm.
        if (!hit && in(seen.optional, word) && !is_finding(word) && !is_outcome(word)) continue;
        score.hit += hit, ++score.of;
    }
    for (const std::string& word : seen.did) score.of += !in(said, word) && seen.counts(word);
    // Nothing was said, and nothing happened that counts: the one thing that was right.
    if (score.of == 0) score.hit = score.of = 1;
    return score;
}

std::string stated(const Break& exercise) {
    std::string text;
    switch (exercise.expect) {
        case Expect::gates:
            if (exercise.fail.empty()) return "every gate passes: it survives";
            return fmt::format("{} {}", listed(exercise.fail), exercise.fail.size() == 1 ? "fails" : "fail");
        case Expect::outcome:
            return exercise.outcome == "nobuild" ? "it does not build"
                   : exercise.outcome == "crash" ? "the program crashes"
                                                 : "the program never ends";
        case Expect::finding:
            text = fmt::format("the checker reports {}", finding_text(exercise.finding));
    }
    if (!exercise.fail.empty())
        text += fmt::format("; {} {}", listed(exercise.fail), exercise.fail.size() == 1 ? "fails" : "fail");
    if (!exercise.may_fail.empty())
        text += fmt::format("; {} may fail, by order and device", listed(exercise.may_fail));
    return text;
}

bool survives(const Break& exercise) {
    return exercise.expect != Expect::outcome && exercise.fail.empty() && exercise.may_fail.empty();
}

std::string call_to_kill(const Lesson& lesson, const Break& exercise) {
    const bool found = exercise.expect == Expect::finding;
    return prose(fmt::format("No gate sees it{}. Is there data that would{}? scripts/day kill {} {}",
                             found ? "; the checker does" : "", found ? "" : ", or is nothing wrong with it",
                             lesson.number, exercise.id));
}

bool is_riddle(const Break& exercise) {
    const bool shows = !survives(exercise) || exercise.expect == Expect::finding;  // a riddle is put to the checker
    return shows && exercise.outcome != "nobuild" && exercise.device != "gpu";
}

bool cut_off(const Trial& plain, const Trial& checked) {
    const auto died = [](const Trial& trial) {
        return trial.end == Trial::End::crash || trial.end == Trial::End::stopped;
    };
    if (checked.end == Trial::End::ran || checked.end == plain.end) return false;
    return !died(checked) || (!died(plain) && checked.findings.empty());  // what it found is why it died
}

std::string cut_off_text(const Trial& checked) {
    return fmt::format("the checker did not come to its end ({})", checked.ending);
}

std::vector<std::string> broken_lines(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    std::vector<std::string> lines =
        lines_of(broken(read_file(lesson.program), exercise, tree.shown(lesson.breaks()), tree.shown(lesson.program)));
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("#line "); });
    return lines;
}

std::string diff_screen(const Tree& tree, const Lesson& lesson, const std::vector<std::string>& after) {
    const std::string source = read_file(lesson.program);
    return unified(lines_of(source), after, clickable(tree, lesson.program),
                   [&](int line) { return function_at(source, line); });
}

std::string clickable(const Tree& tree, const fs::path& path) {
    std::error_code none;
    return fs::current_path(none) == tree.source ? tree.shown(path) : path.string();
}

std::string percent_text(double percent) {
    if (!std::isfinite(percent)) return "beyond all";
    return percent < 99999.5 ? fmt::format("{:.1f}%", percent) : fmt::format("{:.1e}%", percent);
}

std::string place_of(const Lesson& lesson, const std::vector<Finding>& findings, const std::string& word) {
    for (const Finding& finding : findings) {
        if (finding_word(finding) != word) continue;
        std::istringstream parts(finding.place);
        std::string place, last = lesson.program.filename().string();
        std::vector<std::string> named;
        for (std::string part; parts >> part;) {
            const std::size_t colon = part.rfind(':');
            if (colon == part.npos || colon == 0 || in(named, part)) continue;
            named.push_back(part);
            const std::string file = fs::path(part.substr(0, colon)).filename().string();
            const std::string line = part.substr(colon + 1);
            place += file != last    ? fmt::format("{}{}:{}", place.empty() ? "" : ", ", file, line)
                     : place.empty() ? "line " + line
                                     : ", " + line;
            last = file;
        }
        return place;
    }
    return "";
}

std::string findings_text(const Tree& tree, const std::vector<Finding>& findings) {
    std::string text;
    for (const std::string& word : finding_words(findings))
        for (const Finding& finding : findings) {
            if (finding_word(finding) != word) continue;
            const nlohmann::json row = nlohmann::json::parse(finding.json, nullptr, /*allow_exceptions=*/false);
            if (!row.is_object()) break;
            const fs::path file = row.value("file", std::string());
            const std::string where =
                file.empty() ? word
                             : fmt::format("{}:{}", clickable(tree, file.is_absolute() ? file : tree.source / file),
                                           row.value("line", 0));
            text += prose(fmt::format("{}: {}", where, row.value("plain", row.value("message", std::string()))));
            break;
        }
    return text;
}

std::string first_error(const Trial& trial) {
    for (const std::string& line : lines_of(trial.log))
        if (line.find("error") != line.npos) return line;
    return "";
}

std::vector<std::vector<std::string>> trial_rows(const Lesson& lesson, const Trial& plain,
                                                 const std::optional<Trial>& checked, bool places) {
    std::vector<std::vector<std::string>> rows = {{"", "it did", "of what is allowed", "where"}};
    for (const std::string& name : declared_gates(read_file(lesson.program))) {
        const GateResult* gate = plain.gate(name);
        const bool measured = gate && gate->verdict != "n/a" && !gate->case_name.empty();
        const std::string verdict = !gate ? "not reached" : gate->failed ? red("FAIL") : gate->verdict;
        rows.push_back({name, verdict, measured ? fmt::format("{:>10}", percent_text(gate->percent)) : "",
                        measured ? "case " + gate->case_name : ""});
    }
    if (checked)
        for (const std::string& word : finding_words(checked->findings))
            rows.push_back(
                {word, red("found"), "", places ? place_of(lesson, checked->findings, word) : "by the checker"});
    if (plain.end != Trial::End::ran) rows.push_back({end_word(plain.end), red(plain.ending), "", ""});
    return rows;
}

fs::path copies_folder() { return progress_file().parent_path(); }

std::string with_place(const std::string& text, const fs::path& file) {
    return fmt::format("#line 1 \"{}\"\n{}", file.string(), text);
}

std::string next_command(const Tree& tree, const Progress& progress, const Lesson& lesson, const Break* after) {
    const std::vector<Break> breaks = readable_breaks(tree, lesson);
    const auto is_after = [&](const Break& exercise) { return after && exercise.id == after->id; };
    const std::size_t here = std::find_if(breaks.begin(), breaks.end(), is_after) - breaks.begin();
    const std::size_t start = here == breaks.size() ? 0 : here + 1;
    for (std::size_t k = 0; k < breaks.size(); ++k) {
        const Break& exercise = breaks[(start + k) % breaks.size()];
        if (!standing_of(progress, lesson, exercise).over())
            return fmt::format("show {} {}", lesson.number, exercise.id);
    }
    // This lesson is done: the first one behind it, or from the beginning, that is not.
    const std::vector<Lesson> lessons = lessons_of(tree);
    for (const bool behind : {true, false})
        for (const Lesson& other : lessons) {
            if ((other.number > lesson.number) != behind) continue;
            for (const Break& exercise : readable_breaks(tree, other))
                if (!standing_of(progress, other, exercise).over()) return fmt::format("run {}", other.number);
        }
    return fmt::format("{} {}", std::any_of(breaks.begin(), breaks.end(), is_riddle) ? "whodunit" : "try",
                       lesson.number);
}

Trial tried(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
            const TrialOptions& options, const std::string& what) {
    TrialOptions limited = options;
    if (options.device == Device::cpu) limited.limit_cpu_s = options.limit_s, limited.limit_s = IDLE * options.limit_s;
    const Waiting waiting(fmt::format("{} (at most {:.0f} s)", what, options.limit_s));
    return try_source(tree, lesson, source, name, limited);
}

}  // namespace day
