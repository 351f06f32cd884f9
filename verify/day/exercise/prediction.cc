#include "verify/day/exercise/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/nearest.h"

namespace day {
namespace {

void add(std::vector<std::string>& words, const std::string& word) {
    if (!in(words, word)) words.push_back(word);
}

// "a race", "a bad access (memory)", ...
std::string finding_text(const std::string& word) {
    return word == "race"     ? "a race"
           : word == "memory" ? "a bad access (memory)"
           : word == "init"   ? "a read of memory that was never written (init)"
                              : "a wrong barrier (sync)";
}

}  // namespace

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
    if (words.empty()) throw Failure("you named nothing, so nothing is locked: name gates, or say `none`", 2);
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

}  // namespace day
