// evidence/<device>-bench.json: how long a lesson's kernels took on a device, recorded by `day record --bench`.
//
//     {"checksum": "8d2f...",            of the rest: a file that was edited by hand is no record
//      "header": {"lesson": ..., "source": ..., "sha256": ..., "read": [...], "device": ..., "driver": ..., ...},
//      "rows": [{"problem": "4096", "kernel": "gemm_tiled", "ms": ..., "library": ..., "ratio": ...}, ...],
//      "table": [...]}                   what the program printed, line by line
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verify/day/course/course.h"
#include "verify/day/course/evidence.h"

namespace day {

// One comparison; a number that is not there was not measured. verify/bench.h says what each means.
struct MeasuredRow {
    std::string problem, kernel;
    std::string library, settings;  // "cublasSgemm", "13.1, no TF32"; "" when the kernel was timed alone
    std::optional<double> ms, library_ms;
    std::optional<double> ratio, low, high;  // the library's time over ours
    double amount = 0.0;                     // of one run,
    std::string unit, formula;               // bytes or flops
    double other = 0.0;                      // the flops that go with the bytes, or the bytes with the flops; 0: none
    std::string ceiling;                     // "copy"
    std::optional<double> ceiling_per_s, share;
    std::string verdict, why;  // "ok"; "n/a", "wide", "disagree" and the reason

    std::optional<double> per_s() const;
};

// The size of the problem, where its name is a number.
std::optional<double> size_of(const MeasuredRow& row);

struct Measurement {
    std::vector<std::pair<std::string, std::string>> header;  // as in Evidence
    std::vector<MeasuredRow> rows;
    std::string table;
    bool checksum_holds = true;  // of a file that was read

    std::string value(const std::string& key) const;  // "" when it is not there
    std::string text() const;                         // the file, with its checksum
};

// The rows of a program's --report, an object a line. Failure when a line is none.
std::vector<MeasuredRow> read_rows(std::string_view report);

// Reads the text of such a file; `name` is what messages call it. Failure when it is none.
Measurement parse_measurement(std::string_view text, const std::string& name);

// As evidence with the one section [bench], so that pages quote it, and tell its age, as they do with other runs.
Evidence as_evidence(const Measurement& measurement);

// Does the program have a Measure section?
bool is_measured(const std::string& source);

// A device's measurement of a lesson: evidence/h200-bench.json.
fs::path measurement_file(const Lesson& lesson, const std::string& device);

// A lesson's measurements by device; those that were edited by hand are left out.
std::map<std::string, Measurement> measurements_of(const Tree& tree, const Lesson& lesson);

}  // namespace day
