// common/curve.h: the picture is whole or it is not there, and what could not be written is refused before the run.
#include "common/curve.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace {

using common::CurveFile;
namespace fs = std::filesystem;

// A folder of its own for each test, gone after it.
class Curve : public testing::Test {
 protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "daybreak-curve-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        dir_ = name;
    }
    void TearDown() override { fs::remove_all(dir_); }

    std::string path(const std::string& name) const { return (dir_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name)) << text;
        return path(name);
    }
    static std::string read(const std::string& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::size_t files() const { return std::size_t(std::distance(fs::directory_iterator(dir_), {})); }

    fs::path dir_;
};

const std::vector<float> VALUES = {4.0f, 2.0f, 1.0f};

// What is said before the run about a file that could not be written: one line that names it and ends in the remedy.
std::string refusal(const std::string& file) {
    try {
        const CurveFile picture(file, "--curve FILE");
    } catch (const std::runtime_error& error) {
        const std::string text = error.what(),
                          begin = "cannot write '" + file + "': ", end = "; name another: --curve FILE";
        EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end)) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        return text.substr(begin.size(), text.size() - begin.size() - end.size());
    }
    return "nothing";
}

TEST_F(Curve, DrawsFromZeroToTheLargestValue) {
    const CurveFile picture(path("a.svg"), "--curve FILE");
    EXPECT_EQ(files(), 0u);  // before the run nothing is left behind
    picture.draw("mean", VALUES);
    const std::string svg = read(path("a.svg"));
    EXPECT_NE(svg.find(">mean: 4 after step 1, 1 after step 3</text>"), std::string::npos) << svg;
    EXPECT_NE(svg.find("points=\"60,40 273.3,195 486.7,272.5 \""), std::string::npos) << svg;
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n")) << svg;
    EXPECT_EQ(files(), 1u);
}

TEST_F(Curve, AnOldPictureStaysUntilTheNewOneIsDrawn) {
    const CurveFile picture(write("a.svg", "old"), "--curve FILE");
    EXPECT_EQ(read(path("a.svg")), "old");
    picture.draw("mean", VALUES);
    EXPECT_TRUE(read(path("a.svg")).starts_with("<svg "));
}

TEST_F(Curve, ASymbolicLinkStaysAndItsFileIsWritten) {
    fs::create_directory(path("sub"));
    write("sub/real.svg", "old");
    fs::create_symlink("sub/real.svg", path("link.svg"));
    fs::create_symlink("link.svg", path("chain.svg"));
    CurveFile(path("chain.svg"), "--curve FILE").draw("mean", VALUES);
    EXPECT_TRUE(fs::is_symlink(path("chain.svg")) && fs::is_symlink(path("link.svg")));
    EXPECT_FALSE(fs::is_symlink(path("sub/real.svg")));
    EXPECT_TRUE(read(path("sub/real.svg")).starts_with("<svg "));
}

TEST_F(Curve, WhatIsNoFileIsRefusedBeforeTheRun) {
    fs::create_directory(path("folder"));
    fs::create_symlink("nowhere", path("lost"));
    fs::create_symlink("circle", path("circle"));
    fs::create_symlink("/dev/null", path("to_device"));
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal(path("folder")), "it is a folder");
    EXPECT_EQ(refusal(path("folder/")), "it is a folder");
    EXPECT_EQ(refusal(path("lost")), "it is a symbolic link that leads nowhere");
    EXPECT_EQ(refusal(path("circle")), "Too many levels of symbolic links");
    EXPECT_EQ(refusal("/dev/null"), "it is no regular file");
    EXPECT_EQ(refusal(path("to_device")), "it is no regular file");
    EXPECT_EQ(refusal(path("pipe")), "it is no regular file");
    EXPECT_EQ(refusal(path("none/a.svg")), "No such file or directory");
    EXPECT_EQ(refusal(path("new/")), "it names no file");
    EXPECT_EQ(refusal(""), "it names no file");
    EXPECT_EQ(files(), 5u);
}

// As with --curve /dev/stdout > out.txt: a rename would part the name from what the program prints.
TEST_F(Curve, TheFileOfTheProgramsOutputIsRefused) {
    const std::string file = write("out.txt", "table\n");
    const int kept = dup(STDERR_FILENO), out = open(file.c_str(), O_WRONLY | O_APPEND);
    ASSERT_GE(dup2(out, STDERR_FILENO), 0);
    const std::string said = refusal(file), link = refusal("/dev/stderr");
    dup2(kept, STDERR_FILENO);
    close(kept), close(out);
    EXPECT_EQ(said, "the program's output goes there");
    EXPECT_EQ(link, said);
    EXPECT_EQ(read(file), "table\n");
}

TEST_F(Curve, ADeviceNodeStaysOne) {
    if (mknod(path("null").c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0)
        GTEST_SKIP() << "no device node can be made here";
    EXPECT_EQ(refusal(path("null")), "it is no regular file");
    EXPECT_TRUE(fs::is_character_file(path("null")));
}

// As between the look at it and the end of the run.
TEST_F(Curve, WhatHasBecomeAFolderIsNotReplaced) {
    const CurveFile picture(path("a.svg"), "--curve FILE");
    fs::create_directory(path("a.svg"));
    EXPECT_THROW(picture.draw("mean", VALUES), std::runtime_error);
    EXPECT_EQ(files(), 1u);
}

TEST_F(Curve, AFullDiskLeavesTheOldPictureAndNothingElse) {
    const CurveFile picture(write("a.svg", "old"), "--curve FILE");
    rlimit limit;
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit small = {100, limit.rlim_max};
    std::signal(SIGXFSZ, SIG_IGN);  // the write fails instead
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string said;
    try {
        picture.draw("mean", VALUES);
    } catch (const std::runtime_error& error) {
        said = error.what();
    }
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    EXPECT_EQ(said, "cannot write '" + path("a.svg") + "': File too large; name another: --curve FILE");
    EXPECT_EQ(read(path("a.svg")), "old");
    EXPECT_EQ(files(), 1u);
}

TEST_F(Curve, AFileThatIsNotOursIsNotWrittenOver) {
    const std::string theirs = write("a.svg.part" + std::to_string(getpid()), "theirs");
    EXPECT_EQ(refusal(path("a.svg")), "File exists");
    EXPECT_EQ(read(theirs), "theirs");
}

}  // namespace
