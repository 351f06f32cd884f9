// Matrix products of cuBLAS and cuBLASLt. All matrices row-major, the last index contiguous.
#pragma once

#include "verify/bench.h"

namespace baseline {

// cublasSgemv, fp32: y = a x for a [M, N], or y = a^T x.
[[gnu::weak]] verify::Baseline sgemv(int M, int N, const float* a, const float* x, float* y, bool transposed = false);

// cublasSgemm, fp32 without TF32: c [M, N] = op(a) op(b). a is [M, K] or, transposed, [K, M]; b is [K, N] or [N, K].
[[gnu::weak]] verify::Baseline sgemm(int M, int N, int K, const float* a, const float* b, float* c,
                                     bool transpose_a = false, bool transpose_b = false);

// cublasSgemmStridedBatched: `batch` products, each matrix directly behind the one before.
[[gnu::weak]] verify::Baseline sgemm_batched(int batch, int M, int N, int K, const float* a, const float* b, float* c);

// Tensor cores, fp32 sums and fp32 c: the fastest of the algorithms that cublasLt's heuristic offers, found by timing
// them. a and b are of the element type.
enum class Element { fp16, bf16, tf32 };
[[gnu::weak]] verify::Baseline tensor_gemm(Element element, int M, int N, int K, const void* a, const void* b,
                                           float* c);

}  // namespace baseline
