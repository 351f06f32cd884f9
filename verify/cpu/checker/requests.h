// What one request asks of the memory: the arithmetic of the counts, on the addresses of a warp's lanes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace cpu_device::checker::counts {

// The lanes of one warp that execute one load, store or atomic together.
struct Request {
    std::uint32_t lanes = 0;
    std::array<std::uintptr_t, 32> address{};

    void add(unsigned lane, std::uintptr_t at) {
        lanes |= 1u << lane;
        address[lane] = at;
    }
    unsigned count() const { return static_cast<unsigned>(__builtin_popcount(lanes)); }
};

// Calls visit(address) for every lane of the request that `among` names.
template <class Visit>
inline void each_lane(const Request& request, std::uint32_t among, Visit visit) {
    for (std::uint32_t left = request.lanes & among; left != 0; left &= left - 1)
        visit(request.address[static_cast<std::size_t>(__builtin_ctz(left))]);
}

// Numbers of which only the different ones count. `most` of them at most.
template <std::size_t most>
class Distinct {
 public:
    void add(std::uintptr_t value) {
        if (size_ == 0 || values_[size_ - 1] != value) values_[size_++] = value;
    }
    unsigned count() {
        std::sort(values_.begin(), values_.begin() + size_);
        const auto end = std::unique(values_.begin(), values_.begin() + size_);
        size_ = static_cast<std::size_t>(end - values_.begin());
        return static_cast<unsigned>(size_);
    }
    const std::uintptr_t* begin() const { return values_.data(); }
    const std::uintptr_t* end() const { return values_.data() + size_; }

 private:
    std::array<std::uintptr_t, most> values_;
    std::size_t size_ = 0;
};

constexpr unsigned SECTOR = 32, BANKS = 32, WORD = 4;

// The 32-byte sectors of global memory that the lanes touch, each once.
inline unsigned sectors_of(const Request& request, unsigned bytes) {
    Distinct<64> sectors;  // an access that is not aligned may touch two
    each_lane(request, ~0u, [&](std::uintptr_t at) {
        sectors.add(at / SECTOR);
        sectors.add((at + bytes - 1) / SECTOR);
    });
    return sectors.count();
}

// How many 4-byte words of shared memory the lanes touch in the bank that has most of them.
inline unsigned most_in_a_bank(const Request& request, unsigned bytes, std::uint32_t among) {
    Distinct<128> words;
    each_lane(request, among, [&](std::uintptr_t at) {
        for (std::uintptr_t word = at / WORD; word <= (at + bytes - 1) / WORD && word < at / WORD + 4; ++word)
            words.add(word);
    });
    if (words.count() == 0) return 0;
    std::array<unsigned, BANKS> banks{};
    for (const std::uintptr_t word : words) ++banks[word % BANKS];
    return *std::max_element(banks.begin(), banks.end());
}

struct Wavefronts {
    unsigned needed = 0;  // passes over the 32 banks
    unsigned least = 0;   // that a request of this size needs without a conflict
};

// A request of 8-byte accesses is served a half warp at a time, one of 16-byte accesses a quarter at a time; within
// each part two different words of one bank take two passes, and one word that several lanes want takes one.
inline Wavefronts wavefronts_of(const Request& request, unsigned bytes) {
    const unsigned parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
    const unsigned lanes = 32 / parts;
    Wavefronts all;
    for (unsigned part = 0; part < parts; ++part) {
        const std::uint32_t among = (parts == 1 ? ~0u : (1u << lanes) - 1) << part * lanes;
        const unsigned most = most_in_a_bank(request, bytes, among);
        all.needed += most;
        all.least += most > 0;
    }
    return all;
}

// How many of the lanes share the address that most of them name.
inline unsigned lanes_on_one_address(const Request& request) {
    std::array<std::uintptr_t, 32> all{};
    std::size_t size = 0;
    each_lane(request, ~0u, [&](std::uintptr_t at) { all[size++] = at; });
    std::sort(all.begin(), all.begin() + size);
    unsigned most = 0, run = 0;
    for (std::size_t i = 0; i < size; ++i) {
        run = i > 0 && all[i] == all[i - 1] ? run + 1 : 1;
        most = std::max(most, run);
    }
    return most;
}

// The different addresses: a constant cache serves one after another.
inline unsigned addresses_of(const Request& request) {
    Distinct<32> addresses;
    each_lane(request, ~0u, [&](std::uintptr_t at) { addresses.add(at); });
    return addresses.count();
}

}  // namespace cpu_device::checker::counts
