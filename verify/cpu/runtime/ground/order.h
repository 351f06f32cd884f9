// The order in which threads and blocks run. CUDA promises none, so a correct program gives the same verdict in all.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cpu_device {

struct Order {
    enum Kind { forward, reverse, random } kind = forward;
    std::uint64_t seed = 0;
    bool exact = false;  // asked for by name: blocks then run one after another, in exactly this order

    // `forward`, `reverse` or `random:SEED`. False, and nothing changed, for any other text.
    bool parse(std::string_view text);

    // From the environment variable DAYBREAK_ORDER; ends the process with exit code 2 when it holds anything else.
    static Order from_environment();

    // The numbers 0 .. count - 1 in this order. `salt` makes random orders of different blocks differ.
    void arrange(std::vector<unsigned>& numbers, unsigned count, std::uint64_t salt) const;
};

const Order& asked_order();  // from_environment(), read once

// splitmix64: a good 64-bit hash of a counter.
std::uint64_t mix(std::uint64_t x);

}  // namespace cpu_device
