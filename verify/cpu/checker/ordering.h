// What orders two accesses of different threads of one grid: barriers of the block, __syncwarp for the lanes it names,
// barriers of the grid, and a release that was acquired: a fence before an atomic by the one, a later atomic on the
// same object by the other.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "verify/cpu/checker/shadow.h"

namespace cpu_device::checker {

class Ordering {
 public:
    std::uint32_t now = FIRST_STAMP;

    // Stamps of the running thread's past, from the outside in: what came before `grid` is another grid's; from `run`
    // on only this block has run; what this block did before `barrier` is ordered before the running thread.
    std::uint32_t grid = FIRST_STAMP, run = FIRST_STAMP, barrier = FIRST_STAMP;
    std::uint32_t block_began = FIRST_STAMP;
    // When the running thread last learned of others, by anything finer than a barrier: from any of its block; through
    // an atomic, from whatever thread. 0: never. What came at or after that stamp is unknown to it, but for its own.
    std::uint32_t synced = 0, acquired = 0;
    std::uint32_t fenced = 0;  // its last fence

    void begin_grid();
    void begin_block(std::uint32_t block, unsigned threads);
    void resume_block(std::uint32_t block);  // of several that run by turns
    void run_thread(unsigned rank);          // or: something has ordered it
    void end_block(std::uint32_t block);
    void exit_thread(unsigned rank);
    void release_barrier();
    void release_grid_barrier();
    void sync_warp(unsigned first, unsigned lanes);
    void fence(unsigned rank);
    void atomic(unsigned rank, std::uintptr_t address, bool reads, bool writes, bool releases);

    // Is the access of `side`, by another thread than `rank` or by another block, ordered before what `rank` does now?
    bool before(Side side, unsigned rank) const;
    // Is `side` of this block?
    bool of_this_block(Side side) const { return stamp_of(side) >= run || block_of(stamp_of(side)) == mine_->number; }

    std::uint32_t block_of(std::uint32_t stamp) const;  // which block ran then

    static constexpr std::uint32_t NO_BLOCK = ~0u;

 private:
    // Of a block: every thread, and every thread of its first warp; then of the others.
    static constexpr unsigned ALL = 1023 + 1, WARP = ALL + 1;

    // Everything that was released through one atomic object, in order.
    struct Object;
    struct Known {
        const Object* object;
        std::size_t length;  // how much of it
    };
    struct Entry {
        std::uint32_t stamp;
        std::size_t index;
    };
    struct Object {
        std::unordered_map<std::uint64_t, std::vector<Entry>> released;  // by block and thread, both growing
        std::vector<std::pair<std::size_t, Known>> includes;             // what its releasers had acquired, by index
        std::unordered_map<const Object*, std::size_t> included;         // the greatest lengths among them
        std::size_t length = 0;
    };
    struct Block {
        std::uint32_t number = NO_BLOCK;
        std::uint32_t began = FIRST_STAMP, barrier = FIRST_STAMP;
        std::vector<std::uint32_t> fences;  // by thread
        std::uint32_t warp[32] = {};        // last sync of all its lanes that live
        unsigned exited[32] = {};
        std::unordered_map<unsigned, std::vector<std::uint32_t>> lanes;  // partial syncs: rank -> stamp by lane
        std::vector<Known> known;                                        // by all its threads
        std::unordered_map<unsigned, std::vector<Known>> thread_known;
        std::vector<std::uint32_t> synced, acquired;  // by thread, see above: partial syncs alone
        std::uint32_t all_acquired = 0;               // by a barrier
    };

    static std::uint64_t key(std::uint32_t block, unsigned thread) { return std::uint64_t{block} << 11 | thread; }
    // Does any of `all` tell of what `thread` of `block` did at `stamp`?
    static bool know(std::vector<Known> all, std::uint32_t block, unsigned thread, std::uint32_t stamp);
    static bool learn(std::vector<Known>& all, const Known& one);  // was it news?
    void share_known(unsigned first, unsigned lanes);

    struct Run {
        std::uint32_t stamp, block;
    };
    std::vector<Run> runs_;                            // which block ran from when on
    std::unordered_map<std::uint32_t, Block> blocks_;  // of this grid, as long as they live
    Block* mine_ = nullptr;
    std::unordered_map<std::uintptr_t, Object> objects_;
};

}  // namespace cpu_device::checker
