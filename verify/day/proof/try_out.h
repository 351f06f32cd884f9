// Runs the unbroken program and the broken copies in all the ways that a proof needs. judge.h says what it comes to.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "verify/day/proof/proof.h"
#include "verify/day/trial/copies.h"

namespace day {

// All that the proofs of one lesson share.
struct Workbench {
    const Tree& tree;
    const Lesson& lesson;
    Device device;
    std::mutex& gpu;         // one run at a time there
    double limit_s;          // of a run; 0 = a multiple of the clean one's
    std::string source;      // the lesson's program
    std::string clean_copy;  // the same, as copies are made
    std::unique_ptr<Copies> copies{};

    // Can this device not show what the break does?
    bool is_elsewhere(const Break& exercise) const;

    std::vector<std::string> orders() const;
    Trial run(const std::string& name, const TrialOptions& options) const;
};
Workbench workbench_of(const Tree& tree, const Lesson& lesson, Device device, std::mutex& gpu, double limit_s);

// Makes the copies ready; `together`: all of a lesson's breaks are wanted, by this process or by the next ones.
void lay_out(Workbench& bench, const std::vector<Break>& breaks, bool together);

// Runs the unbroken program in every order and with each break's flags. What is wrong with it, each one line.
std::vector<std::string> try_clean(const Workbench& bench, const std::vector<Break>& breaks, Clean& clean);

// Builds and runs one broken copy in all the ways that its statement asks for, and judges it. A Failure, of a compiler
// that was killed for example, is that proof's alone.
void prove_break(const Workbench& bench, const Clean& clean, Proof& proof);

}  // namespace day
