#include "verify/day/base/files.h"

#include <gtest/gtest.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

TEST(Files, TheCacheOfABuildFolderIsAsked) {
    const Scratch scratch;
    write_file(scratch.tree.build / "CMakeCache.txt",
               "# a comment\nCMAKE_CXX_COMPILER_AR:FILEPATH=/usr/bin/gcc-ar\n"
               "CMAKE_CXX_COMPILER:STRING=/usr/bin/g++\nFLAGS:STRING=-DA=1\nNONE:STRING=\n");
    EXPECT_EQ(cached_value(scratch.tree.build, "CMAKE_CXX_COMPILER"), "/usr/bin/g++");
    EXPECT_EQ(cached_value(scratch.tree.build, "FLAGS"), "-DA=1");
    EXPECT_EQ(cached_value(scratch.tree.build, "NONE"), "");
    EXPECT_EQ(cached_value(scratch.tree.build, "CMAKE_CXX"), "");
    EXPECT_EQ(cached_value(scratch.root / "no-such-folder", "FLAGS"), "");
}

}  // namespace
}  // namespace day
