// Files and lines.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace day {

namespace fs = std::filesystem;

// The whole file. Failure when it cannot be read.
std::string read_file(const fs::path& file);

// Replaces `file` as a whole or not at all: the text goes to a temporary file beside it, which is then renamed.
// Makes missing folders. Failure, with nothing left behind, when the disk is full or read-only.
void write_file(const fs::path& file, std::string_view text);

// Failure (usage) when no file can be written there, which one asked for with `option`; "" is no file and no failure.
// To be called before the work whose result it is to hold: a mistyped folder is not made.
void expect_place(const std::string& option, const fs::path& file);

// Makes the folder and its parents. Failure when that is not possible.
void make_folder(const fs::path& folder);

// The value of a variable in the cache of a folder that CMake builds in; "" when it has none, or no such folder is
// there.
std::string cached_value(const fs::path& build_folder, const std::string& name);

// The lines of `text` without their line ends; a last line without one counts too.
std::vector<std::string> lines_of(std::string_view text);

// Without white space at both ends.
std::string_view trimmed(std::string_view text);

// How many times `what` stands in `text`, also where two of them overlap.
std::size_t times(std::string_view text, std::string_view what);

// Is it one of them?
bool in(const std::vector<std::string>& words, std::string_view word);

// "a, b and c". Empty for no words.
std::string listed(const std::vector<std::string>& words);

}  // namespace day
