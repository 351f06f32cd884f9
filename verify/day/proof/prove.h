// The prover: shows that every break does what its breaks.toml states, and that every gate is failed by some break.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/day/proof/proof.h"

namespace day {

// A lesson's breaks, proved.
struct LessonProof {
    Lesson lesson;
    Clean clean;
    std::vector<Proof> proofs;        // of the breaks, and behind them of the kernels without their bodies
    std::vector<std::string> faults;  // of the lesson as a whole, each one line
    double cpu_copies = 0.0;          // seconds of compiling the copies together

    bool good() const;
    std::string matrix() const;  // breaks x gates
};

struct ProveOptions {
    std::vector<std::string> days;  // none = all
    std::string changed;            // --changed REF: only days whose files differ from that commit
    std::string only;               // --break ID: only this one, and no word about the gates that it leaves alone
    std::string report;             // --report FILE: one JSON object a break
    bool build = true;              // false: --no-build, the compilers in the build folder are used as they are
    int jobs = 0;                   // 0 = one a processor
    int stated = -1;                // --stated COUNT: run nothing; the file is well-formed and has so many breaks
    bool kernels = false;           // --kernels: only the kernels without their bodies
    bool copies = false;            // --copies: only compile what the proofs run, for others that prove a break each
    double limit_s = 0.0;           // of a broken run; 0 = a multiple of the clean run's
};

// What is told while it goes on. Each is called by one thread at a time.
struct Witness {
    std::function<void(const LessonProof&, const Proof&)> verdict;  // one has fallen
    std::function<void(const LessonProof&)> lesson;                 // all of a lesson's have
};

// Proves the breaks of lessons, in parallel, and on the CPU device that each kernel's gates fail while its body is
// empty. `only`, `copies`: as above. A break that cannot be tried is INCOMPLETE and keeps no other from its proof. What
// was run before, and would be the same now, is not run again.
std::vector<LessonProof> prove_lessons(const Tree& tree, const std::vector<Lesson>& lessons, Device device,
                                       const ProveOptions& options, const Witness& witness = {});

}  // namespace day
