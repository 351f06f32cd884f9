#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/day/base/files.h"
#include "verify/day/proof/judge.h"

namespace day {
namespace {

using End = Trial::End;

std::string or_none(const std::vector<std::string>& gates) { return gates.empty() ? "none" : listed(gates); }

// "forward", and of the check build "forward (check build)".
std::string name(const OrderRun& run) { return run.order + (run.check_build ? " (check build)" : ""); }

std::string percent(double value) { return std::isinf(value) ? "no finite share" : fmt::format("{:.0f} %", value); }

// Does the finding lie where the break was made? A race has two sides, and the edit that removes a barrier lies on
// neither: it must be a race, or a wrong barrier, within a kernel that the edit reaches. A bad address and a read of
// memory that nobody wrote may show anywhere in the program.
bool is_here(const Finding& finding, const Proof& proof, const std::string& program) {
    const std::string word = finding_word(finding);
    const bool anywhere = word != "race" && word != "sync";
    return std::any_of(finding.lines.begin(), finding.lines.end(), [&](const auto& place) {
        return fs::path(place.first).filename() == program &&
               (anywhere || std::any_of(proof.race_lines.begin(), proof.race_lines.end(), [&](const auto& lines) {
                    return place.second >= lines.first && place.second <= lines.second;
                }));
    });
}

class Judge {
 public:
    Judge(const Clean& clean, Proof& proof, Device device)
        : clean_(clean), proof_(proof), stated_(proof.exercise), device_(device) {}

    void decide() {
        if (proved()) proof_.verdict = Verdict::proved;
    }

 private:
    bool proved() {
        if (proof_.elsewhere) return told_elsewhere();
        if (proof_.no_op) return say(Verdict::no_op, "the edit changes nothing that is executed");
        if (proof_.runs.empty()) return say(Verdict::incomplete, "nothing was run");
        if (stated_.expect == Expect::outcome) return right_outcome();
        if (!builds() || !honest() || !ends() || !steady() || !right_gates()) return false;
        if (stated_.expect == Expect::finding && device_ == Device::cpu && !(has_finding() && fair_may_fail()))
            return false;
        if (stated_.expect == Expect::gates && !no_finding()) return false;
        if (!stops_where_stated() || !margins() || !changes_checks() || !looks_at_the_device()) return false;
        if (device_ != Device::gpu || !proof_.nothing_happens()) return true;
        if (stated_.expect == Expect::gates && !stated_.fail.empty())
            return say(Verdict::unseen,
                       fmt::format("stated: {}, which this GPU does not measure", listed(stated_.fail)));
        if (stated_.expect != Expect::finding) return true;
        if (!proof_.sanitizer_finds)
            return say(Verdict::incomplete, fmt::format("stated: {}, of which this GPU shows nothing, and {}",
                                                        stated_.finding, proof_.sanitizer));
        if (!*proof_.sanitizer_finds)
            return say(Verdict::unseen,
                       fmt::format("stated: {}, which the CPU device's checker finds; this GPU shows nothing of it",
                                   stated_.finding));
        return true;
    }

    bool say(Verdict verdict, const std::string& why) {
        proof_.verdict = verdict;
        proof_.why = why;
        return false;
    }

    bool told_elsewhere() {
        if (stated_.emptied)
            return say(Verdict::elsewhere, "only a GPU runs it, and a recorded run leaves empty kernels out");
        if (device_ == Device::gpu) return say(Verdict::elsewhere, "only the CPU device can show it");
        const auto proved = std::find_if(proof_.evidence.begin(), proof_.evidence.end(), [](const RecordedBreak& run) {
            return run.current && run.verdict == "PROVED";
        });
        if (proved != proof_.evidence.end())
            return say(Verdict::recorded, fmt::format("proved by the recorded run of {}", proved->device));
        return say(Verdict::incomplete,
                   fmt::format("only a GPU can show it, and no recorded run that holds proves it{}",
                               proof_.evidence.empty()
                                   ? ""
                                   : ": " + proof_.evidence[0].device + " says " + proof_.evidence[0].verdict));
    }

    // The report is what the program printed.
    bool honest() {
        for (const OrderRun& run : proof_.runs)
            if (!run.trial.forged.empty())
                return say(Verdict::incomplete, fmt::format("{}: {}", name(run), run.trial.forged));
        for (const auto* trial : {&proof_.plain, &proof_.again, &proof_.scrambled})
            if (*trial && !(*trial)->forged.empty()) return say(Verdict::incomplete, (*trial)->forged);
        return true;
    }

    bool right_outcome() {
        const End wanted = stated_.outcome == "nobuild" ? End::nobuild
                           : stated_.outcome == "crash" ? End::crash
                                                        : End::hang;
        std::vector<std::string> others;
        for (const OrderRun& run : proof_.runs)
            if (run.trial.end != wanted) others.push_back(fmt::format("{}: {}", name(run), run.trial.ending));
        if (others.empty() && wanted == End::nobuild) {
            if (!proof_.asked_nvcc || !proof_.nvcc_error.empty()) return true;
            return say(Verdict::wrong_set,
                       "states nobuild, and nvcc compiles it: only the CPU device refuses the text");
        }
        if (others.empty()) return builds() && repeats();
        if (others.size() < proof_.runs.size())
            return say(Verdict::flaky,
                       fmt::format("states {}, and not every order does: {}", stated_.outcome, listed(others)));
        if (proof_.nothing_happens())
            return say(Verdict::survived, fmt::format("states {}, and every gate passes", stated_.outcome));
        const End end = proof_.runs[0].trial.end;
        return say(end == End::nobuild ? Verdict::unbuilt
                   : end == End::hang  ? Verdict::hang
                   : end == End::crash ? Verdict::crash
                                       : Verdict::wrong_set,
                   fmt::format("states {}, and it does this: {}", stated_.outcome, listed(others)));
    }

    bool builds() {
        for (const OrderRun& run : proof_.runs)
            if (run.trial.end == End::nobuild)
                return say(Verdict::unbuilt, fmt::format("it does not compile: {}", first_complaint(run.trial.log)));
        if (!proof_.nvcc_error.empty())
            return say(Verdict::unbuilt, fmt::format("nvcc refuses it: {}", first_complaint(proof_.nvcc_error)));
        std::vector<std::string> logs = {proof_.nvcc_log};
        for (const OrderRun& run : proof_.runs) logs.push_back(run.trial.log);
        for (const std::string& log : logs)
            if (has_warning(log))
                return say(Verdict::unbuilt, fmt::format("it compiles with warnings: {}", first_complaint(log)));
        return true;
    }

    // A bad address or a barrier that some threads never reach may end the program; that is recorded, no more.
    bool may_crash() const { return stated_.finding == "memory" || stated_.finding == "sync"; }

    bool ends() {
        for (const OrderRun& run : proof_.runs) {
            const Trial& trial = run.trial;
            const std::string tail = trial.output.empty() ? "" : ": " + last_words(trial);
            if (trial.end == End::hang) return say(Verdict::hang, fmt::format("{}: {}", name(run), trial.ending));
            if (trial.end == End::crash && !may_crash())
                return say(Verdict::crash, fmt::format("{}: {}{}", name(run), trial.ending, tail));
            // An overwritten canary ends it with exit 1 when every gate has passed.
            if (trial.end == End::stopped && !(may_crash() && trial.exit == 1))
                return say(Verdict::incomplete, fmt::format("{}: it ends with {}{}", name(run), trial.ending, tail));
            if (trial.end != End::ran) {
                proof_.notes.push_back(fmt::format("{}: {}", name(run), trial.ending));
                continue;
            }
            const Clean::Run& usual = clean_.of(stated_);
            for (const std::string& gate : usual.measured) {
                // What a program leaves out when a gate has failed already, it prints as n/a.
                const GateResult* result = trial.gate(gate);
                if (!result) return say(Verdict::incomplete, fmt::format("{}: it never checks {}", name(run), gate));
                if (result->verdict == "n/a" && trial.failed().empty() && !run.check_build)
                    return say(Verdict::incomplete,
                               fmt::format("{}: nothing fails, and {} is not measured", name(run), gate));
            }
            if (!run.check_build && !same_checks(trial, usual, name(run))) return false;
        }
        return true;
    }

    // Up to the first that fails the checks are the unbroken program's: no case is dropped, none left unmeasured, and
    // none made smaller or easier, unless that is what the break is about. (The check build is asked for findings, and
    // may look at smaller cases. What a kernel does may show in a reference that is made of its results.)
    bool same_checks(const Trial& trial, const Clean::Run& usual, const std::string& run) {
        const bool host_too =
            std::any_of(proof_.lines.begin(), proof_.lines.end(), [](const auto& edit) { return !edit.on_device(); });
        const auto alike = [&](const CheckName& a, const CheckName& b) {
            if (a.case_name != b.case_name || a.gate != b.gate || a.measured != b.measured) return false;
            if (stated_.other_checks) return true;
            return a.kind == b.kind && a.shape == b.shape && (!host_too || a.sees == b.sees);
        };
        const auto end = trial.checks.begin() + std::ptrdiff_t(trial.unfailed);
        const auto same = std::mismatch(trial.checks.begin(), end, usual.checks.begin(), usual.checks.end(), alike);
        const bool is_prefix = same.first == end;
        if (is_prefix && (!trial.first_failed.empty() || same.second == usual.checks.end())) return true;
        const std::string expected = same.second == usual.checks.end() ? "nothing more" : check_text(*same.second);
        const std::string found = is_prefix ? "nothing more" : check_text(*same.first);
        const bool named_alike = !is_prefix && same.second != usual.checks.end() && expected == found;
        return say(Verdict::incomplete,
                   named_alike
                       ? fmt::format("{}: {} is checked otherwise than by the unbroken program ({}; there {}): if the "
                                     "break is about the test, state `other_checks = true`",
                                     run, found, how(*same.first), how(*same.second))
                       : fmt::format("{}: where the unbroken program checks {}, it checks {}", run, expected, found));
    }

    static std::string check_text(const CheckName& check) {
        return fmt::format("{} (case {}{})", check.gate, check.case_name, check.measured ? "" : ", n/a");
    }

    static std::string how(const CheckName& check) {
        return fmt::format("kind {}, shape {}, sees {}", check.kind, check.shape, check.sees);
    }

    // A break that is stated to change the test changes it.
    bool changes_checks() {
        if (!stated_.other_checks || device_ == Device::gpu) return true;
        const std::vector<CheckName>& usual = clean_.of(stated_).checks;
        const std::vector<CheckName>& found = proof_.runs[0].trial.checks;
        const auto alike = [](const CheckName& a, const CheckName& b) {
            return a.case_name == b.case_name && a.gate == b.gate && a.kind == b.kind && a.shape == b.shape &&
                   a.sees == b.sees;
        };
        if (!std::equal(usual.begin(), usual.end(), found.begin(), found.end(), alike)) return true;
        return say(Verdict::wrong_set, "states `other_checks`, and every check is made as by the unbroken program");
    }

    // A gate that notices when all that comes from the device is inverted must still do so: else the edit made it
    // compare a thing with itself.
    bool looks_at_the_device() {
        const auto clean = clean_.scrambled.find(stated_.flags);
        if (!proof_.scrambled || clean == clean_.scrambled.end()) return true;
        for (const GateResult& gate : clean->second.gates) {
            const GateResult* now = proof_.scrambled->gate(gate.gate);
            const bool notices = now ? now->failed : proof_.scrambled->end != End::ran;
            if (gate.failed && !notices)
                return say(Verdict::incomplete, fmt::format("{} passes whatever the device wrote: the edit made it "
                                                            "compare a thing with itself",
                                                            gate.gate));
        }
        return true;
    }

    static std::string last_words(const Trial& trial) {
        std::string last;
        for (const std::string& line : lines_of(trial.output))
            if (!trimmed(line).empty() && !line.starts_with("=========")) last = line;
        return std::string(trimmed(last));
    }

    // The first run does the same again. A bad address does what it finds there.
    bool repeats() {
        if (!proof_.again || may_crash()) return true;
        const Trial& first = proof_.runs[0].trial;
        if (same_run(first, *proof_.again, stated_.may_fail)) return true;
        return say(Verdict::flaky,
                   fmt::format("the same run twice: {} ({} failed), then {} ({} failed)", first.ending,
                               or_none(first.failed()), proof_.again->ending, or_none(proof_.again->failed())));
    }

    // Every gate that must do the same in all orders does, and does it again.
    bool steady() {
        if (!repeats()) return false;
        for (const std::string& gate : clean_.gates) {
            if (in(stated_.may_fail, gate)) continue;
            std::vector<std::string> failing, passing;
            for (const OrderRun& run : proof_.runs)
                if (const GateResult* result = run.trial.gate(gate); !run.check_build && result)
                    (result->failed ? failing : passing).push_back(run.order);
            if (!failing.empty() && !passing.empty())
                return say(Verdict::flaky,
                           fmt::format("{} fails in order {} and not in {}", gate, listed(failing), listed(passing)));
        }
        return true;
    }

    // What the checker sees itself, a canary say, is not measured beside it, and a count is not measured on a GPU: only
    // the plain build for the CPU device can fail that gate.
    bool gave_way(const OrderRun& run, const std::string& gate) const {
        const GateResult* result = run.trial.gate(gate);
        return result && result->verdict == "n/a" && (run.check_build || device_ == Device::gpu);
    }

    bool right_gates() {
        for (const OrderRun& run : proof_.runs) {
            const std::vector<std::string> failed = run.trial.failed();
            std::vector<std::string> wrong, missing;
            for (const std::string& gate : failed)
                if (!in(stated_.fail, gate) && !in(stated_.may_fail, gate)) wrong.push_back(gate);
            for (const std::string& gate : stated_.fail) {
                if (in(failed, gate) || gave_way(run, gate)) continue;
                if (!run.check_build && run.trial.end != End::ran)
                    return say(Verdict::incomplete, fmt::format("{}: it ends before {} fails", name(run), gate));
                // Where no finding is stated, the checker is asked for its silence and for nothing else.
                const bool asked = !run.check_build || stated_.expect == Expect::finding;
                if (asked && run.trial.end == End::ran) missing.push_back(gate);
            }
            if (wrong.empty() && missing.empty()) continue;
            if (proof_.nothing_happens())
                return say(Verdict::survived,
                           fmt::format("states that {} {}, and every gate passes", listed(stated_.fail),
                                       stated_.fail.size() == 1 ? "fails" : "fail"));
            return say(Verdict::wrong_set,
                       fmt::format("states {}{}, and {}: {} {}", or_none(stated_.fail),
                                   stated_.may_fail.empty() ? "" : " and perhaps " + listed(stated_.may_fail),
                                   name(run), or_none(failed), failed.size() == 1 ? "fails" : "fail"));
        }
        return true;
    }

    bool has_finding() {
        std::vector<std::string> with, without, elsewhere;
        for (const OrderRun& run : proof_.runs) {
            if (!run.check_build) continue;
            bool found = false, right_kind = false;
            for (const Finding& finding : run.trial.findings) {
                if (finding_word(finding) != stated_.finding) continue;
                right_kind = true;
                found = found || is_here(finding, proof_, clean_.program);
            }
            (found ? with : without).push_back(run.order);
            if (right_kind && !found) elsewhere.push_back(run.order);
        }
        if (with.empty() && without.empty())
            return say(Verdict::incomplete, fmt::format("states a {} finding, and no checker ran", stated_.finding));
        if (without.empty()) {
            note_others();
            return true;
        }
        if (!with.empty())
            return say(Verdict::flaky, fmt::format("the checker finds {} in order {} and not in {}", stated_.finding,
                                                   listed(with), listed(without)));
        if (proof_.nothing_happens())
            return say(Verdict::survived,
                       fmt::format("states {}, and the checker finds nothing and every gate passes", stated_.finding));
        return say(
            Verdict::wrong_set,
            fmt::format("states {}, and {}", stated_.finding,
                        elsewhere.empty() ? "the checker finds " + or_none(all_findings())
                                          : "the checker finds it on lines that the edit has nothing to do with"));
    }

    std::vector<std::string> all_findings() const {
        std::vector<std::string> words;
        for (const OrderRun& run : proof_.runs)
            for (const std::string& word : finding_words(run.trial.findings))
                if (!in(words, word)) words.push_back(word);
        return words;
    }

    void note_others() {
        for (const std::string& word : all_findings())
            if (word != stated_.finding) proof_.notes.push_back("the checker finds " + word + " too");
    }

    // A break that is stated to fail gates only, or nothing, and was put before the checker.
    bool no_finding() {
        std::vector<std::string> words = all_findings();
        // A launch that nobody checks, or a leak, is beside the point where a gate fails.
        if (!stated_.fail.empty() && !stated_.silent)
            std::erase_if(words, [](const std::string& word) {
                return std::find(std::begin(FINDINGS), std::end(FINDINGS), word) == std::end(FINDINGS);
            });
        if (words.empty()) return true;
        return say(Verdict::wrong_set,
                   fmt::format("states {}, and the checker finds {}: state it as `finding`",
                               stated_.fail.empty() ? "that nothing fails" : listed(stated_.fail), listed(words)));
    }

    // What may fail fails somewhere, and not everywhere: else it is stated wrongly.
    bool fair_may_fail() {
        if (device_ == Device::gpu) return true;
        const auto gpu = std::find_if(proof_.evidence.begin(), proof_.evidence.end(),
                                      [](const RecordedBreak& run) { return run.current; });
        if (gpu == proof_.evidence.end()) return true;  // another device may do otherwise
        for (const std::string& gate : stated_.may_fail) {
            const bool there = in(gpu->failed_gates, gate), here = proof_.fails_sometimes(gate);
            if (there && proof_.fails_always(gate))
                return say(
                    Verdict::wrong_set,
                    fmt::format("`may_fail` names {}, which fails in every order and on {}: it belongs in `fail`", gate,
                                gpu->device));
            if (!there && !here)
                return say(Verdict::wrong_set, fmt::format("`may_fail` names {}, which fails in no order and not on {}",
                                                           gate, gpu->device));
        }
        return true;
    }

    bool stops_where_stated() {
        if (!proof_.plain) return true;
        const Trial& plain = *proof_.plain;
        if (plain.first_failed != stated_.fail[0] && !in(stated_.may_fail, plain.first_failed))
            return say(Verdict::wrong_set,
                       fmt::format("a plain run stops at {}, and `fail` names {} first",
                                   plain.first_failed.empty() ? "no gate" : plain.first_failed, stated_.fail[0]));
        if (plain.exit == 1 && plain.checks.size() == plain.unfailed + 1) return true;
        return say(Verdict::wrong_set,
                   fmt::format("a plain run must stop at {} with exit 1, and after {} more checks it ends with {}",
                               plain.first_failed, plain.checks.size() - plain.unfailed - 1, plain.ending));
    }

    bool margins() {
        for (const OrderRun& run : proof_.runs)
            for (const GateResult& gate : run.trial.gates) {
                if (run.check_build || in(stated_.may_fail, gate.gate) || gate.verdict == "n/a") continue;
                const bool failing = in(stated_.fail, gate.gate);
                if (failing ? gate.percent >= LEAST_FAILING : gate.percent <= MOST_PASSING) continue;
                return say(Verdict::thin,
                           fmt::format("{} {} with {} of its allowance in order {}: it must be {} {:.0f} %", gate.gate,
                                       failing ? "fails" : "passes", percent(gate.percent), run.order,
                                       failing ? "over" : "under", failing ? LEAST_FAILING : MOST_PASSING));
            }
        return true;
    }

    const Clean& clean_;
    Proof& proof_;
    const Break& stated_;
    Device device_;
};

}  // namespace

bool Proof::nothing_happens() const {
    return std::all_of(runs.begin(), runs.end(), [](const OrderRun& run) {
        return run.trial.end == End::ran && run.trial.failed().empty() && run.trial.findings.empty();
    });
}

const char* verdict_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved:
            return "PROVED";
        case Verdict::wrong_set:
            return "WRONG-SET";
        case Verdict::survived:
            return "SURVIVED";
        case Verdict::stale:
            return "STALE";
        case Verdict::ambiguous:
            return "AMBIGUOUS";
        case Verdict::no_op:
            return "NO-OP";
        case Verdict::unbuilt:
            return "UNBUILT";
        case Verdict::incomplete:
            return "INCOMPLETE";
        case Verdict::hang:
            return "HANG";
        case Verdict::crash:
            return "CRASH";
        case Verdict::flaky:
            return "FLAKY";
        case Verdict::thin:
            return "THIN";
        case Verdict::unseen:
            return "UNSEEN";
        case Verdict::recorded:
            return "RECORDED";
        case Verdict::elsewhere:
            return "ELSEWHERE";
    }
    return "";
}

bool Proof::fails_always(const std::string& gate) const {
    bool seen = false;
    for (const OrderRun& run : runs) {
        if (run.check_build) continue;
        const GateResult* result = run.trial.gate(gate);
        if (!result || !result->failed) return false;
        seen = true;
    }
    return seen;
}

bool Proof::fails_sometimes(const std::string& gate) const {
    return std::any_of(runs.begin(), runs.end(), [&](const OrderRun& run) {
        const GateResult* result = run.trial.gate(gate);
        return !run.check_build && result && result->failed;
    });
}

void judge(const Clean& clean, Proof& proof, Device device) { Judge(clean, proof, device).decide(); }

}  // namespace day
