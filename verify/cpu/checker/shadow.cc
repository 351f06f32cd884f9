#include "verify/cpu/checker/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <vector>

namespace cpu_device::checker {
namespace {

constexpr std::size_t GROUPS = 1ull << 22;  // of four cells: 256 MiB at most, for 16 MiB of small elements
constexpr Side NUMBER = (1ull << STAMP_SHIFT) - 1;

Cell* groups = nullptr;
std::size_t used = 1;  // group 0 is never given out
std::vector<std::uint32_t> free_groups;
std::map<std::uintptr_t, std::size_t> untouched;  // what mark_fresh_when_touched() took: begin, bytes

void* reserve(std::uintptr_t address, std::size_t bytes) {
    void* const wanted = reinterpret_cast<void*>(address);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (address != 0 ? MAP_FIXED_NOREPLACE : 0);
    void* const got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (got != MAP_FAILED && (address == 0 || got == wanted)) return got;
    std::fprintf(stderr,
                 "CPU device: the checker needs %zu GiB of addresses (not of memory) and the system refuses them: try "
                 "ulimit -v unlimited\n",
                 bytes >> 30);
    std::exit(3);
}

bool is_split(const Cell& cell) { return stamp_of(cell.write) == SPLIT; }

void unsplit(Cell& cell, const Cell& value) {
    if (is_split(cell)) free_groups.push_back(static_cast<std::uint32_t>(cell.write & NUMBER));
    cell = value;
}

}  // namespace

void reserve_memory() {
    reserve(ARENA, ARENA_BYTES);
    reserve(SHADOW, ARENA_BYTES * 4);
    groups = static_cast<Cell*>(reserve(0, GROUPS * 4 * sizeof(Cell)));
}

void mark_fresh_when_touched(std::uintptr_t address, std::size_t bytes) { untouched[address] = bytes; }

bool bring_cells(std::uintptr_t address) {
    constexpr std::uintptr_t PIECE = 4096;
    const auto after = untouched.upper_bound(address);
    if (after == untouched.begin()) return false;
    const auto [begin, bytes] = *std::prev(after);
    if (address - begin >= bytes || cell_of(address).write != 0) return false;
    const std::uintptr_t end = std::min(begin + bytes, (address / PIECE + 1) * PIECE);
    for (std::uintptr_t word = std::max(begin, address / PIECE * PIECE); word < end; word += 4) {
        Cell& cell = cell_of(word);
        if (cell.write == 0 && cell.read == 0) cell = fresh_cell(0);
    }
    return true;
}

void for_touched_words(std::uintptr_t begin, std::uintptr_t end, const std::function<void(std::uintptr_t)>& what) {
    constexpr std::uintptr_t PIECE = 4096 / 4;  // of memory: a page of cells
    constexpr std::size_t AT_ONCE = 4096;
    std::vector<unsigned char> there(AT_ONCE);
    while (begin < end) {
        const std::uintptr_t first = begin / PIECE * PIECE;
        const std::size_t pages = std::min(AT_ONCE, static_cast<std::size_t>((end - first + PIECE - 1) / PIECE));
        const bool known = mincore(&cell_of(first), pages * 4096, there.data()) == 0;
        for (std::size_t page = 0; page < pages; ++page) {
            const std::uintptr_t at = first + page * PIECE;
            if (known && (there[page] & 1) == 0) continue;
            for (std::uintptr_t word = std::max(begin, at); word < std::min(end, at + PIECE); word += 4) what(word);
        }
        begin = first + pages * PIECE;
    }
}

Cell* bytes_of_word(Cell& cell) {
    if (cell.write == 0 && reinterpret_cast<std::uintptr_t>(&cell) - SHADOW < ARENA_BYTES * 4)
        bring_cells(ARENA + (reinterpret_cast<std::uintptr_t>(&cell) - SHADOW) / sizeof(Cell) * 4);
    if (is_split(cell)) return groups + 4 * (cell.write & NUMBER);
    std::size_t number = used;
    if (!free_groups.empty()) {
        number = free_groups.back();
        free_groups.pop_back();
    } else if (used < GROUPS) {
        ++used;
    } else {
        return nullptr;
    }
    Cell* const bytes = groups + 4 * number;
    for (unsigned byte = 0; byte < 4; ++byte) {
        const Side valid = valid_of(cell) >> byte & 1 ? VALID : 0;
        bytes[byte] = {(cell.write & ~VALID) | valid, (cell.read & ~VALID) | valid};
    }
    cell = {static_cast<Side>(SPLIT) << STAMP_SHIFT | number, 0};
    return bytes;
}

void mark_fresh(std::uintptr_t address, std::size_t bytes, bool valid) {
    const Cell whole = fresh_cell(valid ? 15 : 0);
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < end; word += 4) {
        Cell& cell = cell_of(word);
        if (word >= address && word + 4 <= end) {
            unsplit(cell, whole);
            continue;
        }
        Cell* const parts = bytes_of_word(cell);  // the rest of the word stays what it was
        if (parts == nullptr) {
            cell = whole;
            continue;
        }
        for (unsigned byte = 0; byte < 4; ++byte)
            if (word + byte >= address && word + byte < end) parts[byte] = whole;
    }
}

void mark_not_ours(std::uintptr_t address, std::size_t bytes) {
    untouched.erase(address);
    for_touched_words(address, address + bytes, [](std::uintptr_t word) { unsplit(cell_of(word), {0, 0}); });
}

void mark_copied(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes;) {
        const Cell& source = cell_of(from + i);
        if ((to + i) % 4 == 0 && (from + i) % 4 == 0 && bytes - i >= 4 && !is_split(source)) {
            unsplit(cell_of(to + i), fresh_cell(valid_of(source)));
            i += 4;
            continue;
        }
        const bool valid = is_split(source) ? valid_of(bytes_of_word(cell_of(from + i))[(from + i) % 4]) != 0
                                            : valid_of(source) >> (from + i) % 4 & 1;
        if (Cell* const parts = bytes_of_word(cell_of(to + i))) parts[(to + i) % 4] = fresh_cell(valid ? 15 : 0);
        ++i;
    }
}

}  // namespace cpu_device::checker
