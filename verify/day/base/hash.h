// Names what has a content: sixteen digits that are others when the content is another. They guard nothing.
#pragma once

#include <string>
#include <string_view>

namespace day {

std::string hash_text(std::string_view text);

}  // namespace day
