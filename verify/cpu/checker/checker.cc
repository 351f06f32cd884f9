#include "verify/cpu/checker/checker.h"

#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cpu/checked.h"
#include "cpu/device.h"
#include "cpu/thread.h"
#include "verify/cpu/checker/counts.h"
#include "verify/cpu/checker/findings.h"
#include "verify/cpu/checker/memory_map.h"
#include "verify/cpu/runtime/ground/fiber.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/observer.h"
#include "verify/cpu/runtime/memory/allocations.h"
#include "verify/cpu/runtime/run/faults.h"
#include "verify/cpu/runtime/run/heap.h"

extern "C" char __executable_start, end;  // of the program's own code and variables, from the linker

namespace cpu_device::checker {

constinit thread_local Mode mode = Mode::off;
State state;
std::uintptr_t text_begin = reinterpret_cast<std::uintptr_t>(&__executable_start);

namespace {

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

MemoryMap& memory() {
    static MemoryMap* const map = new MemoryMap;
    return *map;
}

std::string in_bytes(std::size_t n) { return format("%zu byte%s", n, n == 1 ? "" : "s"); }

Line line_at(const Where& where) { return {"", where.file, where.line}; }

// What is the same for all accesses of a launch, and who runs.
struct Launched {
    std::string kernel;
    dim3 grid, block;
    unsigned threads = 0;
    Line line;

    unsigned block_number(uint3 index) const { return index.x + grid.x * (index.y + grid.y * index.z); }
    uint3 block_index(unsigned n) const { return {n % grid.x, n / grid.x % grid.y, n / grid.x / grid.y}; }
    uint3 thread_index(unsigned rank) const {
        return {rank % block.x, rank / block.x % block.y, rank / block.x / block.y};
    }
};
Launched launched;

Who running() { return {state.block, state.thread}; }

void refresh() { state.me = Side{state.ordering.now} << STAMP_SHIFT | Side{state.rank} << THREAD_SHIFT; }

// ---- Accesses ---------------------------------------------------------------------------------

const char* name_of(Kind kind) {
    if (kind == Kind::read || kind == Kind::volatile_read || kind == Kind::atomic_read) return "read";
    return kind == Kind::atomic ? "atomic" : "write";
}
bool is_volatile(Kind kind) { return kind == Kind::volatile_read || kind == Kind::volatile_write; }
bool is_atomic(Kind kind) { return kind != Kind::read && kind != Kind::write; }  // or as good as that
bool writes(Kind kind) { return kind == Kind::atomic || std::strcmp(name_of(kind), "write") == 0; }
bool reads(Kind kind) { return kind == Kind::atomic || !writes(kind); }

// What an access of one cell shows.
struct Seen {
    bool outside = false, unwritten = false;
    Side conflict = 0;  // with this earlier access, if not 0
    bool with_write = false;
    bool unknown = false;  // by another thread than the one that the side names
};

void examine(Cell& cell, Kind kind, bool shared, std::uint32_t site, Seen& seen) {
    const Ordering& order = state.ordering;
    const Side w = cell.write, r = cell.read;
    const std::uint32_t ws = stamp_of(w), rs = stamp_of(r);
    if (ws == NOT_OURS) {
        seen.outside = true;
        return;
    }
    const std::uint32_t begin = std::max(FIRST_STAMP, shared ? order.block_began : order.grid);
    const auto unordered = [&](Side side) { return stamp_of(side) >= begin && !order.before(side, state.rank); };
    // Volatile makes a flag between warps, but lanes of one warp need a __syncwarp() all the same.
    const bool lanes = is_volatile(kind) && shared && thread_of(w) / 32 == state.rank / 32;
    if (!(is_atomic(kind) && (w & ATOMIC) != 0 && !lanes) && unordered(w)) {
        seen.conflict = w;
        seen.with_write = true;
    } else if (!is_atomic(kind) && (w & OTHERS) != 0 && ws >= std::max(begin, order.barrier) &&
               !order.finer_order(ws, state.rank)) {
        seen.conflict = w;
        seen.with_write = seen.unknown = true;
    } else if (writes(kind) && rs >= begin) {
        const bool many = rs >= order.barrier && (r & MANY) != 0;
        const bool others = !shared && (r & OTHER_BLOCKS) != 0;
        if (unordered(r)) {
            seen.conflict = r;
        } else if ((many || others) && !order.finer_order(rs, state.rank)) {
            seen.conflict = r;
            seen.unknown = true;
        }
    }
    const bool written = (w & r & VALID) == VALID && (!shared || ws >= order.block_began);
    seen.unwritten = seen.unwritten || (reads(kind) && !written);
    const Side mine = state.me | Side{site} << SITE_SHIFT;
    if (writes(kind)) {
        // A plain write that this thread itself makes atomic afterwards still races with the others.
        const bool still_plain = is_atomic(kind) && !is_volatile(kind) && ws >= order.barrier &&
                                 thread_of(w) == state.rank && (w & ATOMIC) == 0;
        const bool others =
            is_atomic(kind) && (w & ATOMIC) != 0 && ws >= begin &&
            (ws < order.run || (ws >= order.barrier && (thread_of(w) != state.rank || (w & OTHERS) != 0)));
        cell.write = still_plain ? w | VALID : mine | (is_atomic(kind) ? ATOMIC : 0) | (others ? OTHERS : 0) | VALID;
        cell.read = r | VALID;
    } else if (kind == Kind::read) {
        const bool many = rs >= order.barrier && (thread_of(r) != state.rank || (r & MANY) != 0);
        const bool others = !shared && rs >= order.grid && (rs < order.run || (r & OTHER_BLOCKS) != 0);
        cell.read = mine | (many ? MANY : 0) | (others ? OTHER_BLOCKS : 0) | (r & VALID);
    }
}

// ---- Loops around atomicCAS -------------------------------------------------------------------
// A plain load and an atomic by another thread race, unless the load begins a loop around atomicCAS, which shows only
// later, and perhaps by another thread. So these races wait for the end of the grid.

std::unordered_set<std::uint32_t> guesses;  // the sites of such loads
struct Postponed {
    std::uint32_t load;
    Finding finding;
    std::uint64_t count;
};
std::map<std::pair<std::uintptr_t, std::uintptr_t>, Postponed> postponed;  // by the places of both sides

void file_race(const Finding& finding, Kind kind, std::uint32_t site, Side other) {
    const bool load_now = kind == Kind::read && (other & ATOMIC) != 0;
    const bool load_before = kind == Kind::atomic && std::strcmp(finding.other->kind, "read") == 0;
    if (!load_now && !load_before) return report(finding);
    const std::uint32_t load = load_now ? site : site_of(other);
    if (guesses.count(load) != 0) return;
    const std::pair places(finding.access.place, finding.other->place);
    ++postponed.try_emplace(places, Postponed{load, finding, 0}).first->second.count;
}

void file_postponed() {
    for (const auto& [places, one] : std::exchange(postponed, {}))
        if (guesses.count(one.load) == 0) report(one.finding, one.count);
}

Access here(Kind kind, unsigned bytes, std::uintptr_t place) { return {name_of(kind), bytes, place, {}, running()}; }

Finding of_access(const char* tool, const char* what, const char* space, Kind kind, unsigned bytes,
                  std::uintptr_t place) {
    Finding finding{.tool = tool, .kind = what, .space = space, .kernel = launched.kernel};
    finding.access = here(kind, bytes, place);
    return finding;
}

void name_array(Finding& finding, std::uintptr_t address, unsigned bytes) {
    const std::optional<Place> place = memory().nearest(address);
    if (!place) return;
    finding.array = place->name;
    finding.array_bytes = place->bytes;
    const char* const name = place->name.empty() ? "an allocation" : place->name.c_str();
    if (place->inside && !place->freed) {
        // It begins inside and ends outside, or its whole word was never given out.
        finding.distance = static_cast<std::int64_t>(place->bytes) - static_cast<std::int64_t>(address - place->begin);
        if (address + bytes > place->begin + place->bytes) finding.distance = 0;
    } else {
        finding.distance = place->distance;
    }
    const std::string size = in_bytes(place->bytes);
    if (place->freed && place->inside) {
        finding.kind = "use-after-free";
        finding.distance.reset();
        finding.detail = format("Address 0x%zx was freed: it is %zu bytes inside an allocation of size %zu bytes",
                                address, address - place->begin, place->bytes);
        finding.plain = format("%s (%s) was given back with cudaFree before this kernel ran.", name, size.c_str());
    } else if (place->distance < 0 && !place->inside) {
        const auto before = static_cast<std::size_t>(-place->distance);
        finding.detail = format(
            "Address 0x%zx is out of bounds and is %zu bytes before the nearest allocation at 0x%zx of size %zu bytes",
            address, before, place->begin, place->bytes);
        finding.plain =
            format("It begins %s before the start of %s, which has %s", in_bytes(before).c_str(), name, size.c_str());
        finding.plain += before % bytes == 0 ? format(": index -%zu.", before / bytes) : ".";
    } else {
        const auto past = static_cast<std::size_t>(*finding.distance);
        finding.detail = format(
            "Address 0x%zx is out of bounds and is %zu bytes after the nearest allocation at 0x%zx of size %zu bytes",
            address, past + 1, place->begin, place->bytes);
        finding.plain = format("%s has %s", name, size.c_str());
        if (place->bytes % bytes == 0 && (address - place->begin) % bytes == 0)
            finding.plain += format(", that is indices 0 to %zu; this is index %zu.", place->bytes / bytes - 1,
                                    (address - place->begin) / bytes);
        else
            finding.plain += format("; this access begins %s behind their end.", in_bytes(past).c_str());
    }
    if (place->where.line != 0 && !(place->freed && place->inside))
        finding.detail += format(" (%s:%d)", place->where.file, place->where.line);
}

void report_outside(std::uintptr_t address, unsigned bytes, Kind kind, const char* space, std::uintptr_t place) {
    Finding finding = of_access("memcheck", "out-of-bounds", space, kind, bytes, place);
    name_array(finding, address, bytes);
    report(finding);
}

std::optional<Place> array_around(std::uintptr_t address) {
    std::optional<Place> place = memory().nearest(address);
    if (place && !place->inside) place.reset();
    return place;
}

// The other thread, and the words.
void explain_race(Finding& finding, const Seen& seen, std::uintptr_t address, unsigned bytes, const char* space,
                  const std::optional<Place>& array) {
    const std::uint32_t block = state.ordering.block_of(stamp_of(seen.conflict));
    const bool same_block = launched.block_number(state.block) == block;
    if (!seen.unknown) {
        finding.other->who = Who{launched.block_index(block), launched.thread_index(thread_of(seen.conflict))};
        finding.detail = format("Race reported on __%s__ memory between two threads of %s", space,
                                same_block ? "one block" : "different blocks");
    }
    std::string what = "the same address";
    if (array) {
        const std::size_t offset = address - array->begin;
        what = format("the same %s of %s",
                      offset % bytes == 0 ? format("element (index %zu)", offset / bytes).c_str() : "bytes",
                      array->name.empty() ? "an array" : array->name.c_str());
    }
    const bool same_warp = same_block && !seen.unknown && thread_of(seen.conflict) / 32 == state.rank / 32;
    const char* remedy = !same_block && !seen.unknown
                             ? "Blocks have no order: only an atomic, or a second launch, makes one."
                         : same_warp ? "A __syncthreads() between them would order them, a __syncwarp() these two."
                                     : "A __syncthreads() between them would order them.";
    const std::string both = format("Two threads use %s, at least one writes, and nothing orders them. ", what.c_str());
    finding.plain = both + remedy;
    finding.on_one_line = both +
                          "Where each adds to what is there, an atomic function (atomicAdd) does it in one step; "
                          "else let each thread have its own element, or a barrier between reading and writing.";
}

void report_race(const Seen& seen, std::uintptr_t address, unsigned bytes, Kind kind, const char* space,
                 std::uintptr_t place) {
    Finding finding = of_access("racecheck", "race", space, kind, bytes, place);
    Access other;
    other.kind = !seen.with_write ? "read" : (seen.conflict & ATOMIC) != 0 ? "atomic" : "write";
    other.place = place_of_site(site_of(seen.conflict));
    finding.other = other;
    const std::optional<Place> array = array_around(address);
    if (array) {
        finding.array = array->name;
        finding.array_bytes = array->bytes;
    }
    if (!is_known(finding)) explain_race(finding, seen, address, bytes, space, array);
    file_race(finding, kind, site_of_place(place), seen.conflict);
}

void report_unwritten(std::uintptr_t address, unsigned bytes, Kind kind, const char* space, std::uintptr_t place) {
    Finding finding = of_access("initcheck", "uninitialised", space, kind, bytes, place);
    const std::optional<Place> array = array_around(address);
    if (array) {
        finding.array = array->name;
        finding.array_bytes = array->bytes;
    }
    if (array && !is_known(finding)) {
        const std::size_t offset = address - array->begin;
        finding.plain = format("Nobody wrote %s of %s before this read%s.",
                               offset % bytes == 0 ? format("element %zu", offset / bytes).c_str() : "these bytes",
                               array->name.empty() ? "the array" : array->name.c_str(),
                               std::strcmp(space, "shared") == 0 ? " (shared memory starts empty in every block)" : "");
    }
    report(finding);
}

// Is it memory that a kernel may touch though no CUDA call allocated it: its threads' stacks, the program's own
// constants and variables, what the runtime keeps for the running OS thread?
bool is_own(std::uintptr_t address) { return is_private(address) || address - text_begin < number(&end) - text_begin; }

void look_at_variable(Cell& cell, std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place) {
    Seen seen;
    const std::uint32_t site = site_of_place(place);
    Cell* const parts = bytes < 4 ? bytes_of_word(cell) : nullptr;
    if (bytes < 4 && parts == nullptr) return;  // the side table is full
    if (parts == nullptr) {
        for (unsigned i = 0; i < bytes; i += 4)
            if (Cell* const next = memory().variable_cell(address + i)) {
                if (stamp_of(next->write) == SPLIT)
                    for (unsigned byte = 0; byte < 4; ++byte)
                        examine(bytes_of_word(*next)[byte], kind, false, site, seen);
                else
                    examine(*next, kind, false, site, seen);
            }
    } else {
        for (unsigned i = 0; i < bytes; ++i) examine(parts[(address + i) % 4], kind, false, site, seen);
    }
    if (seen.conflict != 0) report_race(seen, address, bytes, kind, "global", place);
    const std::optional<Place> variable = memory().nearest(address);
    if (variable && address + bytes > variable->begin + variable->bytes)
        report_outside(address, bytes, kind, "global", place);
}

bool explained = false;  // a finding tells what the fault that follows at once is about

void look_elsewhere(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place) {
    if (address - state.variables_begin < state.variables_end + 64 - state.variables_begin) {
        if (Cell* const cell = memory().variable_cell(address))
            return look_at_variable(*cell, address, bytes, kind, place);
        const std::optional<Place> nearest = memory().nearest(address);
        if (nearest && nearest->distance >= 0 && nearest->distance < 16)
            return report_outside(address, bytes, kind, "global", place);
    }
    if (is_own(address)) return;
    if (address < 1 << 16) {
        explained = true;
        Finding finding = of_access("memcheck", "null", "global", kind, bytes, place);
        finding.detail = format("Address 0x%zx is out of bounds", address);
        finding.plain = "The pointer is null (or an index was added to a null pointer): nothing was allocated for it.";
        report(finding);
        return;
    }
    if (bytes_from(reinterpret_cast<const void*>(address)) != 0) return;  // registered with the device
    Finding finding = of_access("memcheck", "host-access", "global", kind, bytes, place);
    finding.detail = "The address is host memory, to which a GPU has no access";
    finding.plain =
        "The kernel was given a host pointer: copy the data to device memory with cudaMemcpy and pass that pointer.";
    report(finding);
}

// The line of `instruction`, or if that is the CPU device's own code of the call that led there; 0 where none is known.
// For signal handlers.
Line first_own_line(const void* instruction) {
    std::array<void*, 64> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    std::vector<std::uintptr_t> places = {number(instruction) + 1};
    for (int i = 0; i < count; ++i) places.push_back(number(frames[static_cast<std::size_t>(i)]));
    for (const std::uintptr_t place : places) {
        const Line line = line_of(place);
        if (line.line != 0 && line.file.find("/verify/cpu/") == std::string::npos) return line;
    }
    return {};
}

// The time that `day check` gives is over (RLIMIT_CPU): says who still runs, and lets the signal end the program. What
// the signal interrupted may hold a lock that this needs; then the system kills the program a second later, or the
// alarm does.
void out_of_time(int signal, siginfo_t*, void* context) {
    const HostMemory own;
    constexpr unsigned PATIENCE = 10;  // seconds
    std::signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    const Mode running_mode = std::exchange(mode, Mode::off);
    const Line line =
        first_own_line(reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]));
    const std::string place = line.line == 0 ? "" : " at " + line.text();
    print_new_findings();
    if (running_mode == Mode::off)
        std::fprintf(stderr, "========= host code still runs%s\n", place.c_str());
    else
        std::fprintf(stderr, "========= kernel %s still runs%s, thread (%u,%u,%u) in block (%u,%u,%u)\n",
                     launched.kernel.c_str(), place.c_str(), state.thread.x, state.thread.y, state.thread.z,
                     state.block.x, state.block.y, state.block.z);
    finish_findings();
    std::fflush(nullptr);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// ---- The observer -----------------------------------------------------------------------------

class Checker final : public Observer {
 public:
    Checker() {
        reserve_memory();
        catch_faults();
        struct sigaction action {};
        action.sa_sigaction = out_of_time;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigaction(SIGXCPU, &action, nullptr);
        observer = this;
        on_exit([](int status, void*) { finish(status); }, nullptr);
    }

    static void finish(int status) {
        checker_->exits();
        if (counts::wanted()) counts::write();
        const int findings = finish_findings();
        if (status != 0 || findings == 0) return;
        std::fflush(nullptr);
        _exit(1);
    }

    void grid_begins(const LaunchConfig& config, unsigned threads) override {
        launched = {config.kernel, config.grid, config.block, threads, line_at(config.where)};
        if (state.ordering.now > MAX_STAMP / 2) {
            memory().forget_stamps();
            state.ordering.now = FIRST_STAMP;
        }
        state.ordering.begin_grid();
        state.variables_begin = memory().variables_begin();
        state.variables_end = memory().variables_end();
        memory().name_arguments(config);
        dynamic_ = config.shared;
        if (counts::wanted()) counts::grid_begins(config, threads);
    }
    void grid_ends() override {
        file_postponed();
        print_new_findings();
    }

    void block_begins(uint3 block, void* shared) override {
        state.block = block;
        memory().set_dynamic_shared(shared, dynamic_);
        state.ordering.begin_block(launched.block_number(block), launched.threads);
        barrier_ = &barriers_[launched.block_number(block)];
        *barrier_ = {};
        mode = counts::wanted() ? Mode::count : Mode::check;
        if (mode == Mode::count) counts::block_begins(launched.block_number(block));
    }
    void block_resumes(uint3 block) override {
        state.block = block;
        barrier_ = &barriers_[launched.block_number(block)];
        state.ordering.resume_block(launched.block_number(block));
        mode = counts::wanted() ? Mode::count : Mode::check;  // another may have ended meanwhile
        if (mode == Mode::count) counts::block_resumes(launched.block_number(block));
    }
    void thread_runs(uint3 thread, unsigned rank) override {
        state.thread = thread;
        state.rank = rank;
        refresh();
        if (mode == Mode::count) counts::thread_runs(rank);
    }
    void thread_exits(unsigned rank) override {
        const HostMemory own;
        ++barrier_->exited;
        state.ordering.exit_thread(rank);
        if (mode == Mode::count) counts::thread_exits(rank);
    }
    void block_ends(uint3 block) override {
        if (mode == Mode::count) counts::block_ends();
        mode = Mode::off;
        state.ordering.end_block(launched.block_number(block));
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
        barrier.came.push_back({rank, where});
        if (mode == Mode::count) counts::thread_waits(rank);
    }
    void barrier_released() override {
        const HostMemory own;
        if (barrier_->divergent || barrier_->exited > 0) tell_divergence();
        state.ordering.release_barrier();
        barrier_->came.clear();
        barrier_->divergent = false;
    }
    void grid_barrier_released() override {
        const HostMemory own;
        state.ordering.release_grid_barrier();
        if (mode == Mode::count) counts::grid_barrier_released();
    }
    void warp_synced(unsigned first, unsigned lanes) override {
        const HostMemory own;
        state.ordering.sync_warp(first, lanes);
    }

    void warp_reached(unsigned rank) override {
        if (mode == Mode::count) counts::thread_waits(rank);
    }
    void warp_function_runs(bool runs) override {
        if (runs) before_ = mode;
        mode = runs ? Mode::off : before_;
    }
    void warp_met(unsigned first, unsigned lanes) override {
        if (mode == Mode::count) counts::warp_met(first, lanes);
    }

    void mask_without_caller(unsigned mask, const Where& where) override {
        explained = true;
        tell_mask(state.rank, where,
                  format("The mask 0x%08x of %s does not name lane %u, which calls it: a lane must name itself.", mask,
                         where.what, state.rank % 32));
    }
    // A vote counts who is there, and a barrier waits for them; a shuffle reads from the others.
    void warp_completed(unsigned rank, unsigned mask, unsigned missing, const Where& where) override {
        if (std::strncmp(where.what, "__shfl", 6) != 0) return;
        tell_mask(rank, where,
                  format("The mask 0x%08x of %s names lanes that are not there (0x%08x: they have exited, or the block "
                         "has no such threads): what is read from them is undefined.",
                         mask, where.what, missing));
    }
    void tell_mask(unsigned rank, const Where& where, const std::string& plain) {
        const HostMemory own;
        if (mode == Mode::count) counts::thread_waits(rank);
        Finding finding{.tool = "synccheck", .kind = "bad-mask", .kernel = launched.kernel};
        finding.access.line = line_at(where);
        finding.access.who = Who{state.block, launched.thread_index(rank)};
        finding.detail = "Barrier error detected. Invalid arguments";
        finding.plain = plain;
        report(finding);
    }

    void fault(cudaError_t, const std::string& text, const void* instruction) override {
        const HostMemory own;
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
        finding.plain = freed != nullptr ? "This memory was given back before."
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

    void leaked(const void*, std::size_t bytes, const Where& where) override {
        if (counts::wanted()) return;
        Finding finding{.tool = "memcheck", .kind = "leak"};
        finding.access.line = line_at(where);
        finding.array_bytes = bytes;
        finding.plain = format("Memory from %s was never given back with cudaFree.", where.what);
        report(finding);
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
        _exit(1);
    }

    void exits() { tell_unchecked(); }

 private:
    struct Unchecked {
        std::string kernel;
        Line line;
        cudaError_t error;
    };

    // Of one block: who stands at the barrier that fills now, and how many threads have ended.
    struct Barrier {
        unsigned exited = 0;
        bool divergent = false;  // not all stand at the same line
        Where first;
        std::vector<std::pair<unsigned, Where>> came;
    };

    void tell_divergence() {
        Finding finding{.tool = "synccheck", .kind = "divergent-barrier", .kernel = launched.kernel};
        finding.detail = "Barrier error detected. Divergent thread(s) in block";
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
        finding.plain = barrier_->exited > 0
                            ? format(
                                  "%u thread%s of the block had ended when the others came to this barrier: every "
                                  "thread must come to it.",
                                  barrier_->exited, barrier_->exited == 1 ? "" : "s")
                            : "The threads of the block stand at different barriers: all must come to the same one.";
        report(finding);
    }

    void tell_unchecked() {
        if (unchecked_ == nullptr) return;
        Finding finding{.tool = "memcheck", .kind = "unchecked-launch", .kernel = unchecked_->kernel};
        finding.access.line = unchecked_->line;
        finding.detail =
            format("Program hit %s (error %d) due to \"%s\" on CUDA API call to cudaLaunchKernel",
                   cudaGetErrorName(unchecked_->error), unchecked_->error, cudaGetErrorString(unchecked_->error));
        finding.plain = "The launch failed, nothing ran, and nobody asked: call cudaGetLastError() after every launch.";
        unchecked_.reset();
        report(finding);
        print_new_findings();
    }

    std::size_t dynamic_ = 0;
    std::unordered_map<unsigned, Barrier> barriers_;  // by block
    Barrier* barrier_ = nullptr;                      // of the block that runs
    std::unique_ptr<Unchecked> unchecked_;
    Mode before_ = Mode::off;  // a warp function ran

 public:
    static Checker* const checker_;
};

Checker* const Checker::checker_ = new Checker;

}  // namespace

// ---- What the hooks call ----------------------------------------------------------------------

bool look(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place, bool part) {
    const HostMemory own;
    if (address - ARENA >= ARENA_BYTES) {
        look_elsewhere(address, bytes, kind, place);
        return true;
    }
    const bool shared = address - ARENA < SHARED_BYTES;
    const char* const space = shared ? "shared" : "global";
    const std::uint32_t site = site_of_place(place);
    Seen seen;
    bool unwritten = false, written = false;
    for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + bytes; word += 4) {
        Cell& cell = cell_of(word);
        const bool whole = word >= address && word + 4 <= address + bytes;
        unsigned missing = 0, there = 0;  // bytes of this word that are read
        if (stamp_of(cell.write) == NOT_OURS) {
            seen.outside = true;
        } else if (whole && stamp_of(cell.write) != SPLIT) {
            seen.unwritten = false;
            examine(cell, kind, shared, site, seen);
            (seen.unwritten ? missing : there) = 4;
        } else if (Cell* const parts = bytes_of_word(cell)) {
            for (unsigned byte = 0; byte < 4; ++byte) {
                if (word + byte < address || word + byte >= address + bytes) continue;
                seen.unwritten = false;
                examine(parts[byte], kind, shared, site, seen);
                ++(seen.unwritten ? missing : there);
            }
        }
        written = written || there > 0;
        unwritten = unwritten || missing > 0;
    }
    // A structure of 8 or 16 bytes is copied as one, with its padding: that nobody wrote a part of it is nobody's
    // fault.
    if (bytes >= 8 && written) unwritten = false;
    if (seen.outside) {
        report_outside(address, bytes, kind, space, place);
        return true;
    }
    if (seen.conflict != 0) report_race(seen, address, bytes, kind, space, place);
    if (unwritten && !part && MemoryMap::is_untouched(address)) report_unwritten(address, bytes, kind, space, place);
    return written;
}

void look_at_structure(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place) {
    const HostMemory own;
    bool written = false;
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t at = address; at < end;) {
        const unsigned step = at % 4 == 0 && end - at >= 4 ? 4 : 1;
        written = look(at, step, kind, place, true) || written;
        at += step;
    }
    const bool shared = address - ARENA < SHARED_BYTES;
    for (std::uintptr_t word = address; word < end; word += 4) written = written || !MemoryMap::is_untouched(word);
    if (!written && reads(kind))
        report_unwritten(address, static_cast<unsigned>(bytes), kind, shared ? "shared" : "global", place);
}

void misaligned(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place) {
    const HostMemory own;
    if (is_own(address)) return;
    explained = true;
    const bool shared = address - ARENA < SHARED_BYTES;
    Finding finding = of_access("memcheck", "misaligned", shared ? "shared" : "global", kind, bytes, place);
    const std::optional<Place> array = memory().nearest(address);
    if (array && array->inside) {
        finding.array = array->name;
        finding.array_bytes = array->bytes;
    }
    finding.detail = format("Address 0x%zx is misaligned", address);
    finding.plain = format("An access of %u bytes needs an address that is a multiple of %u; this one is %zu too high.",
                           bytes, bytes, address % bytes);
    report(finding);
}

void atomic_happens(std::uintptr_t address, unsigned bytes, Kind kind, bool releases, std::uintptr_t place) {
    if (address % bytes != 0) return misaligned(address, bytes, kind, place);
    const HostMemory own;
    state.ordering.atomic(state.rank, address, reads(kind), writes(kind), releases);
    refresh();
    look(address, bytes, kind, place);
}

void compares_and_swaps(std::uintptr_t address) {
    const HostMemory own;
    Cell* cell = address - ARENA < ARENA_BYTES ? &cell_of(address) : memory().variable_cell(address);
    if (cell == nullptr || stamp_of(cell->write) == NOT_OURS) return;
    if (stamp_of(cell->write) == SPLIT) cell = bytes_of_word(*cell) + address % 4;
    if (stamp_of(cell->read) < state.ordering.barrier || thread_of(cell->read) != state.rank) return;
    guesses.insert(site_of(cell->read));
    cell->read &= VALID;  // stamp 0: as though it had not been read
}

void fence_happens() {
    const HostMemory own;
    state.ordering.fence(state.rank);
    refresh();
}

std::string name_at(std::uintptr_t address, std::uintptr_t* begin) {
    const std::optional<Place> place = memory().nearest(address);
    if (!place || !place->inside) return "";
    *begin = place->begin;
    return place->name;
}

Cell* variable_cell(std::uintptr_t address) {
    return address - state.variables_begin < state.variables_end - state.variables_begin
               ? memory().variable_cell(address)
               : nullptr;
}

bool is_constant(std::uintptr_t address) { return memory().is_constant(address); }

}  // namespace cpu_device::checker

cpu_device::DeviceVariable::DeviceVariable(const volatile void* address, std::size_t bytes, const char* name,
                                           bool constant) {
    cpu_device::checker::memory().add_variable(reinterpret_cast<std::uintptr_t>(address), bytes, name, constant);
}
cpu_device::KernelParameters::KernelParameters(const char* kernel, const char* names) {
    cpu_device::checker::memory().add_kernel(kernel, names);
}

// A program that leaves this way gets its summary too.
extern "C" [[noreturn]] void _Exit(int status) noexcept {
    cpu_device::checker::Checker::finish(status);
    _exit(status);
}
