// What the files of the checkout hold now: the digests that evidence is keyed by. Contents, never times. Each file is
// read once, however many lessons ask for it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

class Contents {
 public:
    explicit Contents(const Tree& tree) : tree_(tree) {}

    const Tree& tree() const { return tree_; }

    // The sha256 of a lesson's program. The first call reads the programs of all lessons, in one process.
    std::string source(const Lesson& lesson);

    // Sixteen digits for a file, named from the repository's root; "" when it cannot be read.
    std::string digest(const std::string& name);

    // The same for all sources of the CPU device.
    std::string cpu_device();

 private:
    const Tree tree_;
    std::map<fs::path, std::string> sources_;     // sha256 by program
    std::map<std::string, std::string> digests_;  // by name
    std::string cpu_device_;
};

// The files of the checkout that a compiler read, by its own list (the file that -MF names), from the repository's root
// and sorted: without `program`, without the CPU device's, which have a digest of their own, and without what is built.
// Failure when the list is missing or is not one of `program`.
std::vector<std::string> files_read(const Tree& tree, const fs::path& list, const fs::path& program);

// The sha256 of each file, in order. Failure when one cannot be read.
std::vector<std::string> sha256_of(const std::vector<fs::path>& files);

}  // namespace day
