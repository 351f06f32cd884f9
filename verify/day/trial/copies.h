// Copies of a lesson's program with other text, broken or not: compiled, and kept while the compiler would read the
// same.
//
// A copy's folder is <build>/breaks/dayNNN/<name>/<cpu, check, gpu or ptx>/<hash>/, where the hash is of its text, its
// command line and the compilers. What stands there holds as long as the files that the compiler read have the contents
// that they had; what nobody has asked for for a day goes.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/course.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/trial.h"

namespace day {

// A program made of one text alone. The file that is compiled has the lesson's own name, so that equal programs are
// equal in every byte. Failure only for what is not the text's fault.
BuiltCopy build_copy(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
                     Build build);

// The PTX that nvcc makes of `source`, without what depends on the place of the file. `error`: nvcc's words when it
// refuses the text; `log` when it does not.
struct Ptx {
    std::string text, error, log;
    double cpu_seconds = 0.0;
};
Ptx ptx_of(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name);

// All copies that the proof of a lesson needs. Each text is the one that a learner gets; they are compiled together
// (bundle.h), and each alone where that is not possible or where the compiler warns. Several threads may ask.
class Copies {
 public:
    struct Member {
        std::string name, source;
        bool plain_only = false;  // wanted of the plain build, not of the check build's nor of nvcc
    };
    // `together`: as said; else each alone, for when only one is wanted. Those that are plain only come last.
    Copies(const Tree& tree, const Lesson& lesson, std::vector<Member> members, bool together);

    // Runs one of them. With options.keep, one that ran before is neither built nor run.
    Trial run(const std::string& name, const TrialOptions& options);

    BuiltCopy built(const std::string& name, Build build);

    // Runs it in the program that holds all of them; none where there is no such program.
    std::optional<Trial> run_among_all(const std::string& name, const TrialOptions& options);

    bool has(const std::string& name) const;

    // What nvcc says of a text: its PTX is left out.
    Ptx asked_nvcc(const std::string& name);

    double cpu_spent() const { return cpu_spent_; }  // seconds of compiling, together or alone

 private:
    struct Bundle {
        std::mutex mutex;
        bool tried = false;
        std::optional<BuiltCopy> program;  // none: each alone
    };
    const Member& member(const std::string& name) const;
    const std::optional<BuiltCopy>& bundle(const std::string& kind);
    void spend(double cpu_seconds);
    BuiltCopy compile_all(const std::string& kind, const std::string& text);

    const Tree& tree_;
    const Lesson& lesson_;
    std::vector<Member> members_;
    bool together_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Bundle>> bundles_;  // by build_word, and "ptx"
    double cpu_spent_ = 0.0;
};

}  // namespace day
