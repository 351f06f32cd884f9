#include "verify/day/base/hash.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace day {

std::string hash_text(std::string_view text) {
    return fmt::format("{:016x}", static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
}

}  // namespace day
