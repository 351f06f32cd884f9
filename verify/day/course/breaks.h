// breaks.toml: the exercises of a lesson. Each break is an edit of the program and the statement of what it does.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "verify/day/base/failure.h"
#include "verify/day/course/course.h"
#include "verify/day/course/regions.h"

namespace day {

// The words for what a finding is, here and in breaks.toml, in the order in which they are told: a race explains why
// nobody has written yet what is read, and not the other way round.
inline constexpr const char* FINDINGS[] = {"race", "memory", "init", "sync"};
// The words for how else a broken program may end.
inline constexpr const char* OUTCOMES[] = {"nobuild", "crash", "hang"};

struct Edit {
    std::string in;       // the function or ANCHOR region that it is made in
    std::string find;     // what must stand there exactly once
    std::string replace;  // what stands there afterwards
    int line = 0;         // of breaks.toml, for messages
};

// What a break is stated to do.
enum class Expect {
    gates,    // `fail`: exactly these gates fail, none of them = it survives
    finding,  // `finding`: the checker reports it; gates in `may_fail` may fail, by order and device, those in `fail`
              // always do, and no others
    outcome,  // `outcome`: there is no gate table to look at
};

struct Break {
    std::string id;     // stable slug: progress is keyed by it
    std::string title;  // one line
    int level = 0;      // 1 read the code, 2 think about numbers, 3 think about hardware
    std::vector<Edit> edits;

    Expect expect = Expect::gates;
    std::vector<std::string> fail;
    std::string finding;  // race, memory, init, sync
    std::vector<std::string> may_fail;
    int fail_line = 0, may_fail_line = 0;  // of breaks.toml
    std::string outcome;                   // nobuild, crash, hang
    std::string device;                    // "" = any, "cpu", "gpu"
    std::vector<std::string> flags;        // more arguments of the program
    bool silent = false;                   // the checker finds nothing, in any order
    bool other_checks = false;             // it changes the test itself: kinds, shapes, references or tolerances
    bool emptied = false;                  // it is no break of the file's, but a kernel without its body: emptied()

    std::vector<std::string> hints;
    std::string why;
    std::vector<std::string> turns_on;  // words of the pages that decide it: "the last block", "day 2: ceil(N / B)"
    int turns_on_line = 0;
    int line = 0;  // of breaks.toml
};

// A kernel that the learner writes: its body is taken out, its launch, its reference and its gates stay.
struct KernelTask {
    std::string name;
    std::vector<std::string> gates;  // exactly these fail while the body is empty
    std::vector<std::string> hints;  // three, each a step further
    int line = 0, gates_line = 0;    // of breaks.toml
};
inline constexpr std::size_t HINTS_A_KERNEL = 3;

// What its name stands behind: as a break of the prover, and in the progress file.
inline constexpr std::string_view EMPTY = "empty-", WRITE = "write-";

// How a title, a hint or a reason begins that `day try --save` leaves to its author.
inline constexpr std::string_view TO_BE_WRITTEN = "(write it";
// A break with such a text is a draft: it can be predicted by its author, and neither proved nor shown on a page.
enum class Drafts { refused, allowed };

// May a break be called so: small letters, digits and single dashes between them?
bool is_slug(const std::string& id);

// Does a text say that the checker has nothing to report? A break whose texts do must be stated to be `silent`.
bool claims_silence(std::string_view words);

// Reads the text of a breaks.toml; `name` is what messages call the file. Strict: an unknown key, a wrong type, a
// missing or contradictory field is a Failure `name:line: what is wrong; what is right`.
std::vector<Break> parse_breaks(std::string_view text, const std::string& name, Drafts drafts = Drafts::refused);

// The [[kernel]] tables of the same text, in its order. Failure as above.
std::vector<KernelTask> parse_kernels(std::string_view text, const std::string& name);

// Those of a lesson. Failure where one names no __global__ function of its program, or a gate that the program does not
// declare.
std::vector<KernelTask> kernels_of(const Tree& tree, const Lesson& lesson);

// Failure where a __global__ function of the program has none, unless its body is empty as it stands.
void expect_kernels(const Tree& tree, const Lesson& lesson);

// The kernel of that name in the text of a program. Failure where there is none, or where there are several.
NamedRegion kernel_in(std::string_view source, const std::string& name);

// The program with nothing between the braces of that kernel's body, as a break that must fail the kernel's gates. Its
// id is empty-NAME.
Break emptied(std::string_view source, const KernelTask& kernel);

// The breaks of a lesson, read as above. A lesson without the file is a Failure too, and so is a gate that its program
// does not declare.
std::vector<Break> breaks_of(const Tree& tree, const Lesson& lesson, Drafts drafts = Drafts::refused);

// Holds breaks against the lesson's program: every edit applies, and every gate that is named is one that the program
// declares. Failure as above.
void check_breaks(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks);

// Part of both: every gate that is named is declared, and named once.
void check_gates(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks);

// Why an edit does not apply.
struct Unapplied : Failure {
    enum class Why { stale, ambiguous };  // what it looks for is gone, or is there more than once
    Unapplied(Why reason, const std::string& line) : Failure(line), why(reason) {}
    Why why;
};

// Where an edit is made, in lines of the lesson's program.
struct EditedLines {
    int first, last;                // of the edit, in the text before and after it
    int region_first, region_last;  // of the function around it; else of the region
    enum class Where { kernel, device_function, host_function, no_function } where;

    bool on_device() const { return where == Where::kernel || where == Where::device_function; }
};
std::vector<EditedLines> edited_lines(std::string_view source, const Break& exercise);

// The program with the break in it. It starts with a #line directive that names `shown` and has one after each edit
// that changes the number of lines, so that every message names the lesson's own lines. Unapplied
// (`breaks:line: ...`) when an edit does not apply exactly once.
std::string broken(std::string_view source, const Break& exercise, const std::string& breaks, const std::string& shown);

}  // namespace day
