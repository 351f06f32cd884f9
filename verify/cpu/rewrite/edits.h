// Changes of a text, made all at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cpu_device {

struct Edit {
    std::size_t begin, end;  // the bytes that go; none = an insertion
    std::string text;        // what comes in their place
};

// An insertion comes before the replacement of what follows it; insertions in one place keep their order.
inline std::string apply(std::string_view text, std::vector<Edit>& edits) {
    std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::string out;
    std::size_t copied = 0;
    for (const Edit& edit : edits) {
        out.append(text, copied, edit.begin - copied).append(edit.text);
        copied = edit.end;
    }
    return out.append(text, copied);
}

}  // namespace cpu_device
