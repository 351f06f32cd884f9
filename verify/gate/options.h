// The command line of a lesson.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "verify/gate/text.h"

namespace verify {

// A flag of the lesson's own: {"--epochs", "N", "1", "passes over the training set"}. With value "" it is a switch.
struct Option {
    const char* name;      // with its dashes
    const char* value;     // what --help calls the value; "" = a switch
    const char* fallback;  // what option() returns when the flag is not given
    const char* text;      // one line for --help
};

namespace detail {

class Options {
 public:
    Options(int argc, char** argv, const std::vector<Option>& own)
        : program_(argc > 0 ? argv[0] : "lesson"), options_(own) {
        options_.insert(options_.end(), {{"--all-gates", "", "", "go on after a gate has failed (still exit 1)"},
                                         {"--list-gates", "", "", "print the names of the gates in order"},
                                         {"--report", "FILE", "", "write one JSON object a check to FILE"},
                                         {"--help", "", "", "print this"}});
        values_.resize(options_.size());
        for (int i = 1; i < argc; ++i) i += parse(argv[i], i + 1 < argc ? argv[i + 1] : nullptr);
    }

    // The value given for a flag, else its fallback. A switch that is given has the value "1".
    std::string option(const char* name) const {
        const std::size_t i = declared(name);
        return values_[i] != nullptr ? values_[i] : options_[i].fallback;
    }

    // Whether a flag or a switch was given.
    bool given(const char* name) const { return values_[declared(name)] != nullptr; }

    // The value of a flag as a whole number from `least` to `most`; anything else prints one line, exit 2.
    long integer(const char* name, long least, long most = std::numeric_limits<long>::max()) const {
        const std::string value = option(name);
        char* end = nullptr;
        errno = 0;
        const long number = std::strtol(value.c_str(), &end, 10);
        if (value.empty() || *end != '\0' || errno != 0 || number < least || number > most) {
            const bool open = most == std::numeric_limits<long>::max();
            refuse(text("%s needs a whole number of at least %ld%s, found '%s'", name, least,
                        open ? "" : text(" and at most %ld", most).c_str(), value.c_str()));
        }
        return number;
    }

    // Ends the program for wrong usage, with one line.
    [[noreturn]] void refuse(const std::string& what) const {
        std::fflush(stdout);
        std::fprintf(stderr, "%s: %s\n", program_, what.c_str());
        std::exit(2);
    }

    // Ends the program likewise when what it has printed did not arrive.
    void expect_written(const char* what) const {
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            refuse(text("cannot write %s: %s", what, std::strerror(errno)));
    }

    void print_help() const {
        std::printf("usage: %s [option]...\n\n", program_);
        for (const auto& [name, value, fallback, help] : options_) {
            std::printf("  %-18s %s", text("%s %s", name, value).c_str(), help);
            std::printf(*fallback != '\0' ? " (default %s)\n" : "\n", fallback);
        }
        std::printf("\nExit codes: 0 all pass, 1 a gate failed, 2 usage, 3 CUDA error, 77 no suitable device.\n");
    }

 private:
    std::size_t declared(const char* name) const {
        for (std::size_t i = 0; i < options_.size(); ++i)
            if (std::strcmp(name, options_[i].name) == 0) return i;
        refuse(text("the lesson reads option %s, which it does not declare", name));
    }

    // Takes `--flag`, `--flag value` or `--flag=value`. Returns how many arguments it used beyond the first: 0 or 1.
    int parse(const char* argument, const char* next) {
        const std::size_t length = std::strcspn(argument, "=");
        const char* attached = argument[length] == '=' ? argument + length + 1 : nullptr;
        for (std::size_t i = 0; i < options_.size(); ++i) {
            const auto& [name, value, fallback, help] = options_[i];
            if (std::strlen(name) != length || std::strncmp(name, argument, length) != 0) continue;
            const bool is_switch = *value == '\0';
            if (is_switch && attached != nullptr) refuse(text("%s takes no value, found '%s'", name, argument));
            if (!is_switch && attached == nullptr && (next == nullptr || std::strncmp(next, "--", 2) == 0))
                refuse(text("%s needs a value: %s %s", name, name, value));
            values_[i] = is_switch ? "1" : attached != nullptr ? attached : next;
            return values_[i] == next ? 1 : 0;
        }
        refuse(text("unknown option '%s'; `%s --help` lists the options", argument, program_));
    }

    const char* program_;
    std::vector<Option> options_;
    std::vector<const char*> values_;  // one for each option; null = not given
};

}  // namespace detail
}  // namespace verify
