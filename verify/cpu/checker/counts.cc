#include "verify/cpu/checker/counts.h"
#include "verify/cpu/runtime/heap.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "verify/counts.h"
#include "verify/cpu/checker/findings.h"
#include "verify/cpu/checker/requests.h"
#include "verify/cpu/runtime/block.h"
#include "verify/cpu/runtime/format.h"

namespace cpu_device::checker::counts {
namespace {

// A lane that is so many accesses ahead of its warp waits for the others, so that a long loop needs no long memory.
constexpr std::size_t MOST_AHEAD = 1024;

enum What : unsigned char {
    global_load,
    global_store,
    global_atomic,
    shared_load,
    shared_store,
    shared_atomic,
    constant_load,
    branch
};
constexpr std::array<const char*, 8> WHAT = {"global_load",  "global_store",  "global_atomic", "shared_load",
                                             "shared_store", "shared_atomic", "constant_load", "branch"};

bool is_shared(What what) { return what == shared_load || what == shared_store || what == shared_atomic; }
bool is_atomic(What what) { return what == global_atomic || what == shared_atomic; }
bool is_global(What what) { return what == global_load || what == global_store || what == global_atomic; }

// ---- What is counted --------------------------------------------------------------------------

struct Counted {
    std::uint64_t requests = 0, lanes = 0;
    std::uint64_t partial = 0;                // requests without some of the warp's living lanes
    std::uint64_t asked = 0, sectors = 0;     // bytes; global memory
    std::uint64_t wavefronts = 0, least = 0;  // shared memory
    std::uint64_t same_most = 0, same = 0;    // lanes on one address: in the worst request, and the sum over all
    std::uint64_t divergent = 0;              // of a branch: the requests whose lanes went different ways

    void add(const Counted& more) {
        requests += more.requests;
        lanes += more.lanes;
        partial += more.partial;
        asked += more.asked;
        sectors += more.sectors;
        wavefronts += more.wavefronts;
        least += more.least;
        same_most = std::max(same_most, more.same_most);
        same += more.same;
        divergent += more.divergent;
    }
};

struct Sample {
    Request request;
    std::uint32_t block = ~0u, warp = ~0u;
    bool taken() const { return request.lanes != 0; }
    bool is_before(const Sample& other) const { return std::pair(block, warp) < std::pair(other.block, other.warp); }
};

// An instruction of the program, as near as the hooks see one.
struct Spot {
    std::uintptr_t place;
    What what;
    unsigned bytes;
};

struct OfSpot {
    Counted counted;
    std::string array;
    std::uintptr_t array_begin = 0;
    Sample sample;
    std::map<std::vector<std::uintptr_t>, std::uint64_t> ways;  // of a branch: which the lanes of a request went
};

struct Kernel {
    std::uint64_t launches = 0, blocks = 0;
    dim3 grid, block;                                 // of the last launch
    std::uint64_t bytes_read = 0, bytes_written = 0;  // different ones, in each launch
    std::vector<OfSpot> spots;                        // by the spot's number
    std::array<Counted, WHAT.size()> last;            // the last launch
};

// ---- Who runs ---------------------------------------------------------------------------------

// The requests of one spot in one warp that may still grow. The k-th visit of one lane joins the k-th visits of the
// others.
struct Log {
    std::array<std::uint32_t, 32> visits{};  // of each lane, since the warp was last together
    std::uint32_t first = 0;                 // which visit requests[0] is
    std::vector<Request> requests;
    bool listed = false;
};

enum class Lane : unsigned char { unstarted, running, ahead, waiting, exited };

struct Warp {
    std::vector<Log> logs;              // by the spot's number
    std::vector<std::uint32_t> filled;  // the logs with requests
    std::uint32_t exist = 0, exited = 0;
    std::uint32_t full = 0;  // the lanes that lived when the warp was last together
    std::array<Lane, 32> lanes{};
    std::array<std::size_t, 32> open{};  // requests of each lane that may still grow
    // An atomic function begins with a load, that belongs to it.
    struct Load {
        std::uintptr_t address = 0, place = 0;
        unsigned bytes = 0;
    };
    std::array<Load, 32> loads{};
    struct Visit {
        std::uint32_t spot = ~0u, number = 0;
    };
    std::array<Visit, 32> at{};  // the piece of straight code in which each lane is
};

struct Block {
    std::uint32_t number = 0;
    std::vector<Warp> warps;
};

struct All {
    std::map<std::string, Kernel> kernels;
    Kernel* kernel = nullptr;  // the one that runs
    std::uint64_t launches = 0;
    unsigned threads = 0;
    std::map<std::uint32_t, std::unique_ptr<Block>> blocks;  // that live
    std::vector<std::unique_ptr<Block>> spare;
    Block* block = nullptr;  // the one that runs
    Warp* warp = nullptr;    // of the running thread
    unsigned lane = 0;

    std::vector<Spot> spots;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
};
All& all = *new All;

constexpr std::uintptr_t LEFT = 1;  // the way of a lane that ended

// ---- Requests ---------------------------------------------------------------------------------

std::uint32_t spot_of(std::uintptr_t place, What what, unsigned bytes, unsigned piece) {
    const std::uint64_t key = (place - text_begin) << 24 ^ std::uint64_t{piece} << 12 ^ bytes << 4 ^ what;
    struct Known {
        std::uint64_t key = ~std::uint64_t{0};
        std::uint32_t number = 0;
    };
    static std::array<Known, 1024> cache;
    Known& known = cache[(key >> 24 ^ key >> 34 ^ key >> 12 ^ key) % cache.size()];
    if (known.key == key) return known.number;
    const auto [found, is_new] = all.numbers.try_emplace(key, static_cast<std::uint32_t>(all.spots.size()));
    if (is_new) all.spots.push_back({place, what, bytes});
    known = {key, found->second};
    return found->second;
}

void count(std::uint32_t number, const Request& request) {
    const Spot& spot = all.spots[number];
    if (all.kernel->spots.size() <= number) all.kernel->spots.resize(all.spots.size());
    OfSpot& total = all.kernel->spots[number];
    Counted one{.requests = 1, .lanes = request.count()};
    if (spot.what == branch) {
        Distinct<32> ways;
        each_lane(request, ~0u, [&](std::uintptr_t next) {
            if (next != 0) ways.add(next);
        });
        ways.count();
        ++total.ways[{ways.begin(), ways.end()}];
    } else {
        one.partial = request.lanes != all.warp->full;
        one.asked = std::uint64_t{request.count()} * spot.bytes;
    }
    if (is_global(spot.what)) one.sectors = sectors_of(request, spot.bytes);
    if (is_shared(spot.what)) {
        const Wavefronts wavefronts = wavefronts_of(request, spot.bytes);
        one.wavefronts = wavefronts.needed;
        one.least = wavefronts.least;
    }
    if (is_atomic(spot.what)) one.same_most = one.same = lanes_on_one_address(request);
    if (spot.what == constant_load) one.wavefronts = addresses_of(request), one.least = 1;
    total.counted.add(one);
    all.kernel->last[spot.what].add(one);

    const Sample here{request, all.block->number, static_cast<std::uint32_t>(all.warp - all.block->warps.data())};
    if (here.is_before(total.sample)) {
        if (!total.sample.taken() && spot.what != branch)
            total.array =
                name_at(request.address[static_cast<std::size_t>(__builtin_ctz(request.lanes))], &total.array_begin);
        total.sample = here;
    }
}

// Joins the next visit of the running lane.
std::uint32_t visit(std::uint32_t number, std::uintptr_t address) {
    Warp& warp = *all.warp;
    if (warp.logs.size() <= number) warp.logs.resize(all.spots.size());
    Log& log = warp.logs[number];
    if (!log.listed) {
        log.listed = true;
        warp.filled.push_back(number);
    }
    const std::uint32_t k = log.visits[all.lane]++;
    while (log.requests.size() <= k - log.first) log.requests.emplace_back();
    log.requests[k - log.first].add(all.lane, address);
    ++warp.open[all.lane];
    return k;
}

void file_load(Warp& warp, unsigned lane) {
    Warp::Load& load = warp.loads[lane];
    if (load.bytes == 0) return;
    const Warp::Load filed = std::exchange(load, {});
    const What what = filed.address - ARENA < SHARED_BYTES ? shared_load : global_load;
    const unsigned running = std::exchange(all.lane, lane);
    Warp* const mine = std::exchange(all.warp, &warp);
    visit(spot_of(filed.place, what, filed.bytes, 0), filed.address);
    all.warp = mine;
    all.lane = running;
}

// ---- Together ---------------------------------------------------------------------------------

// Counts the first `n` requests of a log and forgets them.
void take(Warp& warp, std::uint32_t number, std::size_t n) {
    Log& log = warp.logs[number];
    for (std::size_t i = 0; i < n; ++i) {
        count(number, log.requests[i]);
        for (std::uint32_t left = log.requests[i].lanes; left != 0; left &= left - 1)
            --warp.open[static_cast<std::size_t>(__builtin_ctz(left))];
    }
    log.requests.erase(log.requests.begin(), log.requests.begin() + static_cast<std::ptrdiff_t>(n));
    log.first += static_cast<std::uint32_t>(n);
}

// The straight piece of code in which a lane is ends behind the point where the warp is together: its way is not known
// yet.
bool goes_on(const Warp& warp, std::uint32_t number, std::uint32_t visit) {
    for (std::size_t lane = 0; lane < 32; ++lane)
        if (warp.at[lane].spot == number && warp.at[lane].number == visit) return true;
    return false;
}

// All lanes of the warp are together: no request of the past can grow any more.
void together(Warp& warp) {
    Warp* const mine = std::exchange(all.warp, &warp);
    for (unsigned lane = 0; lane < 32; ++lane) file_load(warp, lane);
    std::vector<std::uint32_t> still_filled;
    for (const std::uint32_t number : warp.filled) {
        Log& log = warp.logs[number];
        std::vector<Request> kept;
        if (all.spots[number].what == branch) {
            std::size_t last = log.requests.size();
            while (last > 0 && goes_on(warp, number, log.first + static_cast<std::uint32_t>(last) - 1)) --last;
            kept.assign(log.requests.begin() + static_cast<std::ptrdiff_t>(last), log.requests.end());
            for (Warp::Visit& at : warp.at)
                if (at.spot == number) at.number -= log.first + static_cast<std::uint32_t>(last);
            log.requests.resize(last);
        }
        take(warp, number, log.requests.size());
        log.requests = std::move(kept);
        log.first = 0;
        log.visits.fill(static_cast<std::uint32_t>(log.requests.size()));
        log.listed = !log.requests.empty();
        if (log.listed) still_filled.push_back(number);
    }
    warp.filled = std::move(still_filled);
    warp.full = warp.exist & ~warp.exited;
    all.warp = mine;
}

// Some lanes of the warp are together: what they do next they do in one request.
void some_together(Warp& warp, std::uint32_t lanes) {
    for (unsigned lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1) file_load(warp, lane);
    for (const std::uint32_t number : warp.filled) {
        Log& log = warp.logs[number];
        std::uint32_t most = 0;
        for (std::size_t lane = 0; lane < 32; ++lane)
            if (lanes >> lane & 1) most = std::max(most, log.visits[lane]);
        for (std::size_t lane = 0; lane < 32; ++lane)
            if (lanes >> lane & 1) log.visits[lane] = most;
    }
}

// Every lane that is still under way waits for the others: counts what all of those have passed. False if that is
// nothing.
bool catch_up(Warp& warp) {
    bool any = false;
    for (const std::uint32_t number : warp.filled) {
        Log& log = warp.logs[number];
        std::uint32_t passed = log.first + static_cast<std::uint32_t>(log.requests.size());
        for (std::size_t lane = 0; lane < 32; ++lane)
            if (warp.lanes[lane] == Lane::ahead && log.visits[lane] > 0) passed = std::min(passed, log.visits[lane]);
        if (all.spots[number].what == branch && passed > 0) --passed;
        if (passed <= log.first) continue;
        take(warp, number, passed - log.first);
        any = true;
    }
    return any;
}

bool all_stopped(const Warp& warp) {
    for (std::size_t lane = 0; lane < 32; ++lane)
        if ((warp.exist >> lane & 1) && (warp.lanes[lane] == Lane::unstarted || warp.lanes[lane] == Lane::running))
            return false;
    return true;
}

// The running lane is far ahead of others.
void wait_for_others() {
    Warp& warp = *all.warp;
    const std::size_t lane = all.lane;
    // A lane may never come, when it waits in a loop for something that this one does.
    for (unsigned turn = 0; turn < 2 * all.threads + 64; ++turn) {
        warp.lanes[lane] = Lane::ahead;
        if (all_stopped(warp)) {
            if (!catch_up(warp)) break;
            for (std::size_t other = 0; other < 32; ++other)
                if (warp.lanes[other] == Lane::ahead && warp.open[other] < MOST_AHEAD)
                    warp.lanes[other] = Lane::running;
        }
        if (warp.open[lane] < MOST_AHEAD) return;
        Worker::mine().nap();
        if (warp.open[lane] < MOST_AHEAD) {
            warp.lanes[lane] = Lane::running;
            return;
        }
    }
    warp.lanes[lane] = Lane::running;
    together(warp);
}

void keep_up() {
    if (all.warp->open[all.lane] >= MOST_AHEAD) [[unlikely]]
        wait_for_others();
}

// ---- Different bytes --------------------------------------------------------------------------

// Notes, in the shadow of the bytes' words, that this launch reads or writes them, and counts those that it did not
// before.
void touch(std::uintptr_t address, unsigned bytes, bool reads, bool writes) {
    const Side stamp = (all.launches + FIRST_STAMP) % MAX_STAMP << STAMP_SHIFT;
    const auto note = [&](Side& side, unsigned mask, std::uint64_t& total) {
        if (side >> STAMP_SHIFT << STAMP_SHIFT != stamp) side = stamp;
        total += static_cast<unsigned>(__builtin_popcount(mask & ~static_cast<unsigned>(side & 15)));
        side |= mask;
    };
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < end; word += 4) {
        Cell* const cell = word - ARENA < ARENA_BYTES ? &cell_of(word) : variable_cell(std::max(word, address));
        if (cell == nullptr) continue;
        unsigned mask = 15;
        if (word < address) mask &= 15u << (address - word);
        if (word + 4 > end) mask &= 15u >> (word + 4 - end);
        if (reads) note(cell->read, mask, all.kernel->bytes_read);
        if (writes) note(cell->write, mask, all.kernel->bytes_written);
    }
}

// ---- An access --------------------------------------------------------------------------------

void file(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place, unsigned piece) {
    const bool shared = address - ARENA < SHARED_BYTES;
    if (address - ARENA >= ARENA_BYTES && variable_cell(address) == nullptr) return;  // the thread's own, or the host's
    const bool reads = kind == Kind::read || kind == Kind::atomic_read;
    const bool updates = kind == Kind::atomic;
    const bool constant = address - ARENA >= ARENA_BYTES && is_constant(address);
    if (!shared && !constant) touch(address, bytes, reads || updates, !reads);

    Warp::Load& load = all.warp->loads[all.lane];
    if (updates && load.address == address)
        load = {};
    else
        file_load(*all.warp, all.lane);
    if (kind == Kind::atomic_read) {
        load = {address, place, bytes};
        return;
    }
    const What what = updates    ? (shared ? shared_atomic : global_atomic)
                      : shared   ? (reads ? shared_load : shared_store)
                      : !reads   ? global_store
                      : constant ? constant_load
                                 : global_load;
    visit(spot_of(place, what, bytes, piece), address);
}

}  // namespace

bool wanted() {
    static const char* const path = std::getenv("DAYBREAK_COUNTS");
    return path != nullptr && *path != '\0';
}

void access(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place) {
    const HostMemory own;
    if (is_private(address)) return;
    if (kind == Kind::read || kind == Kind::write) keep_up();
    file(address, bytes, kind, place, 0);
}

// A structure that no single load can take goes word by word.
void range(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place) {
    const HostMemory own;
    if (is_private(address)) return;
    keep_up();
    const unsigned step = (address | bytes) % 4 == 0 ? 4 : (address | bytes) % 2 == 0 ? 2 : 1;
    for (std::size_t offset = 0; offset < bytes; offset += step)
        file(address + offset, step, kind, place, static_cast<unsigned>(std::min<std::size_t>(offset / step, 4095)));
}

void straight_code(std::uintptr_t place) {
    const HostMemory own;
    keep_up();
    Warp& warp = *all.warp;
    Warp::Visit& at = warp.at[all.lane];
    if (at.spot != ~0u) {
        Log& log = warp.logs[at.spot];
        if (at.number - log.first < log.requests.size()) log.requests[at.number - log.first].address[all.lane] = place;
    }
    const std::uint32_t spot = spot_of(place, branch, 0, 0);
    at = {~0u, 0};
    at = {spot, visit(spot, 0)};
}

// ---- Events -----------------------------------------------------------------------------------

void grid_begins(const LaunchConfig& config, unsigned threads) {
    Kernel& kernel = all.kernels[config.kernel];
    ++kernel.launches;
    kernel.blocks += std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;
    kernel.grid = config.grid;
    kernel.block = config.block;
    kernel.last = {};
    all.kernel = &kernel;
    ++all.launches;
    all.threads = threads;
}

void block_begins(std::uint32_t number) {
    const HostMemory own;
    std::unique_ptr<Block>& block = all.blocks[number];
    if (!all.spare.empty()) {
        block = std::move(all.spare.back());
        all.spare.pop_back();
    } else {
        block = std::make_unique<Block>();
    }
    block->number = number;
    block->warps.resize((all.threads + 31) / 32);
    for (std::size_t w = 0; w < block->warps.size(); ++w) {
        Warp& warp = block->warps[w];
        const unsigned lanes = std::min(32u, all.threads - static_cast<unsigned>(w) * 32);
        warp.exist = warp.full = lanes == 32 ? ~0u : (1u << lanes) - 1;
        warp.exited = 0;
        warp.lanes.fill(Lane::unstarted);
        warp.open.fill(0);
        warp.loads.fill({});
        warp.at.fill({});
    }
    all.block = block.get();
}

void block_resumes(std::uint32_t number) {
    const HostMemory own;
    all.block = all.blocks.at(number).get();
}

void thread_runs(unsigned rank) {
    const HostMemory own;
    all.warp = &all.block->warps[rank / 32];
    all.lane = rank % 32;
    Lane& lane = all.warp->lanes[all.lane];
    if (lane != Lane::ahead) lane = Lane::running;
}

void thread_waits(unsigned rank) {
    const HostMemory own;
    all.block->warps[rank / 32].lanes[rank % 32] = Lane::waiting;
}

void thread_exits(unsigned rank) {
    const HostMemory own;
    Warp& warp = all.block->warps[rank / 32];
    const unsigned lane = rank % 32;
    warp.lanes[lane] = Lane::exited;
    warp.exited |= 1u << lane;
    Warp::Visit& at = warp.at[lane];
    if (at.spot != ~0u) {
        Log& log = warp.logs[at.spot];
        if (at.number - log.first < log.requests.size()) log.requests[at.number - log.first].address[lane] = LEFT;
        at = {};
    }
    if (warp.exited == warp.exist) together(warp);
}

void barrier_released() {
    const HostMemory own;
    for (Warp& warp : all.block->warps) {
        together(warp);
        for (Lane& lane : warp.lanes)
            if (lane == Lane::waiting) lane = Lane::running;
    }
}

void grid_barrier_released() {
    const HostMemory own;
    Block* const mine = all.block;
    for (const auto& [number, block] : all.blocks) {
        all.block = block.get();
        barrier_released();
    }
    all.block = mine;
}

void warp_met(unsigned first, unsigned lanes) {
    const HostMemory own;
    Warp& warp = all.block->warps[first / 32];
    if ((lanes & (warp.exist & ~warp.exited)) == (warp.exist & ~warp.exited))
        together(warp);
    else
        some_together(warp, lanes);
    for (std::size_t lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1) warp.lanes[lane] = Lane::running;
}

void block_ends() {
    const HostMemory own;
    Block& block = *all.block;
    for (Warp& warp : block.warps) {
        warp.at.fill({});
        together(warp);
    }
    const auto found = all.blocks.find(block.number);
    all.spare.push_back(std::move(found->second));
    all.blocks.erase(found);
    all.block = nullptr;
}

// ---- The file ---------------------------------------------------------------------------------

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string member(const char* name, std::uint64_t value) {
    return format(", \"%s\": %llu", name, static_cast<unsigned long long>(value));
}

std::string shape(const char* name, dim3 size) {
    return format(", \"%s\": [%u, %u, %u]", name, size.x, size.y, size.z);
}

// The lanes' addresses as bytes from the array's beginning, rounded down to a whole row of banks.
std::string json(const Sample& sample, std::uintptr_t begin) {
    const std::uintptr_t base = begin / 128 * 128;
    std::string offsets;
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const bool there = sample.request.lanes >> lane & 1;
        offsets += (lane == 0 ? "" : ", ") +
                   (there ? std::to_string(static_cast<std::int64_t>(sample.request.address[lane] - base)) : "null");
    }
    return format(", \"sample\": {\"block\": %u, \"warp\": %u, \"offsets\": [", sample.block, sample.warp) + offsets +
           "]}";
}

// Of a piece of straight code: does it end in a branch of the program's, and how often did a warp go both ways? A
// branch inside the CPU device's own functions is none: a GPU has it not.
bool count_ways(const OfSpot& spot, Counted& counted) {
    std::vector<std::uintptr_t> seen;
    for (const auto& [ways, requests] : spot.ways) {
        std::size_t different = 0;
        for (const std::uintptr_t way : ways) {
            if (way != LEFT && line_of(way).in_own_code) continue;
            ++different;
            if (std::find(seen.begin(), seen.end(), way) == seen.end()) seen.push_back(way);
        }
        if (different > 1) counted.divergent += requests;
    }
    return seen.size() > 1;
}

struct Row {
    Counted counted;
    std::string function;
    const OfSpot* first = nullptr;
    std::uintptr_t place = 0;
};

std::string json(const std::string& name, const Kernel& kernel) {
    // By file and line, then what, bytes and array: a line's places are one.
    std::map<std::tuple<std::string, int, int, unsigned, std::string>, Row> rows;
    std::uint64_t sectors = 0;
    for (std::size_t i = 0; i < kernel.spots.size(); ++i) {
        const OfSpot& spot = kernel.spots[i];
        if (spot.counted.requests == 0) continue;
        const auto& [place, what, bytes] = all.spots[i];
        const Line line = line_of(place);
        Counted counted = spot.counted;
        if (what == branch && !count_ways(spot, counted)) continue;
        Row& row = rows[{line.file, line.line, what, bytes, spot.array}];
        row.counted.add(counted);
        row.function = line.function;
        // Of several places of one line the one that lies first in the program's text.
        if (row.first == nullptr || place < row.place) {
            row.first = &spot;
            row.place = place;
        }
        sectors += spot.counted.sectors;
    }
    const std::string kernel_name = "{\"kernel\": " + quoted(name);
    std::string out = kernel_name + member("launches", kernel.launches) + shape("grid", kernel.grid) +
                      shape("block", kernel.block) + member("blocks", kernel.blocks) +
                      member("bytes_read", kernel.bytes_read) + member("bytes_written", kernel.bytes_written) +
                      member("bytes_moved", sectors * SECTOR) + "}\n";
    for (const auto& [key, row] : rows) {
        const auto& [file, line, what_number, bytes, array] = key;
        const auto what = static_cast<What>(what_number);
        const Counted& c = row.counted;
        out += kernel_name + ", \"file\": " + quoted(file) + format(", \"line\": %d", line) +
               ", \"function\": " + quoted(row.function) + ", \"access\": " + quoted(WHAT[what]);
        if (!array.empty()) out += ", \"array\": " + quoted(array);
        if (what != branch) out += member("bytes", bytes);
        out += member("requests", c.requests) + member("lanes", c.lanes);
        if (what == branch)
            out += member("divergent", c.divergent);
        else
            out += member("partial", c.partial) + member("bytes_asked", c.asked);
        if (is_global(what)) out += member("sectors", c.sectors) + member("bytes_moved", c.sectors * SECTOR);
        if (is_shared(what)) out += member("wavefronts", c.wavefronts) + member("conflicts", c.wavefronts - c.least);
        if (what == constant_load) out += member("addresses", c.wavefronts);
        if (is_atomic(what)) out += member("same_most", c.same_most) + member("same", c.same);
        if (what != branch) out += json(row.first->sample, row.first->array_begin);
        out += "}\n";
    }
    return out;
}

}  // namespace

void write() {
    std::vector<std::uintptr_t> places;
    for (const Spot& spot : all.spots) places.push_back(spot.place);
    find_lines(places);
    std::string text;
    for (const auto& [name, kernel] : all.kernels) text += json(name, kernel);
    const char* const path = std::getenv("DAYBREAK_COUNTS");
    std::FILE* const out = std::fopen(path, "w");
    const bool written = out != nullptr && std::fputs(text.c_str(), out) >= 0;
    if (out == nullptr || std::fclose(out) != 0 || !written)
        std::fprintf(stderr, "CPU device: cannot write the counts to %s: %s: name another file in DAYBREAK_COUNTS\n",
                     path, std::strerror(errno));
}

bool last_launch(const std::string& name, verify::Counts* counts) {
    const auto found = all.kernels.find(name);
    if (!wanted() || found == all.kernels.end()) return false;
    const auto of = [&](What what) -> verify::Counts::Access {
        const Counted& c = found->second.last[what];
        return {c.requests, c.lanes, c.sectors, c.wavefronts, c.wavefronts - c.least};
    };
    *counts = {of(global_load), of(global_store), of(global_atomic),
               of(shared_load), of(shared_store), of(shared_atomic)};
    return true;
}

}  // namespace cpu_device::checker::counts

bool daybreak_counts(const char* kernel, verify::Counts* counts) {
    return cpu_device::checker::counts::last_launch(kernel, counts);
}
