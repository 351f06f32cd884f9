#include "verify/day/trial/report.h"

#include <gtest/gtest.h>

namespace day {
namespace {

// A table as the gates print it; other tables of the program are none of it.
TEST(Report, IsHeldAgainstThePrintedTable) {
    const std::vector<Check> checks = {{"hand", "y", "pass"}, {"ragged edge", "y", "fail"}, {"", "loads", "n/a"}};
    const std::string table =
        "case        gate   shape           max error      used     sees  verdict\n"
        "hand        y      [2, 2]            1.1e-10      0.1%  2.2e-05  pass\n"
        "ragged edge  y      [7, 11]              nan       nan  2.2e-05  FAIL\n"
        "    first bad of 3: y[0, 0] = nan (want 1, allowed 2e-05)\n"
        "-           loads  -                       -         -        -  n/a\n"
        "small     pass        0.0%  pass        0.0%  pass        0.0%  pass\n"
        "FAILED: y (case ragged edge)\n";
    EXPECT_EQ(contradiction(checks, table), "");
    EXPECT_EQ(contradiction({checks[0], checks[1]}, table), "its report has 2 checks, and its table 3");
    EXPECT_EQ(contradiction({checks[0], {"ragged edge", "y", "pass"}, checks[2]}, table),
              "its report says pass of y (case ragged edge), and its table fail of y (case ragged edge)");
}

}  // namespace
}  // namespace day
