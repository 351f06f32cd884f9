// Sums, scans and histograms of CUB.
#pragma once

#include <cstddef>

#include "verify/bench.h"

namespace baseline {

// cub::DeviceReduce::Sum, fp32: sum[0] of n numbers. Run i takes the n numbers at x + (i % sets) * n.
[[gnu::weak]] verify::Baseline sum(const float* x, std::size_t n, int sets, float* sum);

}  // namespace baseline
