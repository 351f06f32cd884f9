#include "verify/cpu/runtime/ground/order.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "verify/cpu/runtime/ground/environment.h"

namespace cpu_device {

std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

bool Order::parse(std::string_view text) {
    constexpr std::string_view prefix = "random:";
    if (text == "forward" || text == "reverse") {
        *this = {text == "forward" ? forward : reverse, 0, true};
        return true;
    }
    if (!text.starts_with(prefix)) return false;
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data() + prefix.size(), end, number);
    if (error != std::errc() || stopped != end) return false;
    *this = {random, number, true};
    return true;
}

Order Order::from_environment() {
    Order order;
    const char* text = asked("DAYBREAK_ORDER");
    if (text != nullptr && !order.parse(text)) {
        std::fprintf(stderr,
                     "CPU device: DAYBREAK_ORDER must be forward, reverse or random:SEED, not \"%s\": try "
                     "DAYBREAK_ORDER=random:1\n",
                     text);
        std::exit(2);
    }
    return order;
}

const Order& asked_order() {
    static const Order order = Order::from_environment();
    return order;
}

void Order::arrange(std::vector<unsigned>& numbers, unsigned count, std::uint64_t salt) const {
    numbers.resize(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    if (kind == reverse) std::reverse(numbers.begin(), numbers.end());
    if (kind != random) return;
    std::uint64_t state = mix(seed) ^ mix(salt + 1);
    for (unsigned i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[(state = mix(state)) % i]);
}

}  // namespace cpu_device
