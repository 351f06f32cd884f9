// What was made before holds as long as everything that it was made of has the same contents. Times mean nothing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "verify/day/base/files.h"

namespace day {

// A path that no other process and no other thread uses.
fs::path unique_beside(const fs::path& file);

// One at a time of all threads and processes that would make the same: the others find it made.
class Turn {
 public:
    explicit Turn(const fs::path& file);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

 private:
    int file_;
};

// Sixteen digits of what is in the file; "absent" when it cannot be read. A file is read again only when its size or
// its time is another one.
std::string content_hash(const fs::path& file);

// The files that a compiler read, from the rule that it wrote with -MD; relative ones begin at `folder`.
std::vector<fs::path> files_of_rule(std::string_view rule, const fs::path& folder);

// One line a file: its hash and its path. And whether that still holds of each.
std::string contents_text(const std::vector<fs::path>& files);
bool contents_hold(std::string_view text);

}  // namespace day
