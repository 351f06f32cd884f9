// The Measure section of a lesson: its kernels' times beside a library's, in one process. docs/measuring.md says how.
//
//     void measure(verify::Bench& bench) {
//         for (const int n : {1024, 2048, 4096, 8192}) {
//             bench.problem(std::to_string(n), verify::fp32_flops(2.0 * n * n * n, "2 M N K"));
//             const float *a = bench.random(n * n), *b = bench.random(n * n);
//             float *c = bench.output(n * n), *c_library = bench.output(n * n);
//             bench.compare("gemm_tiled", [=](int) { gemm_tiled<<<grid, block>>>(a, b, c, n, n, n); },
//                           baseline::sgemm(n, n, n, a, b, c_library), verify::agree(c, c_library, n * n, 1e-4 * n));
//         }
//     }
//     ...
//     verify::Gates gates(argc, argv, {"C"}, {verify::BENCH});
//     ...
//     return verify::finish(gates, measure);  // the gates first; with --bench, the times
//
// A program built by its Alone line has none of the libraries and cannot measure: `scripts/day bench N` builds it with
// verify/bench/ and verify/baseline/, whose functions are weak here.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "verify/gate.h"

namespace verify {

// Queues one run in the null stream. Runs are numbered from 0, so that each can take another set of inputs.
using Run = std::function<void(int run)>;

// What one run has to do, and the formula, which is printed beside it. The kind says which ceiling it is measured
// against: a copy, a sum of what is read, fused multiply-adds (2 flops each), or the library's tensor-core product.
// `other`: the least bytes that flops need, or the flops that are done with bytes; both together are the kernel's place
// under the roofline. 0: it has none.
struct Work {
    enum class Kind { bytes_moved, bytes_read, fp32_flops, tensor_flops } kind;
    double amount;
    std::string formula;
    double other = 0.0;
};
inline Work bytes_moved(double bytes, const std::string& formula, double flops = 0.0) {
    return {Work::Kind::bytes_moved, bytes, formula, flops};
}
inline Work bytes_read(double bytes, const std::string& formula, double flops = 0.0) {
    return {Work::Kind::bytes_read, bytes, formula, flops};
}
inline Work fp32_flops(double flops, const std::string& formula, double bytes = 0.0) {
    return {Work::Kind::fp32_flops, flops, formula, bytes};
}
inline Work tensor_flops(double flops, const std::string& formula, double bytes = 0.0) {
    return {Work::Kind::tensor_flops, flops, formula, bytes};
}

// What a library does with the same data: a function of verify/baseline/ makes one.
struct Baseline {
    std::string name;                                         // "cublasSgemm"
    std::string settings = {};                                // "13.1, no TF32"
    std::string missing = {};                                 // why there is none: the row is n/a
    Run run = {};                                             // in this process; or, in another one:
    std::function<double(int first, int runs)> span_ms = {};  // that many runs: milliseconds a run
};

// Two outputs that must agree before a time counts: |ours - library| <= abs for all `count` elements.
struct Agreement {
    const float *ours = nullptr, *library = nullptr;
    std::size_t count = 0;
    double abs = 0.0;
};
inline Agreement agree(const float* ours, const float* library, std::size_t count, double abs) {
    return {ours, library, count, abs};
}

// Prints a row for each comparison and remembers whether one of them was no result.
class Bench {
 public:
    virtual ~Bench() = default;

    // `count` numbers on the device, uniform in (-1, 1), until the next problem. T: float, double, __half, ...
    template <class T = float>
    T* random(std::size_t count) {
        const std::vector<T> numbers(pattern().begin(), pattern().end());
        return static_cast<T*>(repeated(numbers.data(), sizeof(T), count));
    }

    // `count` floats that are NaN, until the next problem.
    virtual float* output(std::size_t count) = 0;

    // How many sets of inputs of `bytes` it takes for more than twice the L2: run i takes set i % sets.
    virtual int sets(std::size_t bytes) = 0;

    // Names the problem of the comparisons that follow, and frees what the one before asked for. So it comes before
    // random() and output().
    virtual void problem(const std::string& name, const Work& work) = 0;

    // Our kernel beside the library's, A B B A. `kernel` is named as in the source.
    virtual void compare(const std::string& kernel, const Run& ours, const Baseline& library,
                         const Agreement& agreement = {}) = 0;

    // Two of our own: what did the idea gain? The second one stands where the library's would.
    void compare(const std::string& kernel, const Run& ours, const std::string& other, const Run& others,
                 const Agreement& agreement = {}) {
        compare(kernel, ours, Baseline{.name = other, .run = others}, agreement);
    }

    // The time alone, and its share of the ceiling.
    virtual void time(const std::string& kernel, const Run& ours) = 0;

 protected:
    // Random floats, a prime number of them: repeated, hardly a row is like another.
    virtual const std::vector<float>& pattern() = 0;

    // `count` elements of `size` bytes on the device: the pattern's, which lie at `numbers`, from another one on each
    // time, over and over.
    virtual void* repeated(const void* numbers, std::size_t size, std::size_t count) = 0;
};

inline const Option BENCH = {"--bench", "", "", "after the gates, time the kernels beside a library's"};

// In the measured build only. Returns the exit code: 1 when a comparison was no result.
[[gnu::weak]] int run_bench(void (*measure)(Bench&), const std::string& report);

// The gates' verdict; when all pass and --bench was given, the times.
[[nodiscard]] inline int finish(Gates& gates, [[maybe_unused]] void (*measure)(Bench&)) {
    const int verdict = gates.finish();
    if (verdict != 0 || !gates.given("--bench")) return verdict;
#ifdef DAYBREAK_CPU
    std::printf("Not measured: on the CPU device times mean nothing; `scripts/day bench` needs a GPU.\n");
    return 0;
#else
    if (run_bench != nullptr) return run_bench(measure, gates.option("--report"));
    std::fprintf(stderr, "--bench needs the program with the libraries linked in: scripts/day bench N builds it\n");
    return 2;
#endif
}

}  // namespace verify
