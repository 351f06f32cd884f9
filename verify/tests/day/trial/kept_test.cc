#include "verify/day/trial/kept.h"

#include <gtest/gtest.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

TEST(Kept, ReadsACompilersRule) {
    const std::string rule = "copy: /a/one.cu \\\n common/fill.h /with\\ blank/b.h \\\n  /a/c$$.h\n\ncommon/fill.h:\n";
    EXPECT_EQ(files_of_rule(rule, "/root"),
              (std::vector<fs::path>{"/a/c$.h", "/a/one.cu", "/root/common/fill.h", "/with blank/b.h"}));
    EXPECT_TRUE(files_of_rule("", "/root").empty());
}

TEST(Kept, HoldsByContentsAndNotByTimes) {
    const Scratch scratch;
    const fs::path file = scratch.root / "header.h";
    write_file(file, "one");
    const std::string text = contents_text({file, scratch.root / "none.h"});
    EXPECT_TRUE(contents_hold(text));
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
    EXPECT_TRUE(contents_hold(text));
    write_file(file, "two");
    EXPECT_FALSE(contents_hold(text));
    write_file(file, "one");
    EXPECT_TRUE(contents_hold(text));
    write_file(scratch.root / "none.h", "here now");
    EXPECT_FALSE(contents_hold(text));
}

}  // namespace
}  // namespace day
