// A GPU's own counters beside the gates that count (verify/counts.h): ncu, of Nsight Compute, reads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/day/base/process.h"
#include "verify/day/course/evidence.h"

namespace day {

// What a counter is to verify/counts.h. Of two that are one quantity the sum counts; `lanes` has no counter.
struct Counter {
    const char *access, *quantity, *metric;
};
extern const std::vector<Counter> COUNTERS;

// The launches in a table of ncu (--csv --page raw), a line each with the counters that are not 0; launches whose lines
// are equal have one. Failure when it is no such table.
std::string counted_launches(const std::string& csv);

// Runs `program` under ncu and makes the section [ncu] of it: a line a launch, or one that says why nothing was
// counted, `ncu: ...`. `shown` is the program as a reader types it; `scratch` is a file for what ncu writes.
Section ncu_section(const Command& program, const std::string& shown, const std::filesystem::path& scratch);

}  // namespace day
