// Reads IDX files, the format of MNIST and Fashion-MNIST, compressed or not. Day 092 writes this out. Link with
// -lz.
//
//     bytes 0 1   bytes 2 3          4 bytes a size, big-endian    the elements, last index contiguous
//     0     0     type  dimensions   60000  28  28                 ...
#pragma once

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace common {

struct Idx {
    std::vector<int> shape;           // e.g. {60000, 28, 28}
    std::vector<unsigned char> data;  // product of shape bytes
};

struct LabelledImages {
    int count, rows, cols;
    std::vector<unsigned char> images;  // [count, rows, cols]
    std::vector<unsigned char> labels;  // [count]
};

namespace idx {

constexpr const char* GET =
    "install it: apt-get install dataset-fashion-mnist, or name a folder of IDX files: --data DIR";
constexpr const char* GET_AGAIN =
    "fetch it anew (Debian's: apt-get install --reinstall dataset-fashion-mnist), or name another folder: --data DIR";

[[noreturn]] inline void fail(const std::string& path, const std::string& found, const char* remedy) {
    throw std::runtime_error(path + ": " + found + "; " + remedy);
}

// The file that stands for `path`: itself or path.gz. Throws where there is neither.
inline std::string find(const std::string& path) {
    for (const std::string& candidate : {path, path + ".gz"}) {
        struct stat status;
        if (stat(candidate.c_str(), &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) fail(candidate, "an IDX file was needed, this is a folder", GET);
        if (!S_ISREG(status.st_mode))  // a pipe without a writer would be waited for
            fail(candidate, "an IDX file was needed, this is a pipe or a device", GET);
        return candidate;
    }
    fail(path, "no such file, with or without .gz", GET);
}

// One open file; zlib passes a file that is not compressed through as it is.
class File {
 public:
    explicit File(const std::string& path) : path_(path), file_(gzopen(path.c_str(), "rb"), gzclose) {
        if (!file_) fail(path_, std::string("cannot be opened: ") + std::strerror(errno), GET);
        gzbuffer(file_.get(), 1 << 17);
    }

    // Reads up to `bytes`; fewer at the file's end. Throws where the compressed stream is damaged.
    std::size_t read(unsigned char* to, std::size_t bytes) {
        std::size_t got = 0;
        while (got < bytes) {
            const int n = gzread(file_.get(), to + got, unsigned(std::min<std::size_t>(bytes - got, 1 << 30)));
            if (n < 0) damaged();
            if (n == 0) break;
            got += std::size_t(n);
        }
        return got;
    }

    // Whether every byte has been read. Asking past the last one also makes zlib compare the checksum: throws where it
    // differs or is cut off.
    bool at_end() {
        unsigned char extra;
        if (read(&extra, 1) != 0) return false;
        int code = Z_OK;
        gzerror(file_.get(), &code);
        if (code != Z_OK) damaged();
        return true;
    }

    // Reads all of `bytes`, or says how much of `what` there is.
    void read_all(unsigned char* to, std::size_t bytes, const std::string& what) {
        const std::size_t got = read(to, bytes);
        if (got < bytes) truncated(what, bytes, got);
    }

    [[noreturn]] void damaged() {
        int code;
        std::string text = gzerror(file_.get(), &code);
        if (text.starts_with(path_ + ": ")) text.erase(0, path_.size() + 2);  // fail() names the file already
        fail(path_, "damaged: " + text, GET_AGAIN);
    }

    [[noreturn]] void truncated(const std::string& what, std::size_t needed, std::size_t found) {
        fail(path_,
             "truncated: " + what + " needs " + std::to_string(needed) + " bytes, found " + std::to_string(found),
             GET_AGAIN);
    }

 private:
    std::string path_;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

}  // namespace idx

// Reads `path`, or path.gz where there is no such file. Elements must be unsigned bytes (type code 0x08). Throws
// std::runtime_error with one line that names the file, what is wrong with it, and the remedy.
inline Idx read_idx(const std::string& path) {
    const std::string found = idx::find(path);
    idx::File file(found);

    unsigned char magic[4];
    file.read_all(magic, sizeof magic, "the magic number");
    const auto hex = [](const unsigned char* byte, int count) {
        std::string text = "0x";
        for (int i = 0; i < count; ++i) text += {"0123456789abcdef"[byte[i] / 16], "0123456789abcdef"[byte[i] % 16]};
        return text;
    };
    if (magic[0] != 0 || magic[1] != 0 || magic[3] == 0)
        idx::fail(found, "no IDX file: magic number " + hex(magic, 4) + ", needed 0x0000 and type and dimensions",
                  idx::GET);
    if (magic[2] != 0x08)
        idx::fail(found, "type code " + hex(magic + 2, 1) + ", needed 0x08 (unsigned byte)", idx::GET);

    // The header is not believed: memory grows with the bytes that the file really holds.
    constexpr std::size_t LIMIT = std::size_t(1) << 36, PART = std::size_t(1) << 24;
    Idx result;
    std::size_t bytes = 1;
    for (int d = 0; d < magic[3]; ++d) {
        unsigned char size[4];
        file.read_all(size, sizeof size, "size " + std::to_string(d + 1) + " of " + std::to_string(magic[3]));
        const std::size_t n = std::size_t(size[0]) << 24 | size[1] << 16 | size[2] << 8 | size[3];
        if (n > INT_MAX || bytes > LIMIT / std::max<std::size_t>(n, 1))
            idx::fail(found, "absurd size " + std::to_string(n) + " in the header", idx::GET_AGAIN);
        bytes *= n;
        result.shape.push_back(int(n));
    }
    while (result.data.size() < bytes) {
        const std::size_t have = result.data.size(), part = std::min(bytes - have, std::max(have, PART));
        result.data.resize(have + part);
        const std::size_t got = file.read(result.data.data() + have, part);
        if (got < part) file.truncated("the data", bytes, have + got);
    }

    if (!file.at_end())
        idx::fail(found, "more than the " + std::to_string(bytes) + " bytes of data that its header states",
                  idx::GET_AGAIN);
    return result;
}

// Reads one set of images and labels from a folder: `set` is "train" or "t10k". Throws std::runtime_error, one line, as
// read_idx does, and where images and labels do not belong together.
inline LabelledImages read_labelled_images(const std::string& dir, const std::string& set) {
    const std::string images_path = dir + "/" + set + "-images-idx3-ubyte",
                      labels_path = dir + "/" + set + "-labels-idx1-ubyte";
    Idx images = read_idx(images_path), labels = read_idx(labels_path);
    const auto need_dimensions = [](const std::string& path, const Idx& file, std::size_t dimensions) {
        if (file.shape.size() != dimensions)
            idx::fail(
                path,
                "dimensions: " + std::to_string(dimensions) + " needed, found " + std::to_string(file.shape.size()),
                idx::GET);
        if (file.data.empty()) idx::fail(path, "it holds no elements", idx::GET_AGAIN);
    };
    need_dimensions(images_path, images, 3);
    need_dimensions(labels_path, labels, 1);
    if (images.shape[0] != labels.shape[0])
        idx::fail(images_path,
                  std::to_string(images.shape[0]) + " images, but " + std::to_string(labels.shape[0]) + " labels in " +
                      labels_path,
                  idx::GET_AGAIN);
    return {images.shape[0], images.shape[1], images.shape[2], std::move(images.data), std::move(labels.data)};
}

}  // namespace common
