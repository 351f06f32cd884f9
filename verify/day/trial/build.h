// Makes programs out of lessons and of any other CUDA source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/day/course/course.h"
#include "verify/day/trial/device.h"

namespace day {

// What `day run` and `day check` are asked for: a day's lesson, or any .cu file.
struct Target {
    Lesson lesson;                       // number 0: it is a file
    fs::path file;                       // the source, whichever it is
    std::string heading;                 // "Day 99 - Forward pass: ...", or the file as it was named
    std::vector<fs::path> more{};        // further sources of the same program
    std::vector<std::string> options{};  // the compiler's: -std, -I, -D, -L, -l

    bool is_lesson() const { return lesson.number != 0; }
    std::string named() const;  // as one types it: "99", or the file
};

// What `text` means: a number is a day, all else a file. Failure when there is no such day, no such file, or it is a
// folder or no source of a program: .cu, or host code beside it.
Target target_of(const Tree& tree, const std::string& text);
bool is_source(const std::string& name);  // by its ending: .cu, .cpp, .cc, .cxx, .c

// What goes into a program besides the named file.
struct Extras {
    std::vector<std::string> sources, options;
};
// The same, of several files. Failure when a day is given more.
Target target_of(const Tree& tree, const std::string& text, const Extras& extras);

// Both as one types them: "a.cu b.cu -Iinclude".
std::string named_with(const Target& target, const Extras& extras);

// Of the CPU device: check and count, whose accesses are looked at or counted while it runs. Of a GPU: bench, with the
// libraries that a lesson's kernels are measured beside.
enum class Build { cpu, gpu, check, count, bench };
const char* build_word(Build build);
inline Build build_for(Device device) { return device == Device::cpu ? Build::cpu : Build::gpu; }

// Where the program built from a lesson lies.
fs::path lesson_binary(const Tree& tree, const Lesson& lesson, Build build);

// Failure (77), in one line, when the lesson cannot run on the device that the build is for.
void expect_device(const Tree& tree, const Lesson& lesson, const Choice& choice);

// Builds it and returns the program. The build's output is shown only when it takes over two seconds or fails.
// Failure when it does not build, or a lesson does not run on that device (77).
fs::path build(const Tree& tree, const Target& target, Build build);

// The options for nvcc that choose the architecture of a program, by its text. CMake chose them: gpu_flags*.txt in the
// build folder.
std::vector<std::string> architecture_flags(const Tree& tree, const std::string& source);

// The compiler's command for a .cu file: its own `Alone:` line if it has one, else usual options, with nvcc's own C++.
std::vector<std::string> compile_command(const std::string& source, const fs::path& compiler, const fs::path& file,
                                         const fs::path& output);

// The whole command that makes a program of a copy of a lesson, the text of which is `source`: with the device's
// compiler, which must be there, and with warnings. It is meant to run in the repository. Failure (77) when the text
// asks for a GPU and the build is for the CPU device.
std::vector<std::string> copy_command(const Tree& tree, const std::string& source, const fs::path& file,
                                      const fs::path& output, Build build);

// Builds what copy_command needs. Not for two threads at once. Failure when that fails.
void prepare_compiler(const Tree& tree, Build build);

// Failure when the output of a build says that the disk is full or cannot be written.
void expect_room(const Tree& tree, const std::string& output);

}  // namespace day
