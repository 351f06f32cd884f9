#include "verify/cpu/checker/ordering.h"

#include <algorithm>
#include <utility>

namespace cpu_device::checker {

void Ordering::begin_grid() {
    grid = run = barrier = block_began = ++now;
    runs_.clear();
    blocks_.clear();
    objects_.clear();
    mine_ = nullptr;
}

void Ordering::begin_block(std::uint32_t block, unsigned threads) {
    ++now;
    runs_.push_back({now, block});
    mine_ = &blocks_[block];
    for (unsigned rank = threads; rank % 32 != 0; ++rank) exit_thread(rank);  // lanes that never were
    mine_->synced.assign(threads, 0);
    mine_->acquired.assign(threads, 0);
    mine_->number = block;
    run = mine_->began = mine_->barrier = barrier = block_began = now;
}

void Ordering::resume_block(std::uint32_t block) {
    if (mine_ != nullptr && mine_->number == block) return;
    ++now;
    runs_.push_back({now, block});
    mine_ = &blocks_[block];
    run = now;
    barrier = std::max(mine_->barrier, grid);
    block_began = mine_->began;
}

void Ordering::run_thread(unsigned rank) {
    acquired = std::max(mine_->all_acquired, mine_->acquired[rank]);
    synced = std::max({mine_->warp[rank / 32], mine_->synced[rank], acquired});
    fenced = rank < mine_->fences.size() ? mine_->fences[rank] : 0;
}

void Ordering::end_block(std::uint32_t block) {
    blocks_.erase(block);
    mine_ = nullptr;
}

void Ordering::exit_thread(unsigned rank) { mine_->exited[rank / 32] |= 1u << rank % 32; }

void Ordering::release_barrier() {
    mine_->barrier = barrier = ++now;
    for (const auto& [rank, known] : mine_->thread_known)
        for (const Known& one : known) learn(mine_->known, one);
    mine_->thread_known.clear();
    if (!mine_->known.empty()) mine_->all_acquired = now;
    mine_->lanes.clear();
}

void Ordering::release_grid_barrier() { grid = barrier = mine_->barrier = ++now; }

// What one lane acquired, the others know after a sync.
void Ordering::share_known(unsigned first, unsigned lanes) {
    std::vector<Known> together;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(lanes >> lane & 1)) continue;
        const auto found = mine_->thread_known.find(first + lane);
        if (found == mine_->thread_known.end()) continue;
        for (const Known& one : found->second) learn(together, one);
    }
    if (together.empty() && mine_->all_acquired == 0) return;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(lanes >> lane & 1)) continue;
        mine_->acquired[first + lane] = now;
        if (!together.empty()) mine_->thread_known[first + lane] = together;
    }
}

void Ordering::sync_warp(unsigned first, unsigned lanes) {
    ++now;
    const unsigned warp = first / 32;
    if (!mine_->thread_known.empty() || mine_->all_acquired != 0) share_known(first, lanes);
    if ((lanes | mine_->exited[warp]) == 0xffffffffu) {
        mine_->warp[warp] = now;
        return;
    }
    std::vector<std::uint32_t> together(32, 0);
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(lanes >> lane & 1)) continue;
        const auto found = mine_->lanes.find(first + lane);
        if (found == mine_->lanes.end()) continue;
        for (unsigned i = 0; i < 32; ++i) together[i] = std::max(together[i], found->second[i]);
    }
    for (unsigned lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1) together[lane] = now;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(lanes >> lane & 1)) continue;
        mine_->lanes[first + lane] = together;
        mine_->synced[first + lane] = now;
    }
}

void Ordering::fence(unsigned rank) {
    ++now;
    if (mine_->fences.size() <= rank) mine_->fences.resize(rank + 1, 0);
    mine_->fences[rank] = now;
}

bool Ordering::learn(std::vector<Known>& all, const Known& one) {
    for (Known& known : all) {
        if (known.object != one.object) continue;
        if (known.length >= one.length) return false;
        known.length = one.length;
        return true;
    }
    all.push_back(one);
    return true;
}

void Ordering::atomic(unsigned rank, std::uintptr_t address, bool reads, bool writes, bool releases) {
    if (releases) fence(rank);
    const bool fenced = rank < mine_->fences.size() && mine_->fences[rank] != 0;
    if (reads) {
        const auto found = objects_.find(address);
        if (found != objects_.end() && found->second.length > 0 &&
            learn(mine_->thread_known[rank], {&found->second, found->second.length}))
            mine_->acquired[rank] = ++now;
    }
    if (!writes || !fenced) return;
    Object& object = objects_[address];
    // What this thread and its block released here before, they need not say again.
    const auto release = [&](unsigned who, std::uint32_t stamp) {
        std::vector<Entry>& entries = object.released[key(mine_->number, who)];
        if (entries.empty() || entries.back().stamp < stamp) entries.push_back({stamp, object.length++});
    };
    release(rank, mine_->fences[rank]);
    release(ALL, mine_->barrier);
    if (const std::uint32_t stamp = mine_->warp[rank / 32]; stamp > mine_->barrier) release(WARP + rank / 32, stamp);
    if (const auto found = mine_->lanes.find(rank); found != mine_->lanes.end())
        for (unsigned lane = 0; lane < 32; ++lane)
            if (found->second[lane] != 0) release(rank / 32 * 32 + lane, found->second[lane]);
    for (const std::vector<Known>* known : {&mine_->known, &mine_->thread_known[rank]})
        for (const Known& one : *known) {
            std::size_t& included = object.included[one.object];
            if (one.object == &object || one.length <= included) continue;
            included = one.length;
            object.includes.push_back({object.length++, one});
        }
}

// A chain of releases may be longer than a fiber's stack is deep, so what is still to be looked at lies in `all`.
bool Ordering::know(std::vector<Known> all, std::uint32_t block, unsigned thread, std::uint32_t stamp) {
    std::unordered_map<const Object*, std::size_t> seen;  // how much of each object
    while (!all.empty()) {
        const auto [object, length] = all.back();
        all.pop_back();
        std::size_t& before = seen[object];
        if (length <= before) continue;
        for (const unsigned who : {thread, ALL, WARP + thread / 32}) {
            const auto found = object->released.find(key(block, who));
            if (found == object->released.end()) continue;
            // The last that is known has the greatest stamp.
            const auto end = std::partition_point(found->second.begin(), found->second.end(),
                                                  [&](const Entry& entry) { return entry.index < length; });
            if (end != found->second.begin() && stamp < std::prev(end)->stamp) return true;
        }
        // The newest comes last and is looked at first. It has the most: then the rest of the same object has been
        // seen. So has what was included up to `before`.
        for (const auto& [index, included] : object->includes)
            if (index >= before && index < length) all.push_back(included);
        before = length;
    }
    return false;
}

std::uint32_t Ordering::block_of(std::uint32_t stamp) const {
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), stamp,
                                        [](std::uint32_t value, const Run& run) { return value < run.stamp; });
    return after == runs_.begin() ? NO_BLOCK : std::prev(after)->block;
}

bool Ordering::before(Side side, unsigned rank) const {
    const std::uint32_t stamp = stamp_of(side);
    if (stamp < grid) return true;
    const unsigned other = thread_of(side);
    const std::uint32_t block = stamp >= run ? mine_->number : block_of(stamp);
    if (block == mine_->number) {
        if (stamp < barrier || other == rank) return true;
        if (other / 32 == rank / 32) {
            if (stamp < mine_->warp[rank / 32]) return true;
            const auto found = mine_->lanes.find(rank);
            if (found != mine_->lanes.end() && stamp < found->second[other % 32]) return true;
        }
    }
    const auto found = mine_->thread_known.find(rank);
    if (mine_->known.empty() && found == mine_->thread_known.end()) return false;
    std::vector<Known> all = mine_->known;
    if (found != mine_->thread_known.end()) all.insert(all.end(), found->second.begin(), found->second.end());
    return know(std::move(all), block, other, stamp);
}

}  // namespace cpu_device::checker
