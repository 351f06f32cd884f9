// How far a long run is, and a Ctrl-C that lets the step under way end. A tool, no part of any day's idea.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

#include "common/check.h"

namespace common {

// A run of `steps` steps that begins now. On a terminal it is one line that is drawn again and again; elsewhere it is a
// line every tenth of the way. While the object lives, the first Ctrl-C is only noted, and done() ends the program; a
// second Ctrl-C ends it at once. Where Ctrl-C was ignored before, it stays ignored. One object at a time.
class Progress {
 public:
    // `unit`: what the steps work through, in the plural ("images").
    Progress(int steps, std::string unit) : steps_(steps), unit_(std::move(unit)) {
        interrupted_ = 0;
        before_ = std::signal(SIGINT, note);
        if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
    }
    ~Progress() { std::signal(SIGINT, before_); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Stands at the end of each step: it worked through `units` more, and the loss is this.
    void done(long units, double loss) {
        if (interrupted_) stop(130, "interrupted by Ctrl-C");
        ++step_;
        units_ += units;
        draw(loss);
    }

    // Ends the program with one line that names the step under way.
    [[noreturn]] void stop(int exit_code, const std::string& why) const {
        std::printf("\n");  // leaves the line of progress
        common::stop(exit_code, joined({"step ", std::to_string(step_ + 1), " of ", std::to_string(steps_), ": ", why,
                                        "; no result was written"}));
    }

 private:
    static void note(int) {
        interrupted_ = 1;
        std::signal(SIGINT, SIG_DFL);
    }

    void draw(double loss) {
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
        const double seconds = time.count();
        if (terminal_ ? step_ < steps_ && seconds < drawn_ + 0.1 : step_ * 10L / steps_ == (step_ - 1) * 10L / steps_)
            return;
        drawn_ = seconds;
        const long left = std::lround(seconds / step_ * (steps_ - step_));
        std::printf("%s[%-20s]  step %d of %d  loss %.3f  %.0f %s/s  %ld:%02ld left%s", terminal_ ? "\r" : "",
                    std::string(20L * step_ / steps_, '#').c_str(), step_, steps_, loss, units_ / seconds,
                    unit_.c_str(), left / 60, left % 60, terminal_ && step_ < steps_ ? "\033[K" : "\n");
        std::fflush(stdout);
    }

    static inline volatile std::sig_atomic_t interrupted_ = 0;

    const int steps_;
    const std::string unit_;
    const bool terminal_ = isatty(STDOUT_FILENO);
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    void (*before_)(int) = SIG_DFL;  // what Ctrl-C did
    int step_ = 0;                   // steps that are done
    long units_ = 0;
    double drawn_ = 0.0;  // seconds after the start
};

}  // namespace common
