// The measuring half of verify/bench.h: inputs, times, ceilings, rows.
#include "verify/bench.h"

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "common/timing.h"
#include "verify/baseline/gemm.h"
#include "verify/bench/ceilings.h"
#include "verify/bench/statistics.h"
#include "verify/gate/text.h"

namespace verify {
namespace {

using detail::quantile;
using detail::quoted;
using detail::Spread;
using detail::spread_of;
using detail::text;

// One of the four spans of a block A B B A; longer where another process takes part, whose host code is a part of it.
constexpr double SPAN_MS = 4.0, SPAN_MS_ELSEWHERE = 40.0;
constexpr int BLOCKS = 15, MOST_RUNS = 400;
constexpr std::size_t PATTERN = 1048573;                  // a prime
constexpr double WIDEST = 0.10, WIDEST_ELSEWHERE = 0.25;  // of the median: a wider 5 to 95 % range is no result

// Milliseconds a run, of `runs` in a row.
double span_ms(const Run& run, int& next, int runs) {
    static common::EventTimer timer;
    timer.start();
    for (int i = 0; i < runs; ++i) run(next++);
    const double ms = timer.stop_ms();
    CHECK_CUDA(cudaGetLastError());
    return ms / runs;
}

// One of the two that are compared: in this process or in another.
class Side {
 public:
    explicit Side(const Run& run) : run_(run) {}
    explicit Side(const Baseline& library) : run_(library.run), remote_(library.span_ms) {}

    // Warms up, and chooses how many runs make a span.
    void prepare() {
        span(2);
        runs_ = std::clamp(int((remote_ ? SPAN_MS_ELSEWHERE : SPAN_MS) / std::max(span(3), 1e-6)), 1, MOST_RUNS);
    }
    double span() { return span(runs_); }

 private:
    double span(int runs) {
        if (!remote_) return span_ms(run_, next_, runs);
        const int first = next_;
        next_ += runs;
        return remote_(first, runs);
    }

    Run run_;
    std::function<double(int, int)> remote_;
    int next_ = 0, runs_ = 1;
};

double median_ms(const Run& run) {
    Side side(run);
    side.prepare();
    std::vector<double> times;
    for (int i = 0; i < BLOCKS; ++i) times.push_back(side.span());
    return quantile(times, 0.5);
}

std::string rate_text(const Work& work, double per_s) {
    const bool is_bytes = work.kind == Work::Kind::bytes_moved || work.kind == Work::Kind::bytes_read;
    return text("%.3g %s", per_s / 1e12, is_bytes ? "TB/s" : "TFLOP/s");
}

class Measuring : public Bench {
 public:
    explicit Measuring(const std::string& report) {
        if (!report.empty() && !(report_ = std::fopen(report.c_str(), "a"))) {
            std::perror(report.c_str());
            std::exit(2);
        }
        CHECK_CUDA(cudaGetDeviceProperties(&device_, 0));
        int runtime = 0;
        CHECK_CUDA(cudaRuntimeGetVersion(&runtime));
        std::printf(
            "\nMeasured on %s, CUDA %d.%d. Speedup: the time of what stands beside over ours, so above 1 ours is "
            "faster;\n"
            "the median of %d blocks A B B A and the range from 5 to 95 %% of them.\n",
            device_.name, runtime / 1000, runtime % 1000 / 10, BLOCKS);
    }
    ~Measuring() override {
        release();
        if (report_) std::fclose(report_);
    }

    const std::vector<float>& pattern() override {
        static const std::vector<float> floats = common::fill(PATTERN, 77);
        return floats;
    }

    void* repeated(const void* numbers, std::size_t size, std::size_t count) override {
        const auto* from = static_cast<const char*>(numbers);
        auto* to = static_cast<char*>(allocate(count * size));
        // Each array begins elsewhere in the pattern; what is there is doubled until the array is full.
        const std::size_t start = arrays_.size() * 104729 % PATTERN, first = std::min(count, PATTERN);
        const std::size_t head = std::min(first, PATTERN - start);
        CHECK_CUDA(cudaMemcpy(to, from + start * size, head * size, cudaMemcpyHostToDevice));
        if (first > head) CHECK_CUDA(cudaMemcpy(to + head * size, from, (first - head) * size, cudaMemcpyHostToDevice));
        for (std::size_t there = first; there < count; there *= 2)
            CHECK_CUDA(
                cudaMemcpy(to + there * size, to, std::min(there, count - there) * size, cudaMemcpyDeviceToDevice));
        return to;
    }

    float* output(std::size_t count) override {
        void* to = allocate(count * sizeof(float));
        CHECK_CUDA(cudaMemset(to, 0xff, count * sizeof(float)));
        return static_cast<float*>(to);
    }

    int sets(std::size_t bytes) override {
        return int(2 * std::size_t(device_.l2CacheSize) / std::max<std::size_t>(bytes, 1)) + 1;
    }

    void problem(const std::string& name, const Work& work) override {
        release();
        problem_ = name;
        work_ = work;
    }

    void compare(const std::string& kernel, const Run& ours, const Baseline& library,
                 const Agreement& agreement) override {
        if (!library.missing.empty()) {
            row(kernel, median_ms(ours), library, nullptr, nullptr, "n/a", library.missing);
            return;
        }
        if (const std::string difference = differ(ours, library, agreement); !difference.empty()) {
            row(kernel, NAN, library, nullptr, nullptr, "disagree", difference);
            return;
        }
        Side a(ours), b(library);
        a.prepare();
        b.prepare();
        const double widest = library.span_ms ? WIDEST_ELSEWHERE : WIDEST;
        std::vector<double> ours_ms, library_ms, ratios;
        for (int again = 0; again < 2; ++again) {  // once more when something disturbed it
            ours_ms.clear(), library_ms.clear(), ratios.clear();
            for (int block = 0; block < BLOCKS; ++block) {
                const double a1 = a.span(), b1 = b.span(), b2 = b.span(), a2 = a.span();
                ours_ms.push_back((a1 + a2) / 2);
                library_ms.push_back((b1 + b2) / 2);
                ratios.push_back((b1 + b2) / (a1 + a2));
            }
            if (spread_of(ratios).is_narrow(widest)) break;
        }
        const Spread ratio = spread_of(ratios);
        const double their_ms = quantile(library_ms, 0.5);
        // The host code of another process wavers, and with it the factor. Which of the two is faster may be certain.
        const bool is_certain = library.span_ms && (ratio.low > 2.0 || ratio.high < 0.5);
        const bool good = ratio.is_narrow(widest) || is_certain;
        row(kernel, quantile(ours_ms, 0.5), library, &their_ms, &ratio, good ? "ok" : "wide",
            good ? "" : "the ratios spread too far to mean anything: is the GPU busy with other work?");
    }

    void time(const std::string& kernel, const Run& ours) override {
        row(kernel, median_ms(ours), {.name = ""}, nullptr, nullptr, "ok", "");
    }

    // Prints what the shares refer to; returns the exit code.
    int close() {
        std::printf("\nCeilings, measured in this run:");
        for (const auto& [kind, per_s] : ceilings_)
            std::printf(" %s %s;", ceiling_name(kind), rate_text({kind, 0.0, ""}, per_s).c_str());
        std::printf(" the shares are of these.\n");
        for (const auto& [library, settings] : settings_) std::printf("%s: %s\n", library.c_str(), settings.c_str());
        for (const auto& [formula, name] : formulas_) std::printf("%s a run: %s\n", name.c_str(), formula.c_str());
        if (bad_ > 0) std::printf("NO RESULT: %d of %d comparisons\n", bad_, rows_);
        if (rows_ == 0) std::printf("NO RESULT: nothing was measured\n");
        std::fflush(stdout);
        return bad_ > 0 || rows_ == 0;
    }

 private:
    void* allocate(std::size_t bytes) {
        void* memory = nullptr;
        CHECK_CUDA(cudaMalloc(&memory, std::max<std::size_t>(bytes, 1)));
        arrays_.push_back(memory);
        return memory;
    }
    void release() {
        CHECK_CUDA(cudaDeviceSynchronize());
        for (void* memory : arrays_) CHECK_CUDA(cudaFree(memory));
        arrays_.clear();
    }

    // Runs both once. "" when their outputs agree, or when there are none to compare. An output may have been written
    // by an earlier comparison: both are NaN again before.
    static std::string differ(const Run& ours, const Baseline& library, const Agreement& what) {
        if (library.run)
            for (const float* output : {what.ours, what.library})
                CHECK_CUDA(cudaMemset(const_cast<float*>(output), 0xff, what.count * sizeof(float)));
        ours(0);
        if (library.run) library.run(0);
        CHECK_CUDA(cudaDeviceSynchronize());
        if (what.count == 0 || !library.run) return "";
        std::vector<float> a(what.count), b(what.count);
        CHECK_CUDA(cudaMemcpy(a.data(), what.ours, what.count * sizeof(float), cudaMemcpyDeviceToHost));
        CHECK_CUDA(cudaMemcpy(b.data(), what.library, what.count * sizeof(float), cudaMemcpyDeviceToHost));
        for (std::size_t i = 0; i < what.count; ++i)
            if (!(std::fabs(double(a[i]) - b[i]) <= what.abs))
                return text("element %zu is %g here and %g there, allowed %.2g", i, a[i], b[i], what.abs);
        return "";
    }

    static const char* ceiling_name(Work::Kind kind) {
        constexpr const char* NAMES[] = {"copy", "read", "fp32 FMA", "tensor cores (bf16, cublasLt)"};
        return NAMES[int(kind)];
    }

    // Bytes or flops a second; 0 where it cannot be measured. Measured when it is first asked for.
    double ceiling(Work::Kind kind) {
        if (const auto found = ceilings_.find(kind); found != ceilings_.end()) return found->second;
        constexpr std::size_t BYTES = std::size_t(1) << 30;
        std::vector<void*> kept;
        kept.swap(arrays_);  // of the problem
        double per_s = 0.0;
        if (kind == Work::Kind::bytes_moved || kind == Work::Kind::bytes_read) {
            const auto* from = reinterpret_cast<const float4*>(random(BYTES / 4));
            auto* to = reinterpret_cast<float4*>(output(BYTES / 4));
            const std::size_t count = BYTES / 16;
            const unsigned blocks = 8 * device_.multiProcessorCount;
            const std::size_t whole = count / (4 * 256 * std::size_t(blocks)) * (4 * 256 * std::size_t(blocks));
            if (kind == Work::Kind::bytes_moved)
                per_s = 2e3 * BYTES /
                        median_ms([=](int) { detail::ceiling_copy<<<unsigned(count / 256), 256>>>(from, to); });
            else
                per_s = 16e3 * whole / median_ms([=](int) {
                            detail::ceiling_read<<<blocks, 256>>>(from, whole, reinterpret_cast<float*>(to));
                        });
        } else if (kind == Work::Kind::fp32_flops) {
            float* results = output(1);
            const unsigned blocks = 32 * device_.multiProcessorCount;
            const double flops = 2.0 * detail::FMA_ROUNDS * detail::FMA_CHAINS * 256 * blocks;
            per_s =
                1e3 * flops / median_ms([=](int) { detail::ceiling_fma<<<blocks, 256>>>(0.999f, 0.001f, results); });
        } else {
            constexpr int N = 8192;
            const auto *a = random<__nv_bfloat16>(N * N), *b = random<__nv_bfloat16>(N * N);
            const Baseline product = baseline::tensor_gemm(baseline::Element::bf16, N, N, N, a, b, output(N * N));
            if (product.missing.empty()) per_s = 2e3 * N * N * N / median_ms(product.run);
        }
        release();
        kept.swap(arrays_);
        return ceilings_[kind] = per_s;
    }

    void row(const std::string& kernel, double ms, const Baseline& library, const double* library_ms,
             const Spread* ratio, const char* verdict, const std::string& why) {
        const double per_s = work_.amount / (ms * 1e-3), most = ceiling(work_.kind);
        const double share = most > 0.0 ? per_s / most : NAN;
        if (rows_++ == 0)
            std::printf("\n%-18s %-20s %9s %13s %6s  %-22s %9s  %s\n", "problem", "kernel", "ms", "rate", "share",
                        "beside", "ms", "speedup");
        const bool is_known = std::isfinite(ms);
        std::printf("%-18s %-20s %9s %13s %6s  %-22s %9s  ", problem_.c_str(), kernel.c_str(),
                    is_known ? text("%.4f", ms).c_str() : "-", is_known ? rate_text(work_, per_s).c_str() : "-",
                    std::isfinite(share) ? text("%.1f%%", 100 * share).c_str() : "-", library.name.c_str(),
                    library_ms ? text("%.4f", *library_ms).c_str() : "-");
        if (!library.settings.empty()) settings_[library.name] = library.settings;
        if (ratio) std::printf("%.3f (%.3f to %.3f)", ratio->median, ratio->low, ratio->high);
        if (!why.empty()) std::printf("%s%s: %s", ratio ? " " : "", verdict, why.c_str());
        std::printf("\n");
        std::fflush(stdout);
        const std::string unit = work_.kind <= Work::Kind::bytes_read ? "bytes" : "flops";
        formulas_[work_.formula] = unit;
        const std::string sort = verdict;
        bad_ += sort == "wide" || sort == "disagree";
        if (!report_) return;
        const auto number = [](double value) { return std::isfinite(value) ? text("%.9g", value) : "null"; };
        std::fprintf(
            report_,
            "{\"kind\": \"bench\", \"problem\": %s, \"kernel\": %s, \"ms\": %s, \"library\": %s, \"settings\": %s, "
            "\"library_ms\": %s, \"ratio\": %s, \"low\": %s, \"high\": %s, \"blocks\": %d, \"amount\": %s, "
            "\"unit\": \"%s\", \"other\": %s, \"formula\": %s, \"ceiling\": \"%s\", \"ceiling_per_s\": %s, "
            "\"share\": %s, "
            "\"verdict\": \"%s\", \"why\": %s}\n",
            quoted(problem_).c_str(), quoted(kernel).c_str(), number(ms).c_str(), quoted(library.name).c_str(),
            quoted(library.settings).c_str(), number(library_ms ? *library_ms : NAN).c_str(),
            number(ratio ? ratio->median : NAN).c_str(), number(ratio ? ratio->low : NAN).c_str(),
            number(ratio ? ratio->high : NAN).c_str(), BLOCKS, number(work_.amount).c_str(), unit.c_str(),
            number(work_.other).c_str(), quoted(work_.formula).c_str(), ceiling_name(work_.kind), number(most).c_str(),
            number(share).c_str(), verdict, quoted(why).c_str());
    }

    std::FILE* report_ = nullptr;
    cudaDeviceProp device_{};
    std::vector<void*> arrays_;  // of the problem
    std::string problem_;
    Work work_{Work::Kind::bytes_moved, 0.0, ""};
    std::map<Work::Kind, double> ceilings_;
    std::map<std::string, std::string> formulas_;  // and the unit
    std::map<std::string, std::string> settings_;  // by library
    int rows_ = 0, bad_ = 0;
};

}  // namespace

int run_bench(void (*measure)(Bench&), const std::string& report) {
    Measuring bench(report);
    measure(bench);
    return bench.close();
}

}  // namespace verify
