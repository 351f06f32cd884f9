// The commands of the learner's loop, one file each. Each returns the exit code and throws Failure for what ends in one
// line; the last line of what it prints is the command to type next.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/course.h"
#include "verify/day/trial/device.h"

namespace CLI {
class App;
}

namespace day {

// `day` alone: where am I, what comes next.
int home(const Tree& tree);

// `day show N [ID]`: the breaks of a lesson, or what one of them changes; never what it does.
int show(const Tree& tree, const std::string& day, const std::string& id);

struct PredictOptions {
    std::string day, id;
    std::vector<std::string> words;  // gates, or none, race, ...; empty = ask for them on a terminal
    Device device = Device::cpu;
};

// `day predict`: locks the prediction, then makes the broken copy, runs it, and shows both.
int predict(const Tree& tree, const PredictOptions& options);

// `day hint N ID`: one hint more.
int hint(const Tree& tree, const std::string& day, const std::string& id);

// `day explain N ID`: what it does and why, after a prediction, or for a learner who gives up.
int explain(const Tree& tree, const std::string& day, const std::string& id, bool give_up);

// `day reset`: forgets a break, a lesson or, with `all`, everything.
int reset(const Tree& tree, const std::string& day, const std::string& id, bool all);

struct TryOptions {
    std::string day;
    bool run = false;     // build it, say which gates fail
    bool fresh = false;   // begin with the lesson's program again
    std::string save{};   // the id under which it becomes a break of the lesson
    std::string title{};  // of that break
};

// `day try N`: a copy of the program in which to break what one likes.
int try_own(const Tree& tree, const TryOptions& options);

struct WriteOptions {
    std::string day;
    std::string kernel;    // "" = the first that is not written yet
    bool run = false;      // build it and run it, with the checker too
    bool hint = false;     // one hint more
    bool compare = false;  // with the lesson's, when it has passed
    bool give_up = false;  // the same, in any case
    bool fresh = false;    // begin with an empty body again
};

// `day write N [KERNEL]`: a copy of the program in which the body of a kernel is empty, to be written until the gates
// pass.
int write_kernel(const Tree& tree, const WriteOptions& options);

struct WhodunitOptions {
    std::string day;
    std::string line;  // the answer; "" = ask or repeat the riddle
    bool give_up = false;
    std::optional<unsigned> seed;  // of the choice; none = by chance
};

// `day whodunit N`: what some break does is given, where it is made is wanted.
int whodunit(const Tree& tree, const WhodunitOptions& options);

// `day kill N ID`: a copy of the program in which to change data, shapes and tolerances until a break that survives
// fails, while the lesson without it stays green.
int kill_survivor(const Tree& tree, const std::string& day, const std::string& id, bool run, bool fresh);

// `day watch N`: runs the day, and its copies of `day try` and `day write`, whenever one is saved, until `stop` says so
// (it is asked several times a second).
int watch(const Tree& tree, const std::string& day, const std::function<bool()>& stop);
int watch_until_interrupted(const Tree& tree, const std::string& day);

// `day doctor`: looks at the machine, and says of each fault which command mends it.
int doctor(const Tree& tree);

// `day tour`: runs the screens of docs/tour.md anew, or with `check_only` says whether they are what they should be.
int tour(const Tree& tree, bool check_only);

// The command line of them all.
void add_learners_commands(CLI::App& app, std::function<int(const Tree&)>& action);

}  // namespace day
