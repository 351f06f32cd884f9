#include "verify/day/base/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

TEST(Files, WhatIsNoPlainFileStaysWhatItIs) {
    Scratch scratch;
    const fs::path link = scratch.root / "link", pipe = scratch.root / "pipe";
    write_file(scratch.root / "real", "old");
    fs::create_symlink("real", link);
    write_file(link, "new");
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(read_file(scratch.root / "real"), "new");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    write_file(pipe, "through");
    char got[8] = {};
    EXPECT_EQ(read(reader, got, sizeof got), 7);
    close(reader);
    EXPECT_STREQ(got, "through");
    EXPECT_TRUE(fs::is_fifo(pipe));
}

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
