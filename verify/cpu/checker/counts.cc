#include "verify/cpu/checker/counts.h"

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
#include "verify/cpu/checker/requests.h"
#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device::checker::counts {
namespace {

// A lane that is so many steps ahead of its warp waits for the others, so that a long loop needs no long memory.
constexpr std::size_t MOST_AHEAD = 4096;

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
    std::uint64_t order;  // by its place in the program's text; no two are the same
    bool first;           // a lane begins its kernel here
    bool own = false;     // a branch inside a function of the CPU device's own, which a GPU does not have
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
    struct {
        std::uint64_t launches = 0, divergent = 0;
        std::array<Counted, WHAT.size()> by_what;
    } recent;  // since the program asked to count from there
};

// ---- Who runs ---------------------------------------------------------------------------------

// One step of a lane: it comes to a spot; or to a warp function of some lanes; or to its end.
struct Step {
    std::uint32_t spot;
    std::uintptr_t address;  // of an access; the number of a meeting
};
constexpr std::uint32_t MEETING = ~0u, END = ~0u - 1;

enum class State : unsigned char { unstarted, running, ahead, waiting, exited };

struct Lane {
    State state = State::unstarted;
    std::vector<Step> steps;  // that are not counted yet
    std::size_t next = 0;     // the first of them, while they are being counted
    int fork = -1;            // the branch behind which its way is not known yet
    bool entered = false;     // it has come to its first piece of straight code
    // An atomic function begins with a load, which belongs to it.
    std::uintptr_t load_address = 0, load_place = 0;
    unsigned load_bytes = 0;
};

// A warp that came to a branch, with the ways that its lanes have gone since.
struct Fork {
    std::uint32_t spot = 0;
    Request ways;
    unsigned missing = 0;  // lanes
};

struct Meeting {
    std::uint32_t lanes, came;
};

struct Warp {
    std::array<Lane, 32> lanes;
    std::uint32_t exist = 0, exited = 0;
    std::uint32_t full = 0;  // the lanes that lived when the warp was last together
    std::vector<Meeting> meetings;
    std::vector<Fork> forks;
    std::vector<int> free_forks;
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
    Lane* lane = nullptr;    // the running thread

    std::vector<Spot> spots;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
};
All& all = *new All;

constexpr std::uintptr_t LEFT = 1;  // the way of a lane that ended

// ---- Requests ---------------------------------------------------------------------------------

std::uint32_t spot_of(std::uintptr_t place, What what, unsigned bytes, unsigned piece) {
    const std::uint64_t key = (place - text_begin) << 24 | std::uint64_t{piece} << 12 | bytes << 4 | what;
    struct Known {
        std::uint64_t key = ~std::uint64_t{0};
        std::uint32_t number = 0;
    };
    static std::array<Known, 1024> cache;
    Known& known = cache[(key >> 24 ^ key >> 34 ^ key >> 12 ^ key) % cache.size()];
    if (known.key == key) return known.number;
    const auto [found, is_new] = all.numbers.try_emplace(key, static_cast<std::uint32_t>(all.spots.size()));
    if (is_new) all.spots.push_back({place, what, bytes, key, what == branch && piece == 1});
    known = {key, found->second};
    return found->second;
}

OfSpot& total_of(std::uint32_t spot) {
    if (all.kernel->spots.size() <= spot) all.kernel->spots.resize(all.spots.size());
    return all.kernel->spots[spot];
}

void name_array(OfSpot& total, const Request& request) {
    const std::optional<Place> place =
        memory().nearest(request.address[static_cast<std::size_t>(__builtin_ctz(request.lanes))]);
    if (!place || !place->inside) return;
    total.array = place->name;
    total.array_begin = place->begin;
}

void count(const Warp& warp, std::uint32_t number, const Request& request) {
    const Spot& spot = all.spots[number];
    OfSpot& total = total_of(number);
    Counted one{.requests = 1, .lanes = request.count()};
    one.partial = request.lanes != warp.full;
    one.asked = std::uint64_t{request.count()} * spot.bytes;
    if (is_global(spot.what)) one.sectors = sectors_of(request, spot.bytes);
    if (is_shared(spot.what)) {
        const Wavefronts wavefronts = wavefronts_of(request, spot.bytes);
        one.wavefronts = wavefronts.needed;
        one.least = wavefronts.least;
    }
    if (is_atomic(spot.what)) one.same_most = one.same = lanes_on_one_address(request);
    if (spot.what == constant_load) {
        one.wavefronts = addresses_of(request);
        one.least = 1;
    }
    total.counted.add(one);
    all.kernel->recent.by_what[spot.what].add(one);

    const Sample here{request, all.block->number, static_cast<std::uint32_t>(&warp - all.block->warps.data())};
    if (!here.is_before(total.sample)) return;
    if (!total.sample.taken()) name_array(total, request);
    total.sample = here;
}

// ---- Branches ---------------------------------------------------------------------------------

void count_fork(Warp& warp, int number) {
    Fork& fork = warp.forks[static_cast<std::size_t>(number)];
    OfSpot& total = total_of(fork.spot);
    total.counted.add({.requests = 1, .lanes = fork.ways.count()});
    Distinct<32> ways;
    each_lane(fork.ways, ~0u, [&](std::uintptr_t way) {
        if (way != 0) ways.add(way);
    });
    if (ways.count() > 1) ++all.kernel->recent.divergent;
    ++total.ways[{ways.begin(), ways.end()}];
    warp.free_forks.push_back(number);
}

void go(Warp& warp, unsigned lane, std::uintptr_t way) {
    const int number = std::exchange(warp.lanes[lane].fork, -1);
    if (number < 0) return;
    Fork& fork = warp.forks[static_cast<std::size_t>(number)];
    fork.ways.address[lane] = way;
    if (--fork.missing == 0) count_fork(warp, number);
}

// The lanes of `request` come together to a piece of straight code, which ends in a branch.
void come_to_branch(Warp& warp, std::uint32_t spot, const Request& request) {
    for (unsigned lane = 0; lane < 32; ++lane)
        if (request.lanes >> lane & 1) go(warp, lane, all.spots[spot].place);
    if (warp.free_forks.empty()) {
        warp.free_forks.push_back(static_cast<int>(warp.forks.size()));
        warp.forks.emplace_back();
    }
    const int number = warp.free_forks.back();
    warp.free_forks.pop_back();
    warp.forks[static_cast<std::size_t>(number)] = {spot, {.lanes = request.lanes, .address = {}}, request.count()};
    for (std::size_t lane = 0; lane < 32; ++lane)
        if (request.lanes >> lane & 1) warp.lanes[lane].fork = number;
}

// ---- Together ---------------------------------------------------------------------------------

void step(Lane& lane, std::uint32_t spot, std::uintptr_t address) { lane.steps.push_back({spot, address}); }

void file_load(Lane& lane) {
    if (lane.load_bytes == 0) return;
    const What what = lane.load_address - ARENA < SHARED_BYTES ? shared_load : global_load;
    step(lane, spot_of(lane.load_place, what, std::exchange(lane.load_bytes, 0), 0), lane.load_address);
}

// Finds which of the spots are branches of the CPU device's own functions. Asks for many at once, which is cheaper.
void know_own() {
    static std::size_t known = 0;
    if (known == all.spots.size()) return;
    std::vector<std::uintptr_t> places;
    for (std::size_t i = known; i < all.spots.size(); ++i)
        if (all.spots[i].what == branch) places.push_back(all.spots[i].place);
    find_lines(places);
    for (; known < all.spots.size(); ++known)
        all.spots[known].own = all.spots[known].what == branch && !all.spots[known].first &&
                               checker::line_of(all.spots[known].place).in_own_code;
}

// Goes through what the lanes of a warp did, as a GPU would: of lanes that are at different places those go first that
// are at the earlier place of the program's text, and lanes that come to one place go on together.
class Replay {
 public:
    explicit Replay(Warp& warp) : warp_(warp) { order_.fill(NONE); }

    // To the end; or, when lanes are still under way, until one of them has done all that it was seen to do.
    void run(bool to_the_end) {
        to_the_end_ = to_the_end;
        know_own();
        for (unsigned lane = 0; lane < 32; ++lane) look(lane);
        for (;;) {
            const std::uint64_t first = *std::min_element(order_.begin(), order_.end());
            if (first != NONE && !stuck_)
                advance(first);
            else if (!to_the_end || !leave_meeting())
                break;
        }
        for (Lane& lane : warp_.lanes) {
            lane.steps.erase(lane.steps.begin(), lane.steps.begin() + static_cast<std::ptrdiff_t>(lane.next));
            lane.next = 0;
        }
        if (to_the_end) warp_.meetings.clear();
    }

 private:
    static constexpr std::uint64_t NONE = ~std::uint64_t{0};

    void advance(std::uint64_t first) {
        Request request;
        for (unsigned lane = 0; lane < 32; ++lane)
            if (order_[lane] == first) request.add(lane, next_of(lane).address);
        const std::uint32_t spot = next_of(static_cast<unsigned>(__builtin_ctz(request.lanes))).spot;
        if (all.spots[spot].what == branch)
            come_to_branch(warp_, spot, request);
        else
            count(warp_, spot, request);
        for (std::uint32_t left = request.lanes; left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(left));
            ++warp_.lanes[lane].next;
            look(lane);
        }
    }

    const Step& next_of(unsigned lane) const { return warp_.lanes[lane].steps[warp_.lanes[lane].next]; }

    // Finds what the lane does next.
    void look(unsigned lane) {
        Lane& mine = warp_.lanes[lane];
        order_[lane] = NONE;
        for (; mine.next < mine.steps.size(); ++mine.next) {
            const std::uint32_t spot = mine.steps[mine.next].spot;
            if (spot == END)
                go(warp_, lane, LEFT);
            else if (spot == MEETING || !all.spots[spot].own)
                break;
        }
        if (mine.next == mine.steps.size()) {
            stuck_ = stuck_ || (!to_the_end_ && mine.state == State::ahead);
        } else if (mine.steps[mine.next].spot == MEETING) {
            Meeting& meeting = warp_.meetings[mine.steps[mine.next].address];
            meeting.came |= 1u << lane;
            if (meeting.came == meeting.lanes) part(meeting.lanes);
        } else {
            order_[lane] = all.spots[mine.steps[mine.next].spot].order;
        }
    }

    // All these lanes have come to their meeting, and go on.
    void part(std::uint32_t lanes) {
        for (unsigned lane = 0; lane < 32; ++lane)
            if (lanes >> lane & 1) ++warp_.lanes[lane].next;
        for (unsigned lane = 0; lane < 32; ++lane)
            if (lanes >> lane & 1) look(lane);
    }

    // A meeting to which not all have come, since a fault ended the kernel: a lane leaves it. False when none waits.
    bool leave_meeting() {
        for (unsigned lane = 0; lane < 32; ++lane) {
            if (warp_.lanes[lane].next == warp_.lanes[lane].steps.size()) continue;
            ++warp_.lanes[lane].next;
            look(lane);
            return true;
        }
        return false;
    }

    Warp& warp_;
    std::array<std::uint64_t, 32> order_;  // of what each lane does next
    bool to_the_end_ = true, stuck_ = false;
};

// All lanes of the warp are together.
void together(Warp& warp) {
    const HostMemory own;
    for (Lane& lane : warp.lanes) file_load(lane);
    Replay(warp).run(true);
    warp.full = warp.exist & ~warp.exited;
}

// Some lanes of the warp are together.
void some_together(Warp& warp, std::uint32_t lanes) {
    for (std::size_t lane = 0; lane < 32; ++lane) {
        if (!(lanes >> lane & 1)) continue;
        file_load(warp.lanes[lane]);
        step(warp.lanes[lane], MEETING, warp.meetings.size());
    }
    warp.meetings.push_back({lanes, 0});
}

bool all_stopped(const Warp& warp) {
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const State state = warp.lanes[lane].state;
        if ((warp.exist >> lane & 1) && (state == State::unstarted || state == State::running)) return false;
    }
    return true;
}

// The running lane is far ahead of what is counted.
void wait_for_others() {
    Warp& warp = *all.warp;
    Lane& mine = *all.lane;
    // Another may never stop, when it waits in a loop for something that this one does.
    for (unsigned turn = 0; turn < 2 * all.threads + 64; ++turn) {
        mine.state = State::ahead;
        if (all_stopped(warp)) {
            const HostMemory own;  // not while others run
            Replay(warp).run(false);
            for (Lane& lane : warp.lanes)
                if (lane.state == State::ahead && lane.steps.size() < MOST_AHEAD) lane.state = State::running;
        }
        if (mine.steps.size() >= MOST_AHEAD) Worker::mine().nap();
        if (mine.steps.size() < MOST_AHEAD) {
            mine.state = State::running;
            return;
        }
    }
    mine.state = State::running;
    together(warp);
}

void keep_up() {
    if (all.lane->steps.size() >= MOST_AHEAD) [[unlikely]]
        wait_for_others();
}

// The cell of a variable with a name, or null.
Cell* variable_cell(std::uintptr_t address) {
    return address - state.variables_begin < state.variables_end - state.variables_begin
               ? memory().variable_cell(address)
               : nullptr;
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
    const bool constant = address - ARENA >= ARENA_BYTES && memory().is_constant(address);
    if (!shared && !constant) touch(address, bytes, reads || updates, !reads);

    Lane& lane = *all.lane;
    if (updates && lane.load_address == address)
        lane.load_bytes = 0;
    else
        file_load(lane);
    if (kind == Kind::atomic_read) {
        lane.load_address = address;
        lane.load_place = place;
        lane.load_bytes = bytes;
        return;
    }
    const What what = updates    ? (shared ? shared_atomic : global_atomic)
                      : shared   ? (reads ? shared_load : shared_store)
                      : !reads   ? global_store
                      : constant ? constant_load
                                 : global_load;
    step(lane, spot_of(place, what, bytes, piece), address);
}

}  // namespace

void access(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place) {
    if (is_private(address)) return;
    if (kind == Kind::read || kind == Kind::write) keep_up();
    const HostMemory own;
    file(address, bytes, kind, place, 0);
}

// A structure that no single load can take goes word by word.
void range(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place) {
    if (is_private(address)) return;
    keep_up();
    const HostMemory own;
    const unsigned step = (address | bytes) % 4 == 0 ? 4 : (address | bytes) % 2 == 0 ? 2 : 1;
    for (std::size_t offset = 0; offset < bytes; offset += step)
        file(address + offset, step, kind, place, static_cast<unsigned>(std::min<std::size_t>(offset / step, 4095)));
}

void straight_code(std::uintptr_t place) {
    keep_up();
    const HostMemory own;
    const bool first = !std::exchange(all.lane->entered, true);
    step(*all.lane, spot_of(place, branch, 0, first), 0);
}

// ---- Events -----------------------------------------------------------------------------------

void grid_begins(const LaunchConfig& config, unsigned threads) {
    Kernel& kernel = all.kernels[config.kernel];
    ++kernel.launches;
    kernel.blocks += std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;
    kernel.grid = config.grid;
    kernel.block = config.block;
    ++kernel.recent.launches;
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
        for (Lane& lane : warp.lanes) {
            lane.state = State::unstarted;
            lane.steps.clear();
            lane.fork = -1;
            lane.entered = false;
            lane.load_bytes = 0;
        }
        warp.forks.clear();
        warp.free_forks.clear();
    }
    all.block = block.get();
}

void block_resumes(std::uint32_t number) { all.block = all.blocks.at(number).get(); }

void thread_runs(unsigned rank) {
    all.warp = &all.block->warps[rank / 32];
    all.lane = &all.warp->lanes[rank % 32];
    if (all.lane->state != State::ahead) all.lane->state = State::running;
}

void thread_waits(unsigned rank) { all.block->warps[rank / 32].lanes[rank % 32].state = State::waiting; }

void thread_exits(unsigned rank) {
    const HostMemory own;
    Warp& warp = all.block->warps[rank / 32];
    Lane& lane = warp.lanes[rank % 32];
    lane.state = State::exited;
    warp.exited |= 1u << rank % 32;
    file_load(lane);
    step(lane, END, 0);
    if (warp.exited == warp.exist) together(warp);
}

void barrier_released() {
    const HostMemory own;
    for (Warp& warp : all.block->warps) {
        together(warp);
        for (Lane& lane : warp.lanes)
            if (lane.state == State::waiting) lane.state = State::running;
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
        if (lanes >> lane & 1) warp.lanes[lane].state = State::running;
}

void block_ends(std::uint32_t number) {
    const HostMemory own;
    block_resumes(number);  // the blocks of a cooperative grid end after one another, when none runs
    Block& block = *all.block;
    for (Warp& warp : block.warps) {
        together(warp);
        for (unsigned lane = 0; lane < 32; ++lane) go(warp, lane, 0);  // after a fault
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

// Of a piece of straight code: does it end in a branch, and how often did a warp go more than one way?
bool count_ways(const OfSpot& spot, Counted& counted) {
    std::vector<std::uintptr_t> seen;
    for (const auto& [ways, requests] : spot.ways) {
        if (ways.size() > 1) counted.divergent += requests;
        for (const std::uintptr_t way : ways)
            if (std::find(seen.begin(), seen.end(), way) == seen.end()) seen.push_back(way);
    }
    return seen.size() > 1;
}

// The line of a spot; of the piece in which a kernel begins, when that is none of the program's, of what comes next.
Line line_of(const Spot& spot, const OfSpot& total) {
    const Line line = checker::line_of(spot.place);
    if (line.line != 0 || !spot.first) return line;
    std::uintptr_t next = ~std::uintptr_t{0};
    for (const auto& [ways, requests] : total.ways)
        for (const std::uintptr_t way : ways)
            if (way != LEFT) next = std::min(next, way);
    return checker::line_of(next);
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
        const auto& [place, what, bytes, order, first, own] = all.spots[i];
        Counted counted = spot.counted;
        if (what == branch && !count_ways(spot, counted)) continue;
        const Line line = line_of(all.spots[i], spot);
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
    const char* const path = asked("DAYBREAK_COUNTS");
    if (path == nullptr || *path == '\0') return;
    std::vector<std::uintptr_t> places;
    for (const Spot& spot : all.spots) places.push_back(spot.place);
    find_lines(places);
    std::string text;
    for (const auto& [name, kernel] : all.kernels) text += json(name, kernel);
    std::FILE* const out = std::fopen(path, "w");
    const bool written = out != nullptr && std::fputs(text.c_str(), out) >= 0;
    if (out == nullptr || std::fclose(out) != 0 || !written)
        std::fprintf(stderr, "CPU device: cannot write the counts to %s: %s: name another file in DAYBREAK_COUNTS\n",
                     path, std::strerror(errno));
}

void forget_recent() {
    for (auto& [name, kernel] : all.kernels) kernel.recent = {};
}

void tell_recent(const std::string& name, verify::Counts* counts) {
    const auto found = all.kernels.find(name);
    if (found == all.kernels.end() || found->second.recent.launches == 0) return;
    const auto& recent = found->second.recent;
    const auto of = [&](What what) -> verify::Counts::Access {
        const Counted& c = recent.by_what[what];
        return {c.requests, c.lanes, c.sectors, c.wavefronts, c.wavefronts - c.least};
    };
    *counts = {recent.launches, of(global_load),  of(global_store),  of(global_atomic),
               of(shared_load), of(shared_store), of(shared_atomic), recent.divergent};
}

}  // namespace cpu_device::checker::counts

void daybreak_count_from_here() { cpu_device::checker::counts::forget_recent(); }
void daybreak_counts(const char* kernel, verify::Counts* counts) {
    cpu_device::checker::counts::tell_recent(kernel, counts);
}
