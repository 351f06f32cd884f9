// What each warp-wide function computes once all its lanes have come. The shuffles follow the PTX instruction
// shfl.sync.
#include "cpu/warp.h"

#include <bit>

namespace cpu_device {
namespace {

constexpr unsigned long long undefined = ~0ull;  // what a lane outside the mask would give: NaN, so that it shows

template <class Source>
void shuffle(Lane* lanes, unsigned mask, Source source) {
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        const int segment = (32 - lanes[lane].width) & 31;  // the bits of a lane's number that name its segment
        const int first = lane & segment;
        const int from = source(lane, lanes[lane].operand, first, first | (31 & ~segment));
        lanes[lane].result = mask >> from & 1 ? lanes[from].value : undefined;
    }
}

}  // namespace

void shuffle_index(Lane* lanes, unsigned mask) {
    shuffle(lanes, mask, [](int, int source, int first, int last) { return first | (source & (last - first)); });
}
void shuffle_up(Lane* lanes, unsigned mask) {
    shuffle(lanes, mask, [](int lane, int delta, int first, int) {
        return lane - (delta & 31) >= first ? lane - (delta & 31) : lane;
    });
}
void shuffle_down(Lane* lanes, unsigned mask) {
    shuffle(lanes, mask, [](int lane, int delta, int, int last) {
        return lane + (delta & 31) <= last ? lane + (delta & 31) : lane;
    });
}
void shuffle_xor(Lane* lanes, unsigned mask) {
    shuffle(lanes, mask,
            [](int lane, int bits, int, int last) { return (lane ^ (bits & 31)) <= last ? lane ^ (bits & 31) : lane; });
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
