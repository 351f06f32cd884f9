// The words for what an access shows.
#pragma once

#include <cstdint>
#include <optional>

#include "verify/cpu/checker/findings.h"
#include "verify/cpu/checker/state.h"

namespace cpu_device::checker {

// An access of the running thread.
struct Use {
    std::uintptr_t address;
    unsigned bytes;
    Kind kind;
    std::uintptr_t place;  // in the program's text
};

// An earlier access that it races with.
struct Conflict {
    Side side = 0;  // 0: there is none
    bool with_write = false;
    bool unknown = false;  // by another thread than the one that the side names
};

// `nearest`: what the address belongs to, or lies nearest to.
void report_outside(const Use& use, const std::optional<Place>& nearest);
void report_race(const Use& use, const Conflict& conflict, const std::optional<Place>& nearest);
// Two plain writes race: does the running thread store what is there already? That shows after it has stored. To be
// called before anything else may store there; state.undecided says whether there is something to decide.
void decide_same_value();
void report_unwritten(const Use& use, const std::optional<Place>& nearest);
void report_misaligned(const Use& use, const std::optional<Place>& nearest);
void report_null(const Use& use);
void report_host_memory(const Use& use);
void report_other_local(const Use& use);   // of another thread
void report_other_shared(const Use& use);  // of another block

// A plain load and an atomic by another thread race, unless the load begins a loop around atomicCAS, which shows only
// later, and perhaps by another thread. So these races wait for the end of the grid.
void note_guess(std::uint32_t load);  // the site of such a load
void report_postponed();
void note_volatile_store(std::uint32_t store);  // the site: a side of shadow memory calls it atomic

Who running();

// A finding tells what the fault that follows at once is about.
extern bool explained;

}  // namespace cpu_device::checker
