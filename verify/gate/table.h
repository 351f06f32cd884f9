// The table that a lesson prints, and the report that it writes.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "verify/gate/row.h"
#include "verify/gate/text.h"

namespace verify::detail {

class Table {
 public:
    explicit Table(int gate_width) : gate_width_(gate_width) {}
    ~Table() {
        if (report_ != nullptr) std::fclose(report_);
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    // From now on every row is a line of this file too. False when it cannot be written.
    bool open_report(const std::string& path) { return (report_ = std::fopen(path.c_str(), "w")) != nullptr; }

    // Prints a row and writes its line of the report. False when that cannot be written.
    bool add(const std::string& case_name, const Row& row, const char* verdict) {
        print(case_name, row, verdict);
        return report_ == nullptr || report(case_name, row, verdict);
    }

 private:
    static constexpr const char* COLUMNS = "%-10s  %-*s  %-14s  %9s  %8s  %7s  %s%s\n";

    void print(const std::string& case_name, const Row& row, const char* verdict) {
        if (!header_printed_)
            std::printf(COLUMNS, "case", gate_width_, "gate", "shape", "max error", "used", "sees", "verdict", "");
        header_printed_ = true;

        std::string error = "-", used = "-", sees = "-";
        if (row.measured) {
            error = std::isnan(row.max_error) ? "nan" : text("%.1e", row.max_error);
            used = std::isnan(row.used) ? "nan" : text(row.used < 1e6 ? "%.1f%%" : "%.1e%%", row.used);
            if (row.bad > 0 && row.used < 100.05) used = std::string(">100%");
            sees = row.kind == Kind::exact ? "any bit" : row.kind == Kind::count ? "one" : text("%.1e", row.sees);
        }
        const std::string note = row.kind == Kind::reference               ? "  reference"
                                 : row.kind == Kind::count && row.measured ? "  counted " + row.got
                                                                           : "";
        std::printf(COLUMNS, case_name.empty() ? "-" : case_name.c_str(), gate_width_, row.gate.c_str(),
                    row.shape.empty() ? "-" : bracketed(row.shape).c_str(), error.c_str(), used.c_str(), sees.c_str(),
                    std::strcmp(verdict, "fail") == 0 ? "FAIL" : verdict, note.c_str());
        if (!row.why.empty()) std::printf("    %s\n", row.why.c_str());
        if (row.bad > 0 && row.kind == Kind::count)
            std::printf("    want %s\n", row.want.c_str());
        else if (row.bad > 0)
            std::printf("    first bad of %zu: %s%s = %s (want %s, allowed %.2g)\n", row.bad, row.gate.c_str(),
                        index_of(row.first, row.shape).c_str(), row.got.c_str(), row.want.c_str(), row.allowed);
        std::fflush(stdout);  // a crash or a hang then leaves every row that came before it
    }

    // One line of JSON. A figure that was not measured is null. False when it cannot be written.
    bool report(const std::string& case_name, const Row& row, const char* verdict) const {
        const auto figure = [&row](double value) { return row.measured ? json(value) : std::string("null"); };
        std::fprintf(report_, "{\"case\": %s, \"gate\": %s, \"kind\": \"%s\", \"shape\": %s, ",
                     quoted(case_name).c_str(), quoted(row.gate).c_str(), KIND_NAMES[int(row.kind)],
                     bracketed(row.shape).c_str());
        std::fprintf(report_, "\"max_error\": %s, \"used\": %s, \"sees\": %s, \"verdict\": \"%s\"",
                     figure(row.max_error).c_str(), figure(row.used).c_str(), figure(row.sees).c_str(), verdict);
        if (!row.why.empty()) std::fprintf(report_, ", \"why\": %s", quoted(row.why).c_str());
        if (row.bad > 0)
            std::fprintf(report_, ", \"bad\": {\"index\": %s, \"got\": %s, \"want\": %s, \"allowed\": %s}",
                         index_of(row.first, row.shape).c_str(), json(row.got).c_str(), json(row.want).c_str(),
                         json(row.allowed).c_str());
        std::fprintf(report_, "}\n");
        return std::fflush(report_) == 0;
    }

    const int gate_width_;
    std::FILE* report_ = nullptr;
    bool header_printed_ = false;
};

}  // namespace verify::detail
