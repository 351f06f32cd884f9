#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "verify/day/base/diff.h"
#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/course/regions.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/own_copy.h"
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/trial/trial.h"

namespace day {
namespace {

// Its exit code is the program's.
int run_copy_of(const Tree& tree, const Lesson& lesson, const fs::path& copy) {
    const std::string text = read_file(copy);
    const Result result = result_of(tree, lesson, copy, text, "try");
    fmt::print("{}", result_text(tree, lesson, copy, result));
    if (!result.builds() || cut_off(result)) {
        // It has been said.
    } else if (text == read_file(lesson.program)) {
        fmt::print("{}", prose("Your copy is the lesson itself: edit it, save it, run it again."));
    } else if (result.plain.failed().empty() && !result.found() && result.plain.end == Trial::End::ran) {
        fmt::print("It survives: no gate fails and the checker is silent.\n");
    } else {
        fmt::print("{}",
                   prose(fmt::format("To keep it as an exercise of this lesson, give it a name: scripts/day try {} "
                                     "--save NAME",
                                     lesson.number)));
    }
    print_next(fmt::format("try {} --run", lesson.number));
    return result.builds() ? result.plain.exit : 1;
}

// ---- --save -------------------------------------------------------------------------------------

std::string toml(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else
            out += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
    }
    return out + "\"";
}

std::string toml(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + toml(word);
    return "[" + out + "]";
}

std::string joined(const std::vector<std::string>& lines, int begin, int end) {
    std::string text;
    for (int i = begin; i < end; ++i) text += lines[i] + "\n";
    return text;
}

// The change as an edit inside one function, with as many unchanged lines above as make it the only one of its kind.
Edit edit_of(const Lesson& lesson, const std::string& source, const std::vector<std::string>& before,
             const std::vector<std::string>& after, Change change) {
    if (change.old_begin == change.old_end && change.old_end < int(before.size()))
        ++change.old_end, ++change.new_end;  // what is put in is put before a line
    for (const NamedRegion& function : functions_of(source)) {
        const int first = function.region.line - 1;  // counted from 0, as changes are
        if (change.old_begin < first || change.old_end > last_line(source, function.region)) continue;
        const std::string_view code =
            std::string_view(source).substr(function.region.code, function.region.end - function.region.code);
        for (int above = 0; change.old_begin - above >= first; ++above) {
            std::string find = joined(before, change.old_begin - above, change.old_end);
            std::string replace = joined(before, change.old_begin - above, change.old_begin) +
                                  joined(after, change.new_begin, change.new_end);
            // One line for one line: without its indentation.
            if (above == 0 && change.old_end - change.old_begin == 1 && change.new_end - change.new_begin == 1) {
                const std::size_t indent = std::min(find.find_first_not_of(' '), replace.find_first_not_of(' '));
                const std::string shorter = find.substr(indent, find.size() - indent - 1);
                if (times(code, shorter) == 1)
                    return {function.name, shorter, replace.substr(indent, replace.size() - indent - 1)};
            }
            if (times(code, find) == 1) return {function.name, find, replace};
        }
    }
    throw Failure(fmt::format("{}:{}: this change lies in no single function: a break is an edit inside a function",
                              lesson.program.filename().string(), change.old_begin + 1));
}

// The copy in all three orders, with and without the checker: up to the first order in which it does not come to an
// end, or in any.
struct Results {
    std::vector<Trial> plain, checked;
};
Results results_of(const Tree& tree, const Lesson& lesson, const std::string& text) {
    prepare_trials(tree, Build::check);
    Results all;
    for (const std::string order : ORDERS) {
        all.plain.push_back(tried(tree, lesson, text, "try", {.order = order}, fmt::format("order {}", order)));
        if (all.plain.back().end == Trial::End::nobuild || all.plain.back().end == Trial::End::hang) break;
        all.checked.push_back(tried(tree, lesson, text, "try", {.order = order, .check_build = true},
                                    fmt::format("order {}, checking every access", order)));
        if (cut_off(all.plain.back(), all.checked.back()))
            throw Failure(fmt::format("order {}: {}: ask it again: scripts/day try {} --save NAME", order,
                                      cut_off_text(all.checked.back()), lesson.number));
    }
    return all;
}

// The word for what the checker finds in every order; "" when it is silent in all. Failure when it is neither.
std::string finding_of(const std::vector<Trial>& checked, const fs::path& copy) {
    std::vector<std::string> ever, always;
    for (const Trial& trial : checked)
        for (const std::string& word : finding_words(trial.findings))
            if (!in(ever, word)) ever.push_back(word);
    if (ever.empty()) return "";
    if (std::none_of(ever.begin(), ever.end(), is_finding))
        throw Failure(
            fmt::format("the checker finds {} only, for which breaks.toml has no word: mend that first, "
                        "scripts/day check {} shows it",
                        listed(ever), copy.string()));
    for (const char* word : FINDINGS)
        if (std::all_of(checked.begin(), checked.end(),
                        [&](const Trial& trial) { return in(finding_words(trial.findings), word); }))
            return word;
    throw Failure(fmt::format("the checker finds {} in some thread orders only: look at it with scripts/day check {}",
                              listed(ever), copy.string()));
}

// The gates that fail in some order, parted by whether they do in every one. First of all the one at which a plain run
// stops, then as they are declared.
struct Failing {
    std::vector<std::string> always, sometimes;
};
Failing failing_of(const Lesson& lesson, const std::vector<Trial>& trials) {
    Failing failing;
    for (const std::string& gate : declared_gates(read_file(lesson.program))) {
        const auto fails = [&](const Trial& trial) { return in(trial.failed(), gate); };
        // The checker sees some faults itself, an overwritten canary say: that gate is n/a beside it.
        const auto gave_way = [&](const Trial& trial) {
            return trial.gate(gate) && trial.gate(gate)->verdict == "n/a";
        };
        if (std::none_of(trials.begin(), trials.end(), fails)) continue;
        const bool all = std::all_of(trials.begin(), trials.end(),
                                     [&](const Trial& trial) { return fails(trial) || gave_way(trial); });
        (all ? failing.always : failing.sometimes).push_back(gate);
    }
    const auto first = std::find(failing.always.begin(), failing.always.end(), trials.front().first_failed);
    if (first != failing.always.end()) std::rotate(failing.always.begin(), first, first + 1);
    return failing;
}

// What all three orders and the checker saw, as [break.expect]. Failure when it is no steady answer.
std::string expect_of(const Tree& tree, const Lesson& lesson, const fs::path& copy, const std::string& text) {
    const Results results = results_of(tree, lesson, with_place(text, copy));
    const std::vector<Trial>& plain = results.plain;
    const auto ends = [&](Trial::End end) {
        return std::count_if(plain.begin(), plain.end(), [&](const Trial& trial) { return trial.end == end; });
    };
    if (ends(Trial::End::nobuild)) return "outcome = \"nobuild\"\n";
    if (ends(Trial::End::hang) && plain.size() == 1) return "outcome = \"hang\"\n";  // the others would take as long
    if (ends(Trial::End::hang))
        throw Failure(
            fmt::format("it never ends in order {}, and it does in others: look at it with scripts/day check {}",
                        ORDERS[plain.size() - 1], copy.string()));
    if (const std::string finding = finding_of(results.checked, copy); !finding.empty()) {
        std::vector<Trial> all = plain;
        all.insert(all.end(), results.checked.begin(), results.checked.end());
        const auto [always, sometimes] = failing_of(lesson, all);
        return fmt::format("finding = {}\n", toml(finding)) +
               (always.empty() ? "" : fmt::format("fail = {}\n", toml(always))) +
               (sometimes.empty() ? "" : fmt::format("may_fail = {}\n", toml(sometimes)));
    }
    if (ends(Trial::End::stopped))
        throw Failure(
            fmt::format("it ends without a verdict of its gates, for which breaks.toml has no word: "
                        "scripts/day try {} --run shows it",
                        lesson.number));
    const auto died = ends(Trial::End::crash);
    if (ends(Trial::End::crash) == std::ssize(plain)) return "outcome = \"crash\"\n";
    const auto [always, sometimes] = failing_of(lesson, plain);
    if (died > 0 || !sometimes.empty())
        throw Failure(fmt::format(
            "{} in some thread orders only, and the checker finds nothing: look at it with "
            "scripts/day check {}",
            died > 0 ? "it crashes" : listed(sometimes) + (sometimes.size() == 1 ? " fails" : " fail"), copy.string()));
    return fmt::format("fail = {}\n", toml(always));
}

std::string to_be_written(const std::string& what) { return fmt::format("{}: {})", TO_BE_WRITTEN, what); }

// Failure when the lesson's breaks.toml cannot have a break of that name.
void expect_name(const Tree& tree, const Lesson& lesson, const std::string& name) {
    if (!is_slug(name)) {
        std::string meant;
        for (const unsigned char c : name) {
            if (std::isalnum(c))
                meant += char(std::tolower(c));
            else if (!meant.empty() && meant.back() != '-')
                meant += '-';
        }
        if (meant.ends_with('-')) meant.pop_back();
        throw Failure(fmt::format("`{}`: a name is small letters, digits and dashes: scripts/day try {} --save {}",
                                  name, lesson.number, meant.empty() ? "NAME" : meant),
                      2);
    }
    if (!fs::exists(lesson.breaks())) return;
    for (const Break& other : exercises_of(tree, lesson))
        if (other.id == name)
            throw Failure(fmt::format("day {} has a break {} already: choose another name", lesson.number, name), 2);
}

int save(const Tree& tree, const Lesson& lesson, const fs::path& copy, const TryOptions& options) {
    const std::string source = read_file(lesson.program), mine = read_file(copy);
    const std::vector<std::string> before = lines_of(source), after = lines_of(mine);
    const std::vector<Change> changes = changes_of(before, after);
    if (changes.empty()) throw Failure(fmt::format("{} is the lesson itself: break it first", copy.string()));
    const std::string name = tree.shown(lesson.breaks());
    std::string text = fs::exists(lesson.breaks()) ? read_file(lesson.breaks()) : "format = 1\n";
    const int line = int(lines_of(text).size()) + 2;

    text += fmt::format("\n[[break]]\nid = {}\ntitle = {}\nlevel = 1\n", toml(options.save),
                        toml(options.title.empty() ? to_be_written("the edit, in a line") : options.title));
    for (const Change& change : changes) {
        const Edit edit = edit_of(lesson, source, before, after, change);
        text += fmt::format("[[break.edit]]\nin = {}\nfind = {}\nreplace = {}\n", toml(edit.in), toml(edit.find),
                            toml(edit.replace));
    }
    // An edit may not apply: that is to be said before the runs.
    const auto whole = [&](const std::string& expect) {
        return text + "[break.expect]\n" + expect +
               fmt::format("[break.text]\nhints = {}\nwhy = {}\n",
                           toml(std::vector<std::string>{to_be_written("a question")}),
                           toml(to_be_written("what could not have been guessed from the title")));
    };
    check_breaks(tree, lesson, parse_breaks(whole("fail = []\n"), name, Drafts::allowed));
    const std::string expect = expect_of(tree, lesson, copy, mine);
    const std::vector<Break> breaks = parse_breaks(whole(expect), name, Drafts::allowed);
    check_breaks(tree, lesson, breaks);
    write_file(lesson.breaks(), whole(expect));

    fmt::print("{}", flow(fmt::format("{}:{}: break {} is written there: {}.", clickable(tree, lesson.breaks()), line,
                                      options.save, stated(breaks.back()))));
    if (changes.size() > 1)
        fmt::print("{}",
                   prose(fmt::format("It takes {} edits. A good break is one edit that a person might really make.",
                                     changes.size())));
    fmt::print("{}", prose(fmt::format("Its level, hints and reason{} are still to be written. To undo it, take it "
                                       "out of that file.",
                                       options.title.empty() ? ", and its title," : "")));
    print_next(fmt::format("prove {} --break {}", lesson.number, options.save));
    return 0;
}

}  // namespace

int try_own(const Tree& tree, const TryOptions& options) {
    const Lesson lesson = lesson_named(tree, options.day);
    if (!options.save.empty()) expect_name(tree, lesson, options.save);
    const fs::path copy = copies_folder() / "try" / slug_of(lesson) / lesson.program.filename();
    const fs::path kept = make_copy(copy, read_file(lesson.program), options.fresh);
    if (!options.save.empty()) return save(tree, lesson, copy, options);

    fmt::print("{}", flow(lesson.heading()));
    fmt::print("{}\n", flow(fmt::format("Your copy: {}:1", copy.string())));
    if (options.run) return run_copy_of(tree, lesson, copy);
    if (!kept.empty())
        fmt::print("{}", flow(fmt::format("It is the lesson's text again; the old file is now {}", kept.string())));
    const std::string diff = diff_screen(tree, lesson, lines_of(read_file(copy)));
    if (diff.empty())
        fmt::print("{}", prose("It is the lesson's text: break it in an editor, say to yourself which gates will fail, "
                               "then run it."));
    else
        fmt::print("{}\n", diff);
    print_next(fmt::format("try {} --run", lesson.number));
    return 0;
}

}  // namespace day
