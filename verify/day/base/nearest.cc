#include "verify/day/base/nearest.h"

#include <algorithm>
#include <cctype>

namespace day {
namespace {

char small(char c) { return char(std::tolower(static_cast<unsigned char>(c))); }

// How many single mistakes make one word of the other.
std::size_t mistakes(const std::string& a, const std::string& b) {
    std::vector<std::size_t> last, row(b.size() + 1), next(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = small(a[i - 1]) == small(b[j - 1]);
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1)});
            const bool exchanged =
                i > 1 && j > 1 && small(a[i - 1]) == small(b[j - 2]) && small(a[i - 2]) == small(b[j - 1]);
            if (exchanged) next[j] = std::min(next[j], last[j - 2] + 1);
        }
        last = row;
        std::swap(row, next);
    }
    return row[b.size()];
}

}  // namespace

std::string nearest(const std::string& typed, const std::vector<std::string>& names) {
    const std::size_t length = typed.size();
    std::size_t least = length <= 2 ? 1 : length <= 5 ? 2 : length <= 9 ? 3 : 4;  // so many are too many
    std::string best;
    for (const std::string& name : names)
        if (const std::size_t wrong = mistakes(typed, name); wrong < least) best = name, least = wrong;
    return best;
}

}  // namespace day
