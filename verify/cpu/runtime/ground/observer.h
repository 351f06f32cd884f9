// What a checker sees of a running program. The check build links one in (verify/cpu/checker); without it every call
// here costs the test of a null pointer. While there is an observer, blocks run one after another on one core.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cpu/errors.h"
#include "cpu/launch.h"
#include "cpu/vector_types.h"
#include "cpu/where.h"

namespace cpu_device {

enum class Memory { device, managed, pinned };

// Threads that wait in one call; mask: of a warp function, else 0.
struct WaitingThreads {
    Where where;
    unsigned mask = 0, count = 0;
    uint3 first{};
};

class Observer {
 public:
    // ---- Grids, blocks, threads -------------------------------------------------------------
    virtual void grid_begins(const LaunchConfig& config, unsigned threads) = 0;
    virtual void grid_ends() = 0;
    virtual void block_begins(uint3 block, void* shared) = 0;  // `shared`: its dynamic shared memory
    // Of several that run by turns, one has its next turn; a turn of one is over, and the runtime works.
    virtual void block_resumes(uint3 block) = 0;
    virtual void block_rests() = 0;
    virtual void thread_runs(uint3 thread, unsigned rank) = 0;
    virtual void thread_exits(unsigned rank) = 0;
    virtual void block_ends(uint3 block) = 0;

    // ---- What orders memory -----------------------------------------------------------------
    // One thread comes to a barrier of its block; all have come; the same for the barrier of a grid.
    virtual void barrier_reached(unsigned rank, const Where& where) = 0;
    virtual void barrier_released() = 0;
    virtual void grid_barrier_released() = 0;
    // All of `lanes` have come to __syncwarp. first: the rank of the warp's first lane.
    virtual void warp_synced(unsigned first, unsigned lanes) = 0;
    // What a warp function computes for all its lanes begins, or has ended: no access of a thread.
    virtual void warp_function_runs(bool runs) = 0;
    // A lane has come to any warp function, __syncwarp among them, and waits there; all of `lanes` have come.
    virtual void warp_reached(unsigned rank) = 0;
    virtual void warp_met(unsigned first, unsigned lanes) = 0;
    // The running lane calls a warp function with a mask that does not name it.
    virtual void mask_without_caller(unsigned mask, const Where& where) = 0;
    // A warp function is complete; `missing`: lanes of its mask that have exited, or never were; `readers`: the lanes
    // that read from those.
    virtual void warp_completed(unsigned rank, unsigned mask, unsigned missing, unsigned readers,
                                const Where& where) = 0;
    // The kernel ends before its threads do: in the running thread, because of what `text` says, perhaps at a known
    // instruction; or because no thread can go on.
    virtual void fault(cudaError_t error, const std::string& text, const void* instruction) = 0;
    virtual void deadlock(const std::vector<WaitingThreads>& places) = 0;

    // ---- Memory -----------------------------------------------------------------------------
    virtual void* shared_window() = 0;  // of one worker: where its dynamic shared memory begins
    virtual void* place_shared(const void* slot, std::size_t bytes, std::size_t alignment, const char* name,
                               void* window) = 0;
    virtual void* allocate(std::size_t bytes, Memory kind, const Where& where) = 0;  // and fills it
    virtual void release(void* pointer) = 0;
    virtual void bad_release(const void* pointer, const void* caller) = 0;                // it is no allocation's begin
    virtual bool leaked(const void* pointer, std::size_t bytes, const Where& where) = 0;  // does it tell?
    // The runtime itself is about to touch device memory, and has done so.
    virtual void runtime_enters() = 0;
    virtual void runtime_leaves() = 0;
    virtual void written(const void* pointer, std::size_t bytes) = 0;
    virtual void emptied(const void* pointer, std::size_t bytes) = 0;  // as though nobody had ever written there
    virtual void copied(const void* to, const void* from, std::size_t bytes) = 0;

    // ---- The host ---------------------------------------------------------------------------
    // A launch was queued, or refused at once. Its grid begins later.
    virtual void launch_accepted() = 0;
    virtual void launch_failed(const LaunchConfig& config, cudaError_t error) = 0;
    virtual void error_asked() = 0;
    virtual void host_fault(const void* address,
                            const void* instruction) = 0;  // a segmentation fault of host code, from the signal handler
    virtual void dies(int signal, const void* instruction) = 0;  // the program is about to, by its own fault

 protected:
    ~Observer() = default;
};

inline Observer* observer = nullptr;

// While it lives the runtime may touch device memory.
class RuntimeAccess {
 public:
    RuntimeAccess() {
        if (observer != nullptr) observer->runtime_enters();
    }
    ~RuntimeAccess() {
        if (observer != nullptr) observer->runtime_leaves();
    }
    RuntimeAccess(const RuntimeAccess&) = delete;
    RuntimeAccess& operator=(const RuntimeAccess&) = delete;
};

}  // namespace cpu_device
