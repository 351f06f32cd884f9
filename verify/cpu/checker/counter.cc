// The counter as the runtime's observer: the program runs as it does without one, and every access is counted.
#include "verify/cpu/checker/counts.h"
#include "verify/cpu/checker/start.h"
#include "verify/cpu/checker/state.h"
#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device::checker {
namespace {

class Counter final : public Watcher {
 public:
    Counter() { memory().open(); }  // and never closed: that is the checker's affair

    int exits(int status) override {
        counts::write();
        return status;
    }

    void grid_begins(const LaunchConfig& config, unsigned threads) override {
        note_launch(config, threads);
        dynamic_ = config.shared;
        counts::grid_begins(config, threads);
    }
    void grid_ends() override {}
    void block_begins(uint3 block, void* shared) override {
        state.block = block;
        memory().set_dynamic_shared(shared, dynamic_);
        mode = Mode::count;
        counts::block_begins(launched.block_number(block));
    }
    void block_resumes(uint3 block) override {
        state.block = block;
        mode = Mode::count;
        counts::block_resumes(launched.block_number(block));
    }
    void block_rests() override { mode = Mode::off; }
    void thread_runs(uint3 thread, unsigned rank) override {
        state.thread = thread;
        counts::thread_runs(rank);
    }
    void thread_exits(unsigned rank) override { counts::thread_exits(rank); }
    void block_ends(uint3 block) override {
        counts::block_ends(launched.block_number(block));
        mode = Mode::off;
    }

    void barrier_reached(unsigned rank, const Where&) override { counts::thread_waits(rank); }
    void barrier_released() override { counts::barrier_released(); }
    void grid_barrier_released() override { counts::grid_barrier_released(); }
    void warp_reached(unsigned rank) override { counts::thread_waits(rank); }
    void warp_met(unsigned first, unsigned lanes) override { counts::warp_met(first, lanes); }
    void warp_function_runs(bool runs) override {
        if (runs) before_ = mode;
        mode = runs ? Mode::off : before_;
    }

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

    // What is wrong is for the checker to say.
    void warp_synced(unsigned, unsigned) override {}
    void mask_without_caller(unsigned, const Where&) override {}
    void warp_completed(unsigned, unsigned, unsigned, unsigned, const Where&) override {}
    void fault(cudaError_t, const std::string&, const void*) override {}
    void deadlock(const std::vector<WaitingThreads>&) override {}
    void bad_release(const void*, const void*) override {}
    bool leaked(const void*, std::size_t, const Where&) override { return false; }
    void runtime_enters() override {}
    void runtime_leaves() override {}
    void written(const void*, std::size_t) override {}
    void emptied(const void*, std::size_t) override {}
    void copied(const void*, const void*, std::size_t) override {}
    void launch_accepted() override {}
    void launch_failed(const LaunchConfig&, cudaError_t) override {}
    void error_asked() override {}
    void host_fault(const void*, const void*) override {}
    void dies(int, const void*) override {}

 private:
    std::size_t dynamic_ = 0;
    Mode before_ = Mode::off;  // a warp function ran
};

}  // namespace

Watcher* new_counter() { return new Counter; }

}  // namespace cpu_device::checker
