// The checker as the runtime's observer.
#include "verify/cpu/runtime/ground/observer.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/cpu/checker/accesses.h"
#include "verify/cpu/checker/findings.h"
#include "verify/cpu/checker/reports.h"
#include "verify/cpu/checker/start.h"
#include "verify/cpu/checker/state.h"
#include "verify/cpu/checker/time_limit.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device::checker {
namespace {

class Checker final : public Watcher {
 public:
    int exits(int status) override {
        tell_unchecked();
        const int findings = finish_findings();
        return status == 0 && findings > 0 ? 1 : status;
    }

    void grid_begins(const LaunchConfig& config, unsigned threads) override {
        kernel_begins();
        note_launch(config, threads);
        if (state.ordering.now > MAX_STAMP / 2) {
            memory().forget_stamps();
            state.ordering.now = FIRST_STAMP;
        }
        state.ordering.begin_grid();
        dynamic_ = config.shared;
    }
    void grid_ends() override {
        kernel_ends();
        decide_same_value();
        report_postponed();
        print_new_findings();
    }

    void block_begins(uint3 block, void* shared) override {
        state.block = block;
        memory().set_dynamic_shared(shared, dynamic_);
        state.ordering.begin_block(launched.block_number(block), launched.threads);
        barrier_ = &barriers_[launched.block_number(block)];
        *barrier_ = {};
        barrier_->has_come.resize(launched.threads);
        barrier_->window = state.window = (number(shared) - ARENA) / WINDOW_BYTES * WINDOW_BYTES + ARENA;
        mode = Mode::check;
    }
    void block_resumes(uint3 block) override {
        state.block = block;
        barrier_ = &barriers_[launched.block_number(block)];
        state.window = barrier_->window;
        state.ordering.resume_block(launched.block_number(block));
        mode = Mode::check;
    }
    void block_rests() override { mode = Mode::off; }
    void thread_runs(uint3 thread, unsigned rank) override {
        decide_same_value();
        state.thread = thread;
        state.rank = rank;
        state.refresh();
    }
    void thread_exits(unsigned rank) override {
        const HostMemory own;
        decide_same_value();
        ++(barrier_->has_come[rank] ? barrier_->left : barrier_->exited);
        state.ordering.exit_thread(rank);
    }
    void block_ends(uint3 block) override {
        mode = Mode::off;
        state.ordering.end_block(launched.block_number(block));
        ++blocks_done;
        barriers_.erase(launched.block_number(block));
    }

    // ---- Barriers ---------------------------------------------------------------------------

    void barrier_reached(unsigned rank, const Where& where) override {
        const HostMemory own;
        Barrier& barrier = *barrier_;
        if (barrier.came.empty())
            barrier.first = where;
        else if (where.line != barrier.first.line ||
                 (where.file != barrier.first.file && std::strcmp(where.file, barrier.first.file) != 0))
            barrier.divergent = true;
        barrier.has_come[rank] = true;
        barrier.came.push_back({rank, where});
    }
    void barrier_released() override {
        const HostMemory own;
        if (barrier_->divergent || barrier_->exited > 0 || barrier_->left > 0) tell_divergence();
        state.ordering.release_barrier();
        barrier_->came.clear();
        barrier_->divergent = false;
    }
    void grid_barrier_released() override {
        const HostMemory own;
        state.ordering.release_grid_barrier();
    }
    void warp_synced(unsigned first, unsigned lanes) override {
        const HostMemory own;
        state.ordering.sync_warp(first, lanes);
    }

    void warp_reached(unsigned) override {}
    void warp_function_runs(bool runs) override {
        if (runs) before_ = mode;
        mode = runs ? Mode::off : before_;
    }
    void warp_met(unsigned, unsigned) override {}

    void mask_without_caller(unsigned mask, const Where& where) override {
        explained = true;
        tell_mask(state.rank, where,
                  format("The mask 0x%08x of %s does not name lane %u, which calls it: a lane must name itself.", mask,
                         where.what, state.rank % 32));
    }
    // CUDA asks a mask's lanes to come as far as they have not exited: only who reads from another has a fault.
    void warp_completed(unsigned rank, unsigned mask, unsigned missing, unsigned readers, const Where& where) override {
        if (readers == 0) return;
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(readers));
        tell_mask(rank / 32 * 32 + lane, where,
                  format("The mask 0x%08x of %s names lanes that are not there (0x%08x: they have exited, or the block "
                         "has no such threads), and lane %u reads from one of them: what it gets is undefined.",
                         mask, where.what, missing, lane));
    }
    void tell_mask(unsigned rank, const Where& where, const std::string& plain) {
        const HostMemory own;
        Finding finding{.tool = "synccheck", .kind = "bad-mask", .kernel = launched.kernel};
        finding.access.line = line_at(where);
        finding.access.who = Who{state.block, launched.thread_index(rank)};
        finding.detail = "Barrier error detected. Invalid arguments";
        finding.plain = plain;
        report(finding);
    }

    void fault(cudaError_t, const std::string& text, const void* instruction) override {
        const HostMemory own;
        state.undecided = false;  // what it would have stored is not known
        if (!std::exchange(explained, false)) {
            const bool is_misaligned = text.find("misaligned") != std::string::npos;
            Finding finding{.tool = "memcheck",
                            .kind = is_misaligned ? "misaligned" : "device-fault",
                            .space = is_misaligned ? "global" : "",
                            .kernel = launched.kernel};
            if (is_misaligned) finding.access = {.kind = "access", .bytes = 16};
            finding.access.who = running();
            finding.access.place = instruction == nullptr ? 0 : number(instruction) + 1;
            if (instruction == nullptr) finding.access.line = launched.line;
            finding.detail = "The kernel ended: " + text;
            report(finding);
        }
        print_new_findings();
    }

    void deadlock(const std::vector<WaitingThreads>& places) override {
        const HostMemory own;
        Finding finding{.tool = "synccheck", .kind = "deadlock", .kernel = launched.kernel};
        finding.detail = "Barrier error detected. No thread of the block can go on";
        finding.plain =
            "Each of these waits for threads that wait elsewhere or have ended: every thread must come to the same "
            "barrier.";
        for (const WaitingThreads& place : places) {
            std::string what = place.where.what;
            if (place.mask != 0) what += format(" with mask 0x%08x", place.mask);
            finding.waiting.push_back({line_at(place.where), what, place.count, place.first});
        }
        if (!places.empty()) {
            finding.access.line = line_at(places[0].where);
            finding.access.who = Who{state.block, places[0].first};
        }
        report(finding);
        print_new_findings();
    }

    // ---- Memory -----------------------------------------------------------------------------

    void* shared_window() override { return memory().shared_window(); }
    void* place_shared(const void* slot, std::size_t bytes, std::size_t alignment, const char* name,
                       void* window) override {
        const HostMemory own;
        return memory().place_shared(slot, bytes, alignment, name, window);
    }
    void* allocate(std::size_t bytes, Memory kind, const Where& where) override {
        return memory().allocate(bytes, kind, where);
    }
    void release(void* pointer) override { memory().release(pointer); }

    void bad_release(const void* pointer, const void* caller) override {
        const Place* const freed = memory().freed_at(number(pointer));
        Finding finding{.tool = "memcheck", .kind = freed != nullptr ? "double-free" : "invalid-free"};
        finding.access.place = number(caller);
        finding.plain = freed != nullptr ? "This memory was freed before."
                                         : "cudaFree takes the pointer that cudaMalloc gave, and no other.";
        if (freed == nullptr) {
            const std::optional<Place> place = memory().nearest(number(pointer));
            if (place && place->inside)
                finding.plain = format(
                    "The pointer lies %zu bytes inside an allocation of %zu bytes: cudaFree takes the pointer that "
                    "cudaMalloc gave, and no other.",
                    number(pointer) - place->begin, place->bytes);
        }
        report(finding);
        print_new_findings();
    }

    bool leaked(const void*, std::size_t bytes, const Where& where) override {
        Finding finding{.tool = "memcheck", .kind = "leak"};
        finding.access.line = line_at(where);
        finding.array_bytes = bytes;
        finding.plain = format("Memory from %s was never freed with cudaFree.", where.what);
        report(finding);
        return true;
    }

    void runtime_enters() override { memory().open(); }
    void runtime_leaves() override { memory().close(); }

    void written(const void* pointer, std::size_t bytes) override {
        const std::uintptr_t address = number(pointer);
        if (address - ARENA < ARENA_BYTES) mark_fresh(address, bytes, true);
    }
    void emptied(const void* pointer, std::size_t bytes) override { mark_fresh(number(pointer), bytes, false); }
    void copied(const void* to, const void* from, std::size_t bytes) override {
        const bool to_ours = number(to) - ARENA < ARENA_BYTES, from_ours = number(from) - ARENA < ARENA_BYTES;
        if (to_ours && from_ours) {
            MemoryMap::see_host_writes(number(from), bytes);
            mark_copied(number(to), number(from), bytes);
        } else {
            written(to, bytes);
        }
    }

    // ---- The host ---------------------------------------------------------------------------

    void launch_accepted() override { tell_unchecked(); }
    void launch_failed(const LaunchConfig& config, cudaError_t error) override {
        tell_unchecked();
        unchecked_ = std::make_unique<Unchecked>(Unchecked{config.kernel, line_at(config.where), error});
    }
    void error_asked() override { unchecked_.reset(); }

    void host_fault(const void* address, const void* instruction) override {
        if (!memory().is_device_memory(number(address))) return;
        mode = Mode::off;
        Finding finding{.tool = "memcheck", .kind = "device-access", .space = "host", .access = {.kind = "access"}};
        // The line is that of the instruction, or of the program's call of a function like memcpy.
        if (const Line line = first_own_line(instruction); line.line != 0) finding.access.line = line;
        finding.plain = "Host code used a device pointer: copy the data to the host with cudaMemcpy first.";
        memory().open();
        const std::optional<Place> place = memory().nearest(number(address));
        if (place) finding.array_bytes = place->bytes;
        report(finding);
        finish_findings();
        std::fflush(nullptr);
        leave(1);
    }

    // What it interrupted may hold a lock that this needs: then the alarm ends the program.
    void dies(int signal, const void* instruction) override {
        const HostMemory own;
        constexpr unsigned PATIENCE = 10;  // seconds
        std::signal(SIGALRM, SIG_DFL);
        alarm(PATIENCE);
        mode = Mode::off;
        state.undecided = false;
        report_postponed();
        tell_unchecked();
        print_new_findings();
        const Line line = instruction == nullptr ? Line{} : first_own_line(instruction);
        std::fprintf(stderr, "========= The program ends here%s%s: %s\n", line.line == 0 ? "" : " at ",
                     line.line == 0 ? "" : line.text().c_str(), strsignal(signal));
        finish_findings();
        std::fflush(nullptr);
        alarm(0);
    }

 private:
    struct Unchecked {
        std::string kernel;
        Line line;
        cudaError_t error;
    };

    // Of one block: who stands at the barrier that fills now, and how many threads have ended: before they came to any
    // barrier, as behind a guard, or after they had waited for the others.
    struct Barrier {
        unsigned exited = 0, left = 0;
        std::vector<bool> has_come;
        std::uintptr_t window = 0;  // of its shared memory
        bool divergent = false;     // not all stand at the same line
        Where first;
        std::vector<std::pair<unsigned, Where>> came;
    };

    void tell_divergence() {
        // Since compute capability 7.0 a barrier waits for the threads that have not ended.
        const bool harmless = !barrier_->divergent && barrier_->left == 0;
        Finding finding{.tool = "synccheck",
                        .kind = harmless ? "exited-before-barrier" : "divergent-barrier",
                        .kernel = launched.kernel,
                        .is_advice = harmless};
        finding.detail = harmless ? "Advice: Thread(s) in block have ended before a barrier"
                                  : "Barrier error detected. Divergent thread(s) in block";
        std::vector<Waiting>& places = finding.waiting;
        for (const auto& [rank, at] : barrier_->came) {
            const Where& where = at;  // a lambda may capture it
            const auto same = std::find_if(places.begin(), places.end(), [&](const Waiting& w) {
                return w.line.line == where.line && w.line.file == where.file;
            });
            if (same == places.end())
                places.push_back({line_at(where), where.what, 1, launched.thread_index(rank)});
            else
                ++same->threads;
        }
        std::sort(places.begin(), places.end(),
                  [](const Waiting& a, const Waiting& b) { return a.line.line < b.line.line; });
        finding.access.line = places[0].line;
        finding.access.who = Who{state.block, places[0].thread};
        const auto ended = [](unsigned n) { return format("%u thread%s of the block", n, n == 1 ? "" : "s"); };
        if (harmless)
            finding.plain = ended(barrier_->exited) +
                            " had ended before the others came to this barrier. Since compute capability 7.0 it waits "
                            "only for those that have not, so this is no fault; where all threads come to it, it works "
                            "on every GPU.";
        else if (barrier_->divergent)
            finding.plain = "The threads of the block stand at different barriers: all must come to the same one.";
        else
            finding.plain = ended(barrier_->left) +
                            " had waited at barriers with the others, and had ended when they came to this one: every "
                            "thread must come to it.";
        report(finding);
    }

    void tell_unchecked() {
        if (unchecked_ == nullptr) return;
        Finding finding{.tool = "memcheck", .kind = "unchecked-launch", .kernel = unchecked_->kernel};
        finding.access.line = unchecked_->line;
        finding.detail =
            format("Program hit %s (error %d) due to \"%s\" on CUDA API call to cudaLaunchKernel",
                   cudaGetErrorName(unchecked_->error), unchecked_->error, cudaGetErrorString(unchecked_->error));
        finding.plain =
            "The launch failed, nothing ran, and the program did not ask: call cudaGetLastError() after every launch.";
        unchecked_.reset();
        report(finding);
        print_new_findings();
    }

    std::size_t dynamic_ = 0;
    std::unordered_map<unsigned, Barrier> barriers_;  // by block
    Barrier* barrier_ = nullptr;                      // of the block that runs
    std::unique_ptr<Unchecked> unchecked_;
    Mode before_ = Mode::off;  // a warp function ran
};

}  // namespace

Watcher* new_checker() { return new Checker; }

}  // namespace cpu_device::checker
