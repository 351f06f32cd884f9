#include "verify/cpu/checker/memory_map.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <vector>

namespace cpu_device::checker {
namespace {

constexpr std::size_t PAGE = 4096, BIG = 2ull << 20;
constexpr std::size_t HUGE = 64ull << 20;        // from here on nothing is filled before it is used
constexpr std::size_t GAP = 1ull << 20;          // between allocations, where an overrun lands
constexpr std::size_t QUARANTINE = 64;           // freed ranges of a size that are not given out again
constexpr std::size_t SHARED_GAP = 4096;         // likewise between shared variables
constexpr std::size_t MAX_DYNAMIC = 256 * 1024;  // of a window, before its variables

std::uintptr_t round_up(std::uintptr_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }
std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Fewer pages are faster to fault in, to open and to close.
void use_large_pages(std::uintptr_t begin, std::uintptr_t end) {
    const std::uintptr_t first = round_up(begin, BIG), last = end / BIG * BIG;
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

// Memory that holds nothing but NaN and takes no room as long as nobody writes there: HUGE bytes of a file, mapped
// again and again. False: the system does not give it.
bool map_poison(std::uintptr_t begin, std::size_t bytes) {
    static const int file = [] {
        const int made = memfd_create("poison", MFD_CLOEXEC);
        const std::vector<char> piece(1 << 20, '\xff');
        for (std::size_t at = 0; made >= 0 && at < HUGE; at += piece.size())
            if (pwrite(made, piece.data(), piece.size(), static_cast<off_t>(at)) != static_cast<ssize_t>(piece.size()))
                return -1;
        return made;
    }();
    if (file < 0) return false;
    const std::uintptr_t first = round_up(begin, PAGE), last = (begin + bytes) / PAGE * PAGE;
    for (std::uintptr_t at = first; at < last; at += HUGE)
        if (mmap(reinterpret_cast<void*>(at), std::min(HUGE, last - at), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) == MAP_FAILED)
            return false;
    return true;
}

// What a word of managed or pinned memory holds at first: a NaN that differs from place to place, so that nobody writes
// it by chance.
std::uint32_t pattern(std::uintptr_t address) {
    return 0x7fc00000u | static_cast<std::uint32_t>((address >> 2) * 0x9e3779b97f4a7c15ull >> 42);
}

// How far `address` lies from `place`.
void measure(Place& place, std::uintptr_t address) {
    place.inside = address - place.begin < place.bytes;
    place.distance = address < place.begin
                         ? -static_cast<std::int64_t>(place.begin - address)
                         : static_cast<std::int64_t>(address - place.begin) - static_cast<std::int64_t>(place.bytes);
}

std::uint64_t gap(const Place& place) {
    return place.inside ? 0 : static_cast<std::uint64_t>(place.distance < 0 ? -place.distance : place.distance + 1);
}

// The one of `places` that holds `address`, else the nearest to it.
std::optional<Place> nearest_of(const std::map<std::uintptr_t, Place>& places, std::uintptr_t address) {
    std::optional<Place> best;
    const auto consider = [&](Place place) {
        measure(place, address);
        if (!best || gap(place) < gap(*best)) best = place;
    };
    const auto after = places.upper_bound(address);
    if (after != places.end()) consider(after->second);
    if (after != places.begin()) consider(std::prev(after)->second);
    return best;
}

}  // namespace

// ---- Allocations ------------------------------------------------------------------------------

void MemoryMap::protect(int protection) {
    if (next_device_ > DEVICE) mprotect(reinterpret_cast<void*>(DEVICE), next_device_ - DEVICE, protection);
}
void MemoryMap::open() {
    if (opened_++ == 0) protect(PROT_READ | PROT_WRITE);
}
void MemoryMap::close() {
    if (--opened_ == 0) protect(PROT_NONE);
}

// Addresses for up to `bytes` bytes, 0 when none are left.
std::uintptr_t MemoryMap::place_for(std::size_t bytes, bool device) {
    std::uintptr_t& next = device ? next_device_ : next_host_;
    const std::uintptr_t end = device ? ARENA + ARENA_BYTES : DEVICE;
    std::deque<std::uintptr_t>& freed = freed_[{device, bytes}];
    // Arrays that begin at the same place of a page would crowd the same few sets of the cache.
    const std::uintptr_t begin = next + GAP / 2 + allocations_.size() * 1280 % PAGE;
    const bool room = bytes <= (end - begin) / 2 && 2 * bytes + GAP <= end - begin;
    if (freed.size() > QUARANTINE || (!room && !freed.empty())) {
        const std::uintptr_t oldest = freed.front();
        freed.pop_front();
        return oldest;
    }
    if (!room) return 0;
    next = round_up(begin + 2 * bytes + GAP / 2, PAGE);  // twice: a doubled index lands in the gap, too
    return begin;
}

void* MemoryMap::allocate(std::size_t bytes, Memory kind, const Where& where) {
    const std::uintptr_t begin = place_for(std::bit_ceil(bytes), kind == Memory::device);
    if (begin == 0) return nullptr;
    const bool huge = kind == Memory::device && bytes >= HUGE && map_poison(begin, bytes);
    if (bytes >= BIG && !huge) {
        use_large_pages(begin, begin + bytes);
        use_large_pages(number(&cell_of(begin)), number(&cell_of(begin)) + 4 * bytes);
    }
    if (huge) {  // much of it may never be used
        const std::size_t whole = bytes / 4 * 4;
        mark_fresh_when_touched(begin, whole);
        if (whole < bytes) mark_fresh(begin + whole, bytes - whole, false);
    } else {
        mark_fresh(begin, bytes, false);
    }
    if (kind == Memory::device) {
        const std::uintptr_t first = huge ? round_up(begin, PAGE) : begin + bytes;
        const std::uintptr_t last = huge ? (begin + bytes) / PAGE * PAGE : begin + bytes;
        open();
        std::memset(reinterpret_cast<void*>(begin), 0xff, first - begin);
        std::memset(reinterpret_cast<void*>(last), 0xff, begin + bytes - last);
        close();
    } else {
        for (std::uintptr_t word = begin; word < begin + bytes; word += 4)
            *reinterpret_cast<std::uint32_t*>(word) = pattern(word);
    }
    allocations_[begin] = {"", begin, bytes, 0, false, false, where};
    return reinterpret_cast<void*>(begin);
}

bool MemoryMap::is_untouched(std::uintptr_t address) {
    const std::uintptr_t word = address & ~std::uintptr_t{3};
    return word >= DEVICE || word < ARENA + SHARED_BYTES || *reinterpret_cast<std::uint32_t*>(word) == pattern(word);
}

void MemoryMap::see_host_writes(std::uintptr_t address, std::size_t bytes) {
    if (address < ARENA + SHARED_BYTES || address >= DEVICE) return;
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < end; word += 4) {
        const Cell& cell = cell_of(word);
        if ((stamp_of(cell.write) != SPLIT && valid_of(cell) == 15) || is_untouched(word)) continue;
        const std::uintptr_t first = std::max(word, address);
        mark_fresh(first, std::min(word + 4, end) - first, true);
    }
}

bool MemoryMap::release(void* pointer) {
    const auto found = allocations_.find(number(pointer));
    if (found == allocations_.end() || found->second.freed) return false;
    Place& place = found->second;
    place.freed = true;
    freed_[{place.begin >= DEVICE, std::bit_ceil(place.bytes)}].push_back(place.begin);
    mark_not_ours(place.begin, round_up(place.bytes, 4));
    const std::uintptr_t first = round_up(place.begin, PAGE), last = (place.begin + place.bytes) / PAGE * PAGE;
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    const std::uintptr_t shadow = number(&cell_of(first)), shadow_end = number(&cell_of(last));
    if (first < last) madvise(reinterpret_cast<void*>(shadow), shadow_end - shadow, MADV_DONTNEED);
    return true;
}

const Place* MemoryMap::freed_at(std::uintptr_t pointer) const {
    const auto found = allocations_.find(pointer);
    return found != allocations_.end() && found->second.freed ? &found->second : nullptr;
}

void MemoryMap::forget_stamps() {
    const auto forget = [](Cell& cell) {
        const std::uint32_t stamp = stamp_of(cell.write);
        if (stamp >= FIRST_STAMP) cell = fresh_cell(valid_of(cell));
        if (stamp == FRESH) cell.read = fresh_cell(valid_of(cell)).read;
    };
    const auto forget_word = [&](Cell& cell) {
        if (stamp_of(cell.write) != SPLIT) return forget(cell);
        Cell* const bytes = bytes_of_word(cell);
        for (unsigned byte = 0; byte < 4; ++byte) forget(bytes[byte]);
    };
    for (const auto& [begin, place] : allocations_)
        if (!place.freed)
            for_touched_words(begin, begin + place.bytes, [&](std::uintptr_t word) { forget_word(cell_of(word)); });
    for (auto& [begin, variable] : variables_)
        for (Cell& cell : variable.cells) forget_word(cell);
    for (const auto& [begin, place] : shared_) mark_fresh(begin, place.bytes, false);  // no block has it now
}

// ---- Shared memory ----------------------------------------------------------------------------

void* MemoryMap::shared_window() {
    auto* const window = reinterpret_cast<void*>(ARENA + WINDOW_BYTES * windows_++ + PAGE);
    next_shared_[window] = number(window) + MAX_DYNAMIC + SHARED_GAP;
    return window;
}

void MemoryMap::set_dynamic_shared(const void* window, std::size_t bytes) {
    std::size_t& before = dynamic_[window];
    if (before == bytes) return;
    mark_not_ours(number(window), round_up(before, 4));
    mark_fresh(number(window), bytes, false);
    before = bytes;
    shared_[number(window)] = {"dynamic shared memory", number(window), bytes, 0, false, false, {}};
}

void* MemoryMap::place_shared(const void* slot, std::size_t bytes, std::size_t alignment, const char* name,
                              const void* window) {
    void*& place = slots_[{slot, window}];
    if (place == nullptr) {
        std::uintptr_t& next = next_shared_[window];
        const std::uintptr_t begin = round_up(next, std::max<std::size_t>(alignment, 128));
        next = begin + bytes + SHARED_GAP;
        place = reinterpret_cast<void*>(begin);
        mark_fresh(begin, bytes, false);
        shared_[begin] = {name, begin, bytes, 0, false, false, {}};
    }
    return place;
}

// ---- Variables --------------------------------------------------------------------------------

void MemoryMap::add_variable(std::uintptr_t address, std::size_t bytes, const char* name, bool constant) {
    // Its cells may begin before it, at the word that holds its first byte.
    const std::size_t words = (address % 4 + bytes + 3) / 4;
    variables_[address] = {bytes, name, std::vector<Cell>(words, fresh_cell(15)), constant};
}

Cell* MemoryMap::variable_cell(std::uintptr_t address) {
    const auto after = variables_.upper_bound(address);
    if (after == variables_.begin()) return nullptr;
    auto& [begin, variable] = *std::prev(after);
    if (address - begin >= variable.bytes) return nullptr;
    return &variable.cells[(address - begin / 4 * 4) / 4];
}

bool MemoryMap::is_constant(std::uintptr_t address) const {
    const auto after = variables_.upper_bound(address);
    return after != variables_.begin() && std::prev(after)->second.constant;
}

std::uintptr_t MemoryMap::variables_begin() const { return variables_.empty() ? 0 : variables_.begin()->first; }
std::uintptr_t MemoryMap::variables_end() const {
    return variables_.empty() ? 0 : variables_.rbegin()->first + variables_.rbegin()->second.bytes;
}

std::optional<Place> MemoryMap::nearest_variable(std::uintptr_t address) const {
    const auto after = variables_.upper_bound(address);
    if (after == variables_.begin()) return std::nullopt;
    const auto& [begin, variable] = *std::prev(after);
    Place place{variable.name, begin, variable.bytes, 0, false, false, {}};
    measure(place, address);
    return place;
}

// ---- Names ------------------------------------------------------------------------------------

void MemoryMap::add_kernel(const char* kernel, const char* parameters) {
    std::vector<std::string>& names = parameters_[kernel];
    names.assign(1, "");
    for (; *parameters != '\0'; ++parameters) {
        if (*parameters == ',')
            names.emplace_back();
        else
            names.back() += *parameters;
    }
}

void MemoryMap::name_arguments(const LaunchConfig& config) {
    arguments_.clear();
    std::string kernel = config.kernel;
    kernel = kernel.substr(0, kernel.find('<'));
    if (const std::size_t colons = kernel.rfind("::"); colons != std::string::npos) kernel = kernel.substr(colons + 2);
    const auto names = parameters_.find(kernel);
    if (config.pointers == nullptr || names == parameters_.end()) return;
    struct Naming {
        MemoryMap& map;
        const std::vector<std::string>& names;
    } naming{*this, names->second};
    config.pointers(config.context, &naming, [](void* state, int i, const void* pointer) {
        const auto& [map, names] = *static_cast<Naming*>(state);
        if (pointer == nullptr || static_cast<std::size_t>(i) >= names.size()) return;
        const std::optional<Place> place = nearest_of(map.allocations_, number(pointer));
        if (place && (place->inside || place->distance == 0)) map.arguments_[place->begin] = names[i];
    });
}

std::optional<Place> MemoryMap::nearest(std::uintptr_t address) const {
    if (address - ARENA < SHARED_BYTES) return nearest_of(shared_, address);
    if (address - ARENA >= ARENA_BYTES) return nearest_variable(address);
    std::optional<Place> place = nearest_of(allocations_, address);
    if (place) {
        const auto name = arguments_.find(place->begin);
        if (name != arguments_.end()) place->name = name->second;
    }
    return place;
}

}  // namespace cpu_device::checker
