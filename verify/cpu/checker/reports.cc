#include "verify/cpu/checker/reports.h"

#include <cstring>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device::checker {

bool explained = false;

Who running() { return {state.block, state.thread}; }

namespace {

std::string in_bytes(std::size_t n) { return format("%zu byte%s", n, n == 1 ? "" : "s"); }

const char* name_of(Kind kind) {
    switch (kind) {
        case Kind::read:
            return "read";
        case Kind::write:
            return "write";
        case Kind::volatile_read:
            return "volatile read";
        case Kind::volatile_write:
            return "volatile write";
        default:
            return "atomic";
    }
}
const char* space_of(const Use& use) { return is_shared(use.address) ? "shared" : "global"; }

Finding finding_of(const char* tool, const char* what, const Use& use) {
    Finding finding{.tool = tool, .kind = what, .space = space_of(use), .kernel = launched.kernel};
    finding.access = {name_of(use.kind), use.bytes, use.place, {}, running()};
    return finding;
}

void name_array(Finding& finding, const std::optional<Place>& place) {
    if (!place || !place->inside) return;
    finding.array = place->name;
    finding.array_bytes = place->bytes;
}

// Where the address lies beside the nearest array.
void tell_distance(Finding& finding, const Use& use, const std::optional<Place>& place) {
    if (!place) return;
    const std::uintptr_t address = use.address;
    const unsigned bytes = use.bytes;
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
        finding.plain = format("%s (%s) was freed with cudaFree before this kernel ran.", name, size.c_str());
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
            finding.plain += format(", with indices 0 to %zu; this is index %zu.", place->bytes / bytes - 1,
                                    (address - place->begin) / bytes);
        else
            finding.plain += format("; this access begins %s past their end.", in_bytes(past).c_str());
    }
    if (place->where.line != 0 && !(place->freed && place->inside))
        finding.detail += format(" (%s:%d)", place->where.file, place->where.line);
}

// Which two threads race, as far as it decides what mends it.
struct Races {
    bool known_block, same_block, same_warp;
    bool only_writes;  // neither side reads
};

// May a remedy be named? DAYBREAK_ADVICE lists those that the reader knows: "barrier", "barrier atomic"; unset: all.
bool is_known_remedy(const char* remedy) {
    const char* const known = asked("DAYBREAK_ADVICE");
    return known == nullptr || std::strstr(known, remedy) != nullptr;
}

// What mends a race between two lines.
std::string remedy_of(const Races& race) {
    const bool other_block = race.known_block && !race.same_block;
    if (race.only_writes)
        return std::string(other_block ? "One of the two values is lost, since nothing orders the blocks of a launch: "
                                       : "One of the two values is lost: ") +
               "let each thread write an element of its own.";
    if (other_block)
        return "Nothing orders the blocks of a launch: let a second launch read what the first one writes.";
    if (!is_known_remedy("barrier")) return "Let no thread read what another one writes in the same launch.";
    return race.known_block && race.same_warp
               ? "A __syncthreads() between them would order them; for these two a __syncwarp() is enough."
               : "A __syncthreads() between them would order them.";
}

// What mends one between two runs of the same line.
std::string remedy_on_one_line(const Races& race) {
    const bool reads = !race.only_writes, same_block = !race.known_block || race.same_block;
    std::string remedy =
        reads && is_known_remedy("atomic")
            ? "If each adds to what is there, an atomic function (atomicAdd) does it in one step; otherwise let"
            : "Let";
    remedy += " each thread have its own element";
    if (reads && same_block && is_known_remedy("barrier")) remedy += ", or put a barrier between reading and writing";
    return remedy + ".";
}

// The other thread, and the words.
void explain_race(Finding& finding, const Use& use, const Conflict& conflict, const std::optional<Place>& array) {
    const std::uint32_t block = state.ordering.block_of(stamp_of(conflict.side));
    const bool same_block = launched.block_number(state.block) == block;
    if (!conflict.unknown) {
        finding.other->who = Who{launched.block_index(block), launched.thread_index(thread_of(conflict.side))};
        finding.detail = format("Race reported on __%s__ memory between two threads of %s", space_of(use),
                                same_block ? "one block" : "different blocks");
    }
    std::string what = "the same address";
    if (array && array->inside) {
        const std::size_t offset = use.address - array->begin;
        what = format("the same %s of %s",
                      offset % use.bytes == 0 ? format("element (index %zu)", offset / use.bytes).c_str() : "bytes",
                      array->name.empty() ? "an array" : array->name.c_str());
    }
    const std::string both = format("Two threads use %s, at least one writes, and nothing orders them. ", what.c_str());
    const Races race{.known_block = !conflict.unknown,
                     .same_block = same_block,
                     .same_warp = thread_of(conflict.side) / 32 == state.rank / 32,
                     .only_writes = use.kind != Kind::read && conflict.with_write};
    finding.plain = both + remedy_of(race);
    finding.on_one_line = both + remedy_on_one_line(race);
}

// ---- Loops around atomicCAS -------------------------------------------------------------------

std::unordered_set<std::uint32_t> guesses;
std::vector<bool> volatile_sites(MAX_SITE + 1);
bool stores_volatile(std::uint32_t site) { return volatile_sites[site]; }
struct Postponed {
    std::uint32_t load;
    Finding finding;
    std::uint64_t count;
};
std::map<std::pair<std::uintptr_t, std::uintptr_t>, Postponed> postponed;  // by the places of both sides

// ---- The same value ---------------------------------------------------------------------------

struct Undecided {
    Finding finding;
    Use use{};
    Conflict conflict;
    std::optional<Place> array;
    unsigned char before[16] = {};
};
Undecided undecided;

// Waits for what the running thread stores.
bool is_left_undecided(const Finding& finding, const Use& use, const Conflict& conflict,
                       const std::optional<Place>& array) {
    if (use.kind != Kind::write || !conflict.with_write || conflict.unknown || (conflict.side & ATOMIC) != 0 ||
        use.bytes > sizeof undecided.before)
        return false;
    undecided = {finding, use, conflict, array, {}};
    std::memcpy(undecided.before, reinterpret_cast<const void*>(use.address), use.bytes);
    state.undecided = true;
    return true;
}

// Perhaps: in which pass of a loop a lane stores is not known (docs/limits.md).
bool may_be_one_instruction(const Undecided& store) {
    const Side other = store.conflict.side;
    return state.ordering.of_this_block(other) && thread_of(other) / 32 == state.rank / 32 &&
           site_of(other) == site_of_place(store.use.place);
}

void file_race(const Finding& finding, const Use& use, Side other) {
    const bool load_now = use.kind == Kind::read && (other & ATOMIC) != 0;
    const bool load_before = use.kind == Kind::atomic && std::strcmp(finding.other->kind, "read") == 0;
    if (!load_now && !load_before) return report(finding);
    const std::uint32_t load = load_now ? site_of_place(use.place) : site_of(other);
    if (guesses.count(load) != 0) return;
    const std::pair places(finding.access.place, finding.other->place);
    ++postponed.try_emplace(places, Postponed{load, finding, 0}).first->second.count;
}

}  // namespace

void note_guess(std::uint32_t load) { guesses.insert(load); }
void note_volatile_store(std::uint32_t store) { volatile_sites[store] = true; }

void report_postponed() {
    for (const auto& [places, one] : std::exchange(postponed, {}))
        if (guesses.count(one.load) == 0) report(one.finding, one.count);
}

// ---- Reports ----------------------------------------------------------------------------------

void report_outside(const Use& use, const std::optional<Place>& nearest) {
    Finding finding = finding_of("memcheck", "out-of-bounds", use);
    tell_distance(finding, use, nearest);
    report(finding);
}

void decide_same_value() {
    if (!std::exchange(state.undecided, false)) return;
    const HostMemory own;
    const Use& use = undecided.use;
    Finding& finding = undecided.finding;
    const bool same = std::memcmp(undecided.before, reinterpret_cast<const void*>(use.address), use.bytes) == 0;
    finding.is_advice = same && may_be_one_instruction(undecided);
    if (same) finding.kind = finding.is_advice ? "same-value-in-warp" : "same-value";
    if (!is_known(finding)) {
        explain_race(finding, use, undecided.conflict, undecided.array);
        if (same) finding.on_one_line.clear();
        if (finding.is_advice) {
            finding.detail.clear();
            finding.plain =
                "They do it at one place, perhaps in one instruction: then one of the stores takes place, and it does "
                "not matter which. Lanes in different passes of a loop are not in one, and the checker does not tell "
                "them apart. If one lane alone stores, nobody has to think about it.";
        }
        if (same && !finding.is_advice)
            finding.plain =
                "Two threads store the same value in the same place, and nothing orders them: the value is right on "
                "hardware as it is, and CUDA does not promise it. Let one thread store it, or use atomicExch.";
    }
    report(finding);
}

void report_race(const Use& use, const Conflict& conflict, const std::optional<Place>& nearest) {
    Finding finding = finding_of("racecheck", "race", use);
    Access other;
    other.kind = !conflict.with_write                      ? "read"
                 : (conflict.side & ATOMIC) == 0           ? "write"
                 : stores_volatile(site_of(conflict.side)) ? "volatile write"
                                                           : "atomic";
    other.place = place_of_site(site_of(conflict.side));
    finding.other = other;
    name_array(finding, nearest);
    if (is_left_undecided(finding, use, conflict, nearest)) return;
    if (!is_known(finding)) explain_race(finding, use, conflict, nearest);
    file_race(finding, use, conflict.side);
}

void report_unwritten(const Use& use, const std::optional<Place>& nearest) {
    Finding finding = finding_of("initcheck", "uninitialised", use);
    name_array(finding, nearest);
    if (nearest && nearest->inside && !is_known(finding)) {
        const std::size_t offset = use.address - nearest->begin;
        finding.plain =
            format("%s of %s was never written before this read%s.",
                   offset % use.bytes == 0 ? format("Element %zu", offset / use.bytes).c_str() : "A part",
                   nearest->name.empty() ? "the array" : nearest->name.c_str(),
                   is_shared(use.address)
                       ? " (shared memory starts empty in every block, and a pointer to another block's leads "
                         "to the block's own)"
                       : "");
    }
    report(finding);
}

void report_misaligned(const Use& use, const std::optional<Place>& nearest) {
    explained = true;
    Finding finding = finding_of("memcheck", "misaligned", use);
    name_array(finding, nearest);
    finding.detail = format("Address 0x%zx is misaligned", use.address);
    finding.plain = format("An access of %u bytes needs an address that is a multiple of %u; this one is %zu too high.",
                           use.bytes, use.bytes, use.address % use.bytes);
    report(finding);
}

void report_null(const Use& use) {
    explained = true;
    Finding finding = finding_of("memcheck", "null", use);
    finding.detail = format("Address 0x%zx is out of bounds", use.address);
    finding.plain = "The pointer is null (or an index was added to a null pointer): nothing was allocated for it.";
    report(finding);
}

void report_host_memory(const Use& use) {
    Finding finding = finding_of("memcheck", "host-access", use);
    finding.detail = "The address is host memory, to which a GPU has no access";
    finding.plain =
        "The kernel was given a host pointer: copy the data to device memory with cudaMemcpy and pass that pointer.";
    report(finding);
}

void report_other_local(const Use& use) {
    Finding finding = finding_of("memcheck", "other-local", use);
    finding.space = "local";
    finding.detail = "The address is local memory of another thread";
    finding.plain =
        "The pointer leads to a local variable of another thread. On a GPU each thread has local memory of its own, "
        "and "
        "finds its own there: hand values on through shared memory or a shuffle.";
    report(finding);
}

void report_other_shared(const Use& use) {
    Finding finding = finding_of("memcheck", "other-shared", use);
    finding.detail = "The address is shared memory of another block";
    finding.plain =
        "The pointer leads to shared memory of another block. On a GPU each block finds its own there: hand values on "
        "through global memory.";
    report(finding);
}

}  // namespace cpu_device::checker
