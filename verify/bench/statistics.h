// What becomes of the times of a comparison.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace verify::detail {

// The value below which the share q of the values lies; q = 0.5 is the median. Between two values it is interpolated.
// NaN for no values.
inline double quantile(std::vector<double> values, double q) {
    if (values.empty()) return std::nan("");
    std::sort(values.begin(), values.end());
    const double place = q * double(values.size() - 1);
    const std::size_t below = std::size_t(place), above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - double(below)) * (values[above] - values[below]);
}

// Of paired values: one for each block A B B A.
struct Spread {
    double median, low, high;  // low and high: 5 % and 95 % of the values

    // Does the middle of the values lie within `share` of the median? Otherwise the median means nothing.
    bool is_narrow(double share) const { return high - low <= share * median; }
};

inline Spread spread_of(const std::vector<double>& values) {
    return {quantile(values, 0.5), quantile(values, 0.05), quantile(values, 0.95)};
}

}  // namespace verify::detail
