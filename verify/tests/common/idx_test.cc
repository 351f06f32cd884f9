// common/idx.h: good files are read, and each bad one gives one line that names the file and the remedy.
#include "common/idx.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using common::Idx;
using common::read_idx;
using common::read_labelled_images;
namespace fs = std::filesystem;

// A folder of its own for each test, gone after it.
class IdxFile : public testing::Test {
 protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "daybreak-idx-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        dir_ = name;
    }
    void TearDown() override { fs::remove_all(dir_); }

    std::string path(const std::string& name) const { return (dir_ / name).string(); }

    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

    std::string write_compressed(const std::string& name, const std::string& bytes) const {
        const gzFile file = gzopen(path(name).c_str(), "wb");
        EXPECT_EQ(gzwrite(file, bytes.data(), unsigned(bytes.size())), int(bytes.size()));
        EXPECT_EQ(gzclose(file), Z_OK);
        return path(name);
    }

    static std::string read_back(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    fs::path dir_;
};

std::string header(const std::vector<unsigned>& shape, int type = 0x08) {
    std::string bytes = {0, 0, char(type), char(shape.size())};
    for (const unsigned n : shape) bytes += {char(n >> 24), char(n >> 16), char(n >> 8), char(n)};
    return bytes;
}

// Every byte differs from its neighbours, and 0 and 255 occur.
std::string data(std::size_t n) {
    std::string bytes;
    for (std::size_t i = 0; i < n; ++i) bytes += char(i * 37);
    return bytes;
}

// The message of what `f` throws. It must be one line, name `file` and end in a remedy.
template <class F>
std::string message(const std::string& file, F&& f) {
    try {
        f();
    } catch (const std::runtime_error& error) {
        const std::string text = error.what();
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        EXPECT_EQ(text.rfind(file, 0), 0u) << text << " should begin with " << file;
        EXPECT_NE(text.find("dataset-fashion-mnist"), std::string::npos) << text;
        EXPECT_NE(text.find("--data DIR"), std::string::npos) << text;
        return text;
    }
    ADD_FAILURE() << "no error for " << file;
    return "";
}

void expect_error(const std::string& file, const std::string& part) {
    const std::string text = message(file, [&] { read_idx(file); });
    EXPECT_NE(text.find(part), std::string::npos) << text << " should say: " << part;
}

TEST_F(IdxFile, ReadsShapeAndData) {
    const Idx idx = read_idx(write("a", header({2, 3, 5}) + data(30)));
    EXPECT_EQ(idx.shape, (std::vector<int>{2, 3, 5}));
    const std::string want = data(30);
    EXPECT_EQ(idx.data, std::vector<unsigned char>(want.begin(), want.end()));
}

TEST_F(IdxFile, ReadsCompressedFilesByEitherName) {
    const std::string compressed = write_compressed("a.gz", header({300}) + data(300));
    EXPECT_EQ(read_idx(compressed).data.size(), 300u);
    EXPECT_EQ(read_idx(path("a")).data, read_idx(compressed).data);
}

TEST_F(IdxFile, ThePlainFileComesBeforeTheCompressedOne) {
    write_compressed("a.gz", header({300}) + data(300));
    EXPECT_EQ(read_idx(write("a", header({7}) + data(7))).data.size(), 7u);
}

TEST_F(IdxFile, SizesAreBigEndian) {
    const Idx idx = read_idx(write("a", header({0x0102, 0x0304}) + data(0x0102 * 0x0304)));
    EXPECT_EQ(idx.shape, (std::vector<int>{0x0102, 0x0304}));
}

TEST_F(IdxFile, ASizeOfZeroIsAnEmptyFile) {
    const Idx idx = read_idx(write("a", header({0, 28, 28})));
    EXPECT_EQ(idx.shape, (std::vector<int>{0, 28, 28}));
    EXPECT_TRUE(idx.data.empty());
}

TEST_F(IdxFile, ReadsMoreThanOnePart) {
    const std::string bytes = data((1 << 25) + 12345);  // the reader's parts are 2^24 bytes at first
    const Idx idx = read_idx(write("a", header({unsigned(bytes.size())}) + bytes));
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), idx.data.begin(), idx.data.end(),
                           [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }));
}

TEST_F(IdxFile, MissingFile) { expect_error(path("none"), "no such file, with or without .gz"); }

TEST_F(IdxFile, AFolderInsteadOfAFile) {
    fs::create_directory(path("folder"));
    expect_error(path("folder"), "an IDX file was needed, this is a folder");
}

TEST_F(IdxFile, APipeAndADeviceAreRefusedAndNotWaitedFor) {
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    fs::create_symlink("/dev/zero", path("device"));
    alarm(60);  // ends the test where it waits for somebody who writes
    for (const char* name : {"pipe", "device"})
        expect_error(path(name), "an IDX file was needed, this is a pipe or a device");
    alarm(0);
}

TEST_F(IdxFile, ASymbolicLinkToAFileIsThatFile) {
    write("a", header({3}) + data(3));
    fs::create_symlink(path("a"), path("link"));
    EXPECT_EQ(read_idx(path("link")).data.size(), 3u);
}

TEST_F(IdxFile, BadMagicNumber) {
    expect_error(write("a", "PNG or something"), "magic number 0x504e4720");
    expect_error(write("b", std::string({0, 0, 8, 0}) + data(4)), "magic number 0x00000800");
}

TEST_F(IdxFile, UnsupportedTypeCode) {
    expect_error(write("a", header({2}, 0x0d) + data(8)), "type code 0x0d, needed 0x08 (unsigned byte)");
}

TEST_F(IdxFile, TruncatedHeader) {
    expect_error(write("a", ""), "truncated: the magic number needs 4 bytes, found 0");
    expect_error(write("b", header({2}).substr(0, 3)), "truncated: the magic number needs 4 bytes, found 3");
    expect_error(write("c", header({2, 3, 5}).substr(0, 10)), "truncated: size 2 of 3 needs 4 bytes, found 2");
}

TEST_F(IdxFile, TruncatedData) {
    expect_error(write("a", header({2, 3}) + data(5)), "truncated: the data needs 6 bytes, found 5");
    expect_error(write("b", header({2, 3})), "truncated: the data needs 6 bytes, found 0");
}

TEST_F(IdxFile, TrailingBytes) {
    expect_error(write("a", header({2, 3}) + data(7)), "more than the 6 bytes of data that its header states");
    expect_error(write("b", header({0}) + data(1)), "more than the 0 bytes");
    expect_error(write_compressed("c.gz", header({6}) + data(7)), "more than the 6 bytes");
}

TEST_F(IdxFile, AbsurdSizesAllocateNothing) {
    expect_error(write("a", header({0xffffffff}) + data(9)), "absurd size 4294967295 in the header");
    expect_error(write("b", header({60000, 60000, 60000}) + data(9)), "absurd size 60000 in the header");
    // 64 GiB, the most that is believed: memory grows with the file and not with the header.
    expect_error(write("c", header({1 << 18, 1 << 18}) + data(9)),
                 "truncated: the data needs 68719476736 bytes, found 9");
    const std::vector<unsigned> many(255, 0x7fffffff);
    expect_error(write("d", header(many) + data(9)), "absurd size");
}

TEST_F(IdxFile, ZeroDoesNotHideAnAbsurdSize) {
    expect_error(write("a", header({0, 0xffffffff})), "absurd size 4294967295");
}

TEST_F(IdxFile, DamagedCompressedFile) {
    const std::string good = read_back(write_compressed("good.gz", header({5000}) + data(5000)));

    std::string checksum = good;
    checksum[checksum.size() - 8] ^= 1;  // the last 8 bytes are the checksum and the length
    expect_error(write("checksum.gz", checksum), "damaged: incorrect data check");

    std::string length = good;
    length[length.size() - 1] ^= 1;
    expect_error(write("length.gz", length), "damaged: incorrect length check");

    std::string stream = good;
    stream[10] = char(0xff);  // the first byte after the gzip header: a block of a kind that does not exist
    expect_error(write("stream.gz", stream), "damaged: invalid block type");
}

TEST_F(IdxFile, TruncatedCompressedFileWhereverItIsCut) {
    const std::string good = read_back(write_compressed("good.gz", header({40, 5}) + data(200)));
    for (std::size_t size = 0; size < good.size(); ++size)
        message(path("cut.gz"), [&] { read_idx(write("cut.gz", good.substr(0, size))); });
    expect_error(write("tail.gz", good.substr(0, good.size() - 4)), "damaged: unexpected end of file");
}

class Images : public IdxFile {
 protected:
    std::string images(const std::string& bytes) { return write("train-images-idx3-ubyte", bytes); }
    std::string labels(const std::string& bytes) { return write("train-labels-idx1-ubyte", bytes); }

    void expect_set_error(const std::string& file, const std::string& part) {
        const std::string text = message(file, [&] { read_labelled_images(dir_.string(), "train"); });
        EXPECT_NE(text.find(part), std::string::npos) << text << " should say: " << part;
    }
};

TEST_F(Images, ReadsASet) {
    images(header({4, 3, 2}) + data(24));
    labels(header({4}) + data(4));
    const common::LabelledImages set = read_labelled_images(dir_.string(), "train");
    EXPECT_EQ(set.count, 4);
    EXPECT_EQ(set.rows, 3);
    EXPECT_EQ(set.cols, 2);
    EXPECT_EQ(set.images.size(), 24u);
    EXPECT_EQ(set.labels, (std::vector<unsigned char>{0, 37, 74, 111}));
}

TEST_F(Images, CountsMustMatch) {
    labels(header({5}) + data(5));
    expect_set_error(images(header({4, 3, 2}) + data(24)),
                     "4 images, but 5 labels in " + path("train-labels-idx1-ubyte"));
}

TEST_F(Images, FilesInEachOthersPlace) {
    labels(header({4}) + data(4));
    expect_set_error(images(header({4}) + data(4)), "dimensions: 3 needed, found 1");
    images(header({4, 3, 2}) + data(24));
    expect_set_error(labels(header({4, 3, 2}) + data(24)), "dimensions: 1 needed, found 3");
}

TEST_F(Images, NoElements) {
    labels(header({0}));
    expect_set_error(images(header({0, 28, 28})), "it holds no elements");
}

TEST_F(Images, MissingPartsAreNamed) {
    expect_set_error(path("train-images-idx3-ubyte"), "no such file");
    images(header({4, 3, 2}) + data(24));
    expect_set_error(path("train-labels-idx1-ubyte"), "no such file");
    dir_ /= "nowhere";
    expect_set_error(path("train-images-idx3-ubyte"), "no such file");
    dir_ = dir_.parent_path();
}

TEST(FashionMnist, ReadsDebiansPackage) {
    const std::string dir = "/usr/share/datasets/fashion-mnist";
    if (!fs::exists(dir)) GTEST_SKIP() << "needs the package dataset-fashion-mnist";
    const common::LabelledImages train = read_labelled_images(dir, "train"), test = read_labelled_images(dir, "t10k");
    EXPECT_EQ(train.count, 60000);
    EXPECT_EQ(test.count, 10000);
    EXPECT_EQ(train.rows, 28);
    EXPECT_EQ(train.cols, 28);
    EXPECT_EQ(train.images.size(), 60000u * 28 * 28);
    for (int label = 0; label < 10; ++label) {
        EXPECT_EQ(std::count(train.labels.begin(), train.labels.end(), label), 6000);
        EXPECT_EQ(std::count(test.labels.begin(), test.labels.end(), label), 1000);
    }
}

}  // namespace
