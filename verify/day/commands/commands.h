// The commands of `day`, one file each. Each returns the exit code and throws Failure for what ends in one line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/day/base/limit.h"
#include "verify/day/course/course.h"
#include "verify/day/proof/prove.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/device.h"

namespace day {

// `day list`: the table of days.
int list(const Tree& tree);

struct RunOptions {
    std::string target;                  // a day's number or a .cu file
    Extras extras;                       // of a file: further sources, -I, -D, -L, -l
    std::optional<Device> device;        // --device
    std::string order;                   // --order, "" = none asked for
    std::vector<std::string> arguments;  // the program's own
};

// `day run`: builds and runs; the program's output comes untouched after one line that names the device.
int run_program(const Tree& tree, const RunOptions& options);

// "Day 99 - Forward pass | CPU device (no GPU seen)": the first line of `day run`.
std::string run_heading(const std::string& heading, const Choice& choice);

struct CheckOptions {
    std::string target;
    Extras extras;
    std::vector<std::string> tools;      // racecheck, memcheck, initcheck, synccheck; none = all
    std::string report;                  // --report: the findings as JSON, one object a line
    double limit_s = LIMIT_S;            // --limit: of a run, in seconds of a processor
    std::vector<std::string> arguments;  // the program's own
};

// `day check`: the check build in three thread orders on the CPU device; prints every finding once. Exit code 1 when
// there are findings, a gate fails or the orders disagree.
int check(const Tree& tree, const CheckOptions& options);

struct CountsOptions {
    std::string target;
    Extras extras;
    std::string picture;                 // --svg: a drawing of one request
    int line = 0;                        // --line: of which line; 0 = the one that wastes most
    std::string array;                   // --array: of which array; "" = any
    double limit_s = LIMIT_S;            // --limit: of the run, in seconds of a processor
    std::string report;                  // --report: the counts as JSON, one object a kernel and line
    std::vector<std::string> arguments;  // the program's own
};

// `day counts`: runs it once on the CPU device and prints what every line of its kernels asked of memory. Returns the
// program's exit code.
int counts(const Tree& tree, const CountsOptions& options);

struct RecordOptions {
    std::vector<std::string> days;  // none = all
    std::optional<Device> device;   // --device
    bool build = true;              // false: --no-build, the programs in the build folder are used as they are
    bool bench = false;             // --bench: only the times of what is measured, on a GPU
};

// `day record`: writes evidence/<device>.txt of each lesson, or with `bench` evidence/<device>-bench.json.
int record(const Tree& tree, const RecordOptions& options);

struct BenchOptions {
    std::string day;
    std::string report;  // --report: the rows as JSON, one object a line
};

// `day bench`: times a lesson's kernels beside a library's. Returns the program's exit code, or without a GPU 77.
int bench(const Tree& tree, const BenchOptions& options);

// `day prove`: the exit code is 0 when everything holds, 1 when not, and 77 when this device could prove nothing.
int prove(const Tree& tree, const ProveOptions& options);

// `day new`: makes the folder of a day, with a program that fails until it is written, a page and breaks.toml.
int new_day(const Tree& tree, const std::string& day, const std::string& slug);

// `day apply`: writes a broken copy of a lesson's program into the build folder and prints its path.
int apply(const Tree& tree, const std::string& day, const std::string& id);

// The whole program: reads the command line (without the program's name), runs the command, turns every failure into
// one line on standard error, and returns the exit code.
int day_main(std::vector<std::string> arguments);

}  // namespace day
