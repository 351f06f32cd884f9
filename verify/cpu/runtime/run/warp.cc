// What each warp-wide function computes once all its lanes have come. The shuffles follow the PTX instruction
// shfl.sync.
#include "cpu/warp.h"

#include <bit>

namespace cpu_device {
namespace {

constexpr unsigned long long undefined = ~0ull;  // what a lane outside the mask would give: NaN, so that it shows

// Which of `lanes` a shuffle reads, by its operand: `source(lane, operand, first, last)` of the lane's segment.
template <class Source>
int source_of(const Lane& lane, int number, Source source) {
    const int segment = (32 - lane.width) & 31;  // the bits of a lane's number that name its segment
    const int first = number & segment;
    return source(number, lane.operand, first, first | (31 & ~segment));
}

template <class Source>
void shuffle(Lane* lanes, unsigned mask, Source source) {
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        const int from = source_of(lanes[lane], lane, source);
        lanes[lane].result = mask >> from & 1 ? lanes[from].value : undefined;
    }
}

constexpr auto by_index = [](int, int source, int first, int last) { return first | (source & (last - first)); };
constexpr auto by_up = [](int lane, int delta, int first, int) {
    return lane - (delta & 31) >= first ? lane - (delta & 31) : lane;
};
constexpr auto by_down = [](int lane, int delta, int, int last) {
    return lane + (delta & 31) <= last ? lane + (delta & 31) : lane;
};
constexpr auto by_xor = [](int lane, int bits, int, int last) {
    return (lane ^ (bits & 31)) <= last ? lane ^ (bits & 31) : lane;
};

}  // namespace

void shuffle_index(Lane* lanes, unsigned mask) { shuffle(lanes, mask, by_index); }
void shuffle_up(Lane* lanes, unsigned mask) { shuffle(lanes, mask, by_up); }
void shuffle_down(Lane* lanes, unsigned mask) { shuffle(lanes, mask, by_down); }
void shuffle_xor(Lane* lanes, unsigned mask) { shuffle(lanes, mask, by_xor); }

unsigned readers_of(const Lane* lanes, unsigned mask, unsigned missing, WarpFunction function) {
    int (*const source)(int, int, int, int) = function == shuffle_index  ? +by_index
                                              : function == shuffle_up   ? +by_up
                                              : function == shuffle_down ? +by_down
                                              : function == shuffle_xor  ? +by_xor
                                                                         : nullptr;
    unsigned readers = 0;
    if (source != nullptr)
        for (int lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1 && missing >> source_of(lanes[lane], lane, source) & 1) readers |= 1u << lane;
    return readers;
}

void vote_ballot(Lane* lanes, unsigned mask) {
    unsigned ballot = 0;
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1 && lanes[lane].operand != 0) ballot |= 1u << lane;
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) lanes[lane].result = ballot;
}

void match_any(Lane* lanes, unsigned mask) {
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        unsigned same = 0;
        for (int other = 0; other < 32; ++other)
            if (mask >> other & 1 && lanes[other].value == lanes[lane].value) same |= 1u << other;
        lanes[lane].result = same;
    }
}

void match_all(Lane* lanes, unsigned mask) {
    const unsigned long long value = lanes[std::countr_zero(mask)].value;
    bool same = true;
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) same = same && lanes[lane].value == value;
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) lanes[lane].result = same ? mask : 0;
}

void sync_only(Lane*, unsigned) {}

}  // namespace cpu_device
