// What the checker found: folded, told in compute-sanitizer's words and in one plain sentence, and written as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpu/vector_types.h"
#include "verify/cpu/checker/lines.h"

namespace cpu_device::checker {

struct Who {
    uint3 block, thread;
};

struct Access {
    const char* kind = "";  // read, write, atomic
    unsigned bytes = 0;
    std::uintptr_t place = 0;    // in the program: a return address
    std::optional<Line> line{};  // instead of a place
    std::optional<Who> who{};
};

struct Waiting {
    Line line{};
    std::string what{};
    unsigned threads = 0;
    uint3 thread{};
};

struct Finding {
    const char* tool = "";  // racecheck, memcheck, initcheck, synccheck
    const char* kind = "";
    const char* space = "";  // global, shared, local, host or ""
    std::string kernel{};
    Access access{};
    std::optional<Access> other{};
    std::string array{};
    std::size_t array_bytes = 0;
    std::optional<std::int64_t> distance{};
    std::string detail{};       // more lines, each without the prefix and the newline
    std::string plain{};        // the sentence in plain words
    std::string on_one_line{};  // instead of it, when both sides of a race stand on one line
    std::vector<Waiting> waiting{};
    bool is_advice = false;  // no fault: it is told, and not counted
};

// Files a finding. One that is like an earlier one (same kind, kernel and places) is counted.
void report(const Finding& finding, std::uint64_t times = 1);

// Was one like it filed before? Then it is only counted, and nobody reads its detail and its sentences.
bool is_known(const Finding& finding);

// Prints what is new since the last call.
void print_new_findings();

// Prints the summary and writes the JSON file, once. Returns how many findings there are, counted once each, without
// the advice.
int finish_findings();

bool reports(const char* tool);  // is the tool switched on?

}  // namespace cpu_device::checker
