#include "verify/day/proof/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/proof/judge.h"
#include "verify/day/proof/pool.h"
#include "verify/day/proof/try_out.h"

namespace day {
namespace {

// Gates that no break fails: of those that are measured here, in every order; of a lesson that this device cannot run,
// in no recorded run that holds.
std::vector<std::string> never_failed(const LessonProof& proof) {
    const bool runs_here = !proof.clean.with.empty();
    const auto fails = [&](const Proof& one, const std::string& gate) {
        return runs_here ? one.fails_always(gate)
                         : std::any_of(one.evidence.begin(), one.evidence.end(), [&](const RecordedBreak& run) {
                               return run.current && in(run.failed_gates, gate);
                           });
    };
    std::vector<std::string> gates = runs_here ? proof.clean.measured() : proof.clean.gates;
    std::erase_if(gates, [&](const std::string& gate) {
        return std::any_of(proof.proofs.begin(), proof.proofs.end(),
                           [&](const Proof& one) { return !one.exercise.emptied && fails(one, gate); });
    });
    return gates;
}

// What is wrong with the lesson as a whole, once all its proofs are there.
void look_at_lesson(const Tree& tree, const ProveOptions& options, LessonProof& proof) {
    if (options.kernels) return;
    const std::string file = tree.shown(proof.lesson.breaks()), &only = options.only;
    const bool is_empty = std::none_of(proof.proofs.begin(), proof.proofs.end(),
                                       [&](const Proof& one) { return !only.empty() || !one.exercise.emptied; });
    if (is_empty && proof.faults.empty())
        proof.faults.push_back(only.empty()
                                   ? fmt::format("{}:1: it has no break: a lesson that nobody can break proves "
                                                 "nothing; write some (docs/style.md)",
                                                 file)
                                   : fmt::format("{}:1: there is no break {}", file, only));
    if (!only.empty() || !proof.faults.empty()) return;
    for (const std::string& gate : never_failed(proof))
        proof.faults.push_back(
            fmt::format("{}:1: no break fails the gate {} in every order: write one that does", file, gate));
}

// Compiles what the proofs of a lesson will run.
void make_copies(const Workbench& bench, const std::vector<Break>& breaks) {
    for (const Break& exercise : breaks) {
        if (!bench.copies->has(exercise.id)) continue;
        bench.copies->built(exercise.id, Build::cpu);
        if (exercise.emptied) continue;
        bench.copies->built(exercise.id, Build::check);
        if (find_cuda_tool("nvcc")) bench.copies->asked_nvcc(exercise.id);
    }
}

// A lesson on its way through the pool.
struct Task {
    LessonProof* proof = nullptr;
    std::vector<Break> all, wanted;
    std::unique_ptr<Workbench> bench;
    std::size_t open = 0;  // proofs that have not fallen
};

}  // namespace

bool is_fault(Verdict verdict) {
    return verdict != Verdict::proved && verdict != Verdict::unseen && verdict != Verdict::recorded &&
           verdict != Verdict::elsewhere;
}

const Clean::Run& Clean::of(const Break& exercise) const {
    static const Run none;
    const auto found = with.find(exercise.flags);
    return found == with.end() ? none : found->second;
}

std::vector<std::string> Clean::measured() const {
    std::vector<std::string> some;
    for (const std::string& gate : gates)
        if (std::any_of(with.begin(), with.end(), [&](const auto& run) {
                return std::find(run.second.measured.begin(), run.second.measured.end(), gate) !=
                       run.second.measured.end();
            }))
            some.push_back(gate);
    return some;
}

bool LessonProof::good() const {
    return faults.empty() && !proofs.empty() &&
           std::all_of(proofs.begin(), proofs.end(), [](const Proof& proof) { return !is_fault(proof.verdict); });
}

std::string LessonProof::matrix() const {
    std::vector<std::vector<std::string>> rows = {{"break", "level", "verdict", "finding", "core s"}};
    // Many gates have narrow columns: their names stand under the table.
    const bool narrow = clean.gates.size() > 6;
    for (std::size_t i = 0; i < clean.gates.size(); ++i)
        rows[0].push_back(narrow ? fmt::format("{}", i + 1) : clean.gates[i]);
    for (const Proof& proof : proofs) {
        std::vector<std::string> found;
        for (const OrderRun& run : proof.runs)
            for (const std::string& word : finding_words(run.trial.findings))
                if (std::find(found.begin(), found.end(), word) == found.end()) found.push_back(word);
        rows.push_back({proof.exercise.id, proof.exercise.emptied ? "-" : fmt::format("{}", proof.exercise.level),
                        verdict_word(proof.verdict),
                        proof.exercise.expect == Expect::outcome ? proof.exercise.outcome
                        : found.empty()                          ? "-"
                                                                 : listed(found),
                        fmt::format("{:.1f}", proof.cpu())});
        for (const std::string& gate : clean.gates) {
            bool reached = false, measured = false;
            for (const OrderRun& run : proof.runs)
                if (const GateResult* result = run.trial.gate(gate))
                    reached = true, measured = measured || result->verdict != "n/a";
            rows.back().push_back(!reached                      ? ""
                                  : !measured                   ? "n/a"
                                  : proof.fails_always(gate)    ? "x"
                                  : proof.fails_sometimes(gate) ? "~"
                                                                : ".");
        }
    }
    std::string text = table(rows, screen_width());
    if (narrow) {
        text += "gates:";
        for (std::size_t i = 0; i < clean.gates.size(); ++i) text += fmt::format(" {} {}", i + 1, clean.gates[i]);
        text += "\n";
    }
    return text;
}

std::vector<LessonProof> prove_lessons(const Tree& tree, const std::vector<Lesson>& lessons, Device device,
                                       const ProveOptions& options, const Witness& witness) {
    std::vector<LessonProof> proofs(lessons.size());
    std::vector<Task> tasks(lessons.size());
    std::mutex gpu, telling;
    Pool pool;

    const auto tell_lesson = [&](Task& task) {
        task.proof->cpu_copies = task.bench && task.bench->copies ? task.bench->copies->cpu_spent() : 0.0;
        if (!options.copies) look_at_lesson(tree, options, *task.proof);
        if (witness.lesson) witness.lesson(*task.proof);
        task.bench.reset();
    };
    const auto prove_one = [&](Task& task, Proof& one) {
        prove_break(*task.bench, task.proof->clean, one);
        const std::lock_guard lock(telling);
        if (witness.verdict) witness.verdict(*task.proof, one);
        if (--task.open == 0) tell_lesson(task);
    };
    const auto begin = [&](Task& task) {
        LessonProof& proof = *task.proof;
        try {
            task.bench = std::make_unique<Workbench>(workbench_of(tree, proof.lesson, device, gpu, options.limit_s));
            // With --no-build other processes prove the other breaks, and run the same program.
            lay_out(*task.bench, task.all, options.only.empty() || !options.build);
            if (options.copies)
                make_copies(*task.bench, task.all);
            else
                proof.faults = try_clean(*task.bench, task.wanted, proof.clean);
        } catch (const std::exception& failure) {
            if (was_interrupted()) throw;
            proof.faults.emplace_back(failure.what());
        }
        const std::lock_guard lock(telling);
        if (!proof.faults.empty() || options.copies || task.wanted.empty()) return tell_lesson(task);
        for (const Break& exercise : task.wanted) {
            proof.proofs.emplace_back();
            proof.proofs.back().exercise = exercise;
        }
        task.open = proof.proofs.size();
        for (auto one = proof.proofs.rbegin(); one != proof.proofs.rend(); ++one)
            pool.add_first([&prove_one, &task, broken = &*one] { prove_one(task, *broken); });
    };

    for (std::size_t i = 0; i < lessons.size(); ++i) {
        Task& task = tasks[i];
        task.proof = &proofs[i];
        proofs[i].lesson = lessons[i];
        try {
            task.all = breaks_of(tree, lessons[i]);
            if (device == Device::cpu) task.all = with_kernels(tree, lessons[i], std::move(task.all));
        } catch (const Failure& failure) {
            proofs[i].faults.emplace_back(failure.what());
        }
        task.wanted = task.all;
        if (!options.only.empty())
            std::erase_if(task.wanted, [&](const Break& exercise) { return exercise.id != options.only; });
        if (options.kernels) std::erase_if(task.wanted, [](const Break& exercise) { return !exercise.emptied; });
        if (task.wanted.empty())
            tell_lesson(task);
        else
            pool.add([&begin, &task] { begin(task); });
    }
    pool.work(options.jobs > 0 ? options.jobs : std::max(1, int(std::thread::hardware_concurrency())));
    return proofs;
}

}  // namespace day
