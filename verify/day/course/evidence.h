// evidence/<device>.txt: what a lesson did on a device, recorded by `day record`.
//
//     lesson: day099-forward-pass
//     source: forward_pass.cu
//     sha256: 0f3c...
//     device: NVIDIA H200
//     driver: 580.159.03
//     toolkit: 13.0, V13.0.88
//     date: 2026-05-01
//     command: scripts/record 99 --device gpu
//     verdict: pass
//
//     [run]
//     $ scripts/day run 99 --device gpu
//     ...
//     exit 0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

struct Section {
    std::string name;     // "run", "order forward", "memcheck"
    std::string command;  // as one types it
    std::string output;   // whole lines
    std::string ending;   // "exit 0", "SIGSEGV (Segmentation fault)"
};

struct Evidence {
    std::vector<std::pair<std::string, std::string>> header;
    std::vector<Section> sections;

    std::string value(const std::string& key) const;  // "" when it is not there
    const Section* section(const std::string& name) const;
    std::string text() const;
};

// Reads the text of an evidence file; `name` is what messages call it. Failure when it is none.
Evidence parse_evidence(std::string_view text, const std::string& name);

// One device's evidence of a lesson, as lists and pages speak of it.
struct Recorded {
    std::string device;   // "cpu", "h200"
    std::string verdict;  // the verdict's first word: pass, fail, incomplete
    bool stale = false;   // it was recorded from another text of the program, or with other breaks
};

// All evidence of a lesson, the CPU device first. `hash` is the program's sha256 now, `breaks` what hash_of says of its
// breaks now.
std::vector<Recorded> recorded(const Lesson& lesson, const std::string& hash, const std::string& breaks);

// What a GPU's recorded run says of a break.
struct RecordedBreak {
    std::string device, verdict;
    std::vector<std::string> failed_gates;
    bool current = false;
};

// The sha256 of each file, in order. Failure when one cannot be read.
std::vector<std::string> sha256_of(const std::vector<std::filesystem::path>& files);

// A program's output as a file keeps it: no colours, of a line that was overwritten in place (a progress bar) the
// last state, and of very long output the beginning and the end.
std::string recordable(std::string_view output);

}  // namespace day
