// A kernel as an exercise: its body is the learner's, all else is the lesson's.
#pragma once

#include <string>
#include <string_view>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"
#include "verify/day/course/progress.h"

namespace day {

// How far the learner is with a kernel, as the progress file has it.
struct Writing {
    enum class State {
        open,     // no copy was made yet
        begun,    // one was
        written,  // every gate passed, and the checker found nothing
        gave_up,  // the lesson's was asked for
    } state = State::open;
    int hints = 0;         // that were shown
    bool changed = false;  // the lesson's kernel is another one than when it was written; it is open again
    std::string passed{};  // the hash of the copy that passed
    std::string around{};  // and of the lesson's text around the kernel, when the copy was last the same there

    bool over() const { return state == State::written || state == State::gave_up; }
};
Writing writing_of(const Progress& progress, const Lesson& lesson, const KernelTask& kernel);

// "written, 1 hint", "given up", ...; "" while nothing happened.
std::string writing_text(const Writing& writing);

// Its entry, to be changed. What belongs to a kernel that was another one is forgotten.
Entry& entry_of(Progress& progress, const Lesson& lesson, const KernelTask& kernel);

// The learner's copy of it.
fs::path copy_of(const Lesson& lesson, const KernelTask& kernel);

// The lesson's text with nothing in that body but a comment that says what to do.
std::string to_be_written(const Lesson& lesson, const KernelTask& kernel);

// A copy beside the lesson.
struct Beside {
    bool is_empty = false;  // nothing stands in the body yet
    std::string foreign{};  // why the kernel cannot count: "line 71 is not the lesson's", ...; "" = it can
    std::string around{};   // the hash of the lesson's text around the kernel
};

// Around the body the copy must be the lesson, word for word: its parameters, launch, reference and gates. Comments and
// blanks do not count. New are allowed: `#include <...>`, and __device__ functions whose name the lesson does not know.
// No macro may take a name of the lesson's, nothing may hide a brace (#if, a macro, a digraph), and no host function
// may be called, which only nvcc refuses.
Beside beside(std::string_view lesson, std::string_view copy, const std::string& kernel);

}  // namespace day
