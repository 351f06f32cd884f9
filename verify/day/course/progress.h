// What a learner has done so far: one plain text file outside the course, so that a new checkout knows it too.
//
//     daybreak progress 1
//
//     [gemm-tiled second-barrier]
//     break: 91c0ffee12345678
//     said: race
//     did: race C C_ragged
//     score: 1/1
//
// A section is a break, by the lesson's name without its number and the break's id, or with one word a lesson. The one
// that changed last is the last. Keys that are not known here are kept, and so are comments, which belong to what
// stands below them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

// One section of the file.
struct Entry {
    std::string lesson, id;                                     // "gemm-tiled"; id is "" for the lesson itself
    std::vector<std::pair<std::string, std::string>> values{};  // a comment has no key
    std::vector<std::string> above{};                           // comments before its first line

    std::string value(const std::string& key) const;  // "" when it is not there
    int number(const std::string& key) const;         // 0 when it is none
    std::vector<std::string> words(const std::string& key) const;
    void set(const std::string& key, const std::string& value);  // an empty value takes the key out
};

struct Progress {
    std::vector<Entry> entries;      // the one that changed last at the end
    std::vector<std::string> below;  // comments at the end of the file

    const Entry* find(const std::string& lesson, const std::string& id) const;
    // The entry of that name, made where there is none, moved to the end.
    Entry& touch(const std::string& lesson, const std::string& id);
    std::string text() const;
};

// Reads the text of a progress file; `name` is what messages call it. Failure when it is damaged or of a version that
// is newer than this program.
Progress parse_progress(std::string_view text, const std::string& name);

// Where it lies: DAYBREAK_PROGRESS, else XDG_STATE_HOME/daybreak/progress.txt, else below the home folder.
fs::path progress_file();

// What the file says now; empty when there is none. Failure as above.
Progress read_progress();

// Changes the file: whole or not at all, and no other `day` comes between reading and writing.
void change_progress(const std::function<void(Progress&)>& change);

// The lesson as the file names it: "gemm-tiled" of day044-gemm-tiled.
std::string slug_of(const Lesson& lesson);

}  // namespace day
