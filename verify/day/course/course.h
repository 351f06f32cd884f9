// The course as it lies on disk: one folder a day, known by its files alone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace day {

namespace fs = std::filesystem;

// Where the sources and the builds are. The build sets both; environment variables of the same names override them.
struct Tree {
    fs::path source;  // DAYBREAK_SOURCE_DIR: the repository
    fs::path build;   // DAYBREAK_BUILD_DIR

    static Tree from_environment();

    // The file without symbolic links, but with the tree's own name of its folders: scripts/build calls a checkout by a
    // link where CMake cannot carry its path.
    fs::path named(const fs::path& path) const;

    // The path as a reader knows it: relative to the repository where it lies inside.
    std::string shown(const fs::path& path) const;
};

// What a program's `// Device:` line asks for: `any`, `sm_80`, `sm_90a`, `sm_80 or any`, `sm_90a or any`.
struct DeviceKey {
    std::string architecture{};  // of the GPU that it is written for: "", "sm_80" or "sm_90a"
    bool plain_path = true;      // it also runs on every other GPU and on the CPU device

    std::string text() const;  // as it stands there
};

// What the value of the line means. None when it is something else.
std::optional<DeviceKey> device_key(const std::string& value);

// Of any program: what its line says; without one, or with another value, `any`.
DeviceKey device_key_of(const std::string& source);

struct Lesson {
    int number = 0;
    fs::path folder;      // <repository>/lessons/day099-forward-pass
    fs::path program;     // the one .cu in it
    std::string title;    // "Forward pass: one whole step", from the program's first line
    DeviceKey device;     // from its `// Device:` line
    std::string problem;  // why this lesson cannot be used, as one line; empty = it can

    bool runs_on_cpu() const { return device.plain_path; }  // or only on a GPU
    std::string id() const;                                 // "day099"
    std::string name() const { return folder.filename(); }  // "day099-forward-pass"
    std::string heading() const;                            // "Day 99 - Forward pass: one whole step"
    fs::path page() const { return folder / "README.md"; }
    fs::path breaks() const { return folder / "breaks.toml"; }
    fs::path evidence(const std::string& device) const { return folder / "evidence" / (device + ".txt"); }
};

// All lessons in the order of their days, a folder with a wrong name too: as a lesson with a problem, and with the
// number that its name may mean, or 0. Failure when there is no folder lessons/.
std::vector<Lesson> lessons_of(const Tree& tree);

// The lesson of one day. Failure when there is none (it names the days that exist) or when it has a problem.
Lesson lesson_of_day(const Tree& tree, int number);

// The day that `text` names: digits, as people write them (7, 44, 044). None when it is anything else.
std::optional<int> day_number(const std::string& text);
// The same as lesson_of_day, for text. Failure when it is no number either.
Lesson lesson_named(const Tree& tree, const std::string& text);

// "1-10, 99 and 100".
std::string days_listed(const std::vector<Lesson>& lessons);

// The value of a header key of a program (`// Alone:  nvcc ...` -> "nvcc ..."), or "". Only the comment lines at the
// head of the file count, of a broken copy too.
std::string header_value(const std::string& source, const std::string& key);

// The gates that a program declares, in order: the names in `Gates gates(argc, argv, {"Z", "H"})`. Empty when it
// declares none that can be read from the text.
std::vector<std::string> declared_gates(const std::string& source);

// Does the program use verify/gate.h, and so know --report and --all-gates?
bool has_gates(const std::string& source);

}  // namespace day
