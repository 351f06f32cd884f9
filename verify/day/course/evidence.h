// evidence/<device>.txt: what a lesson did on a device, recorded by `day record`.
//
//     checksum: 8d2f64a0c1b3e579                        of all that follows: a file that was edited by hand is no
//     record lesson: day099-forward-pass source: forward_pass.cu sha256: 0f3c... breaks: 5b1d... on a GPU, where they
//     are run too read: common/check.h 77f0c2a9d3e8b146             a file of the checkout that the compiler read;
//     `nothing`: none cpu-device: 1c9a...                               on the CPU device: all its sources device:
//     NVIDIA H200 driver: 580.159.03 toolkit: 13.0, V13.0.88 date: 2026-05-01 command: scripts/record 99 --device gpu
//     verdict: pass
//
//     [run]
//     $ scripts/day run 99 --device gpu
//     ...
//     exit 0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

struct Section {
    std::string name;     // "run", "order forward", "memcheck"
    std::string command;  // as one types it
    std::string output;   // whole lines
    std::string ending;   // "exit 0", "SIGSEGV (Segmentation fault)"
};

struct Evidence {
    std::vector<std::pair<std::string, std::string>> header;  // without the checksum
    std::vector<Section> sections;
    std::optional<bool> checksum_holds{};  // of a file that was read; none: it has no checksum

    std::string value(const std::string& key) const;  // "" when it is not there
    const Section* section(const std::string& name) const;
    std::string text() const;  // with its checksum
};

// Reads the text of an evidence file; `name` is what messages call it. Failure when it is none.
Evidence parse_evidence(std::string_view text, const std::string& name);

// What the files of the checkout hold now: the digests that evidence is keyed by. Contents, never times. Each file is
// read once, however many lessons ask for it.
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

// Is the text of an evidence file another one than was written? It may then have lost its form, too.
bool was_edited(std::string_view text);

// What has become of a recorded run.
enum class Age {
    current,
    older,        // a file that the compiler read, or the CPU device, is another one now, or none is named
    no_checksum,  // as good as stale; its breaks and headers are not looked at
    stale,        // the lesson's program, or a break, is another one now
    edited,       // by hand: it is no record
};
const char* age_words(Age age);  // "older", "edited by hand"

struct Validity {
    Age age = Age::current;
    std::string why{};  // unless current: "recorded before common/check.h changed"
};

// `with_breaks`: also what it says of breaks is asked for.
Validity validity_of(Contents& now, const Lesson& lesson, const Evidence& evidence, bool with_breaks);

// One device's evidence of a lesson, as lists and pages speak of it.
struct Recorded {
    std::string device;   // "cpu", "h200"
    std::string verdict;  // the verdict's first word: pass, fail, incomplete; "" when edited
    Validity validity;

    std::string text() const;  // "h200 pass", "h200 pass (older)", "h200 edited by hand"
};

// All evidence of a lesson, the CPU device first.
std::vector<Recorded> recorded(Contents& now, const Lesson& lesson);
std::string runs_text(const std::vector<Recorded>& runs);  // "cpu pass, h200 pass (stale)", "-" for none

// What the evidence of a GPU that is not here says of a break.
struct RecordedBreak {
    std::string device;   // "h200"
    std::string verdict;  // "PROVED"
    std::vector<std::string> failed_gates;
    bool current = false;  // recorded from this program, with these breaks and these headers
};
// The first line of its section: "fails: dW, db\n", "fails: nothing\n".
std::string fails_line(const std::vector<std::string>& gates);
std::vector<RecordedBreak> recorded_break(Contents& now, const Lesson& lesson, const std::string& id);

// A program's output as a file keeps it: no colours, of a line that was overwritten in place (a progress bar) the
// last state, and of very long output the beginning and the end.
std::string recordable(std::string_view output);

}  // namespace day
