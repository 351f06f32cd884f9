// What a program of the CPU device's count build wrote: one JSON object a kernel, then one a line of it and kind of
// access.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace day {

// One line of a kernel, one kind of access, one array. docs/counts.md says what the numbers are.
struct CountedLine {
    std::string file;
    int line = 0;
    std::string access;  // global_load, global_store, global_atomic, shared_..., constant_load, branch
    std::string array;
    std::uint64_t bytes = 0;  // of one access
    std::uint64_t requests = 0, lanes = 0, partial = 0;
    std::uint64_t asked = 0, sectors = 0;          // bytes; global memory
    std::uint64_t wavefronts = 0, conflicts = 0;   // shared memory
    std::uint64_t addresses = 0;                   // constants
    std::uint64_t same_most = 0, same = 0;         // atomics
    std::uint64_t divergent = 0;                   // branches
    std::uint64_t block = 0, warp = 0;             // of the sample: one request
    std::array<std::optional<long>, 32> sample{};  // bytes from the array's beginning, by lane

    bool is(std::string_view what) const { return access.find(what) != access.npos; }
};

struct CountedKernel {
    std::string name;
    std::uint64_t launches = 0, blocks = 0;
    std::array<unsigned, 3> grid{}, block{};  // of the last launch
    std::uint64_t bytes_read = 0, bytes_written = 0, bytes_moved = 0;
    std::vector<CountedLine> lines;
};

// The kernels in the order of the file; none when there is no such file. What is no such object is left out.
std::vector<CountedKernel> read_counts(const std::filesystem::path& file);

// A line `// expect: KERNEL ACCESS quantity=value ...` of a program says what counting it must give; ACCESS may be
// `bytes`, of the whole kernel. One for every quantity.
struct ExpectedCount {
    std::string kernel, access, quantity;
    std::uint64_t value = 0;
};
std::vector<ExpectedCount> expected_counts(std::string_view source);

// What was counted of it, in all lines of the kernel; 0 where the kernel has no such access. Nothing when there is no
// such kernel or quantity.
std::optional<std::uint64_t> counted(const std::vector<CountedKernel>& kernels, const ExpectedCount& what);

}  // namespace day
