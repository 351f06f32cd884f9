// PyTorch, in a process of its own on the same GPU: verify/baseline/pytorch.py says which operations it knows and how
// it times them. It has random data of its own, of the same shapes. While one process runs the other waits.
#pragma once

#include <string>
#include <vector>

#include "verify/bench.h"

namespace baseline {

enum class Mode { eager, compiled, graphed };

// `operation` is one of pytorch.py's, `sizes` what it asks for.
[[gnu::weak]] verify::Baseline pytorch(const std::string& operation, const std::vector<long>& sizes,
                                       Mode mode = Mode::eager);

}  // namespace baseline
