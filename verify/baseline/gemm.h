// Matrix products of cuBLAS and cuBLASLt. All matrices row-major, the last index contiguous.
#pragma once

#include <string>

#include "verify/bench.h"

namespace baseline {

// Names the problem c [M, N] = a [M, K] b [K, N], by one number when M, N and K are equal, and states its work.
inline void gemm_problem(verify::Bench& bench, int M, int N, int K) {
    const std::string m = std::to_string(M), n = std::to_string(N), k = std::to_string(K);
    const double m_k = double(M) * K, k_n = double(K) * N, m_n = double(M) * N;
    bench.problem(m == n && n == k ? n : m + " x " + n + " x " + k,
                  verify::fp32_flops(2.0 * m_k * N, "2 M N K", 4.0 * (m_k + k_n + m_n)));
}

// cublasSgemv, fp32: y = a x for a [M, N], or y = a^T x. Run i takes the M N numbers at a + (i % sets) * M * N.
[[gnu::weak]] verify::Baseline sgemv(int M, int N, const float* a, int sets, const float* x, float* y,
                                     bool transposed = false);

// cublasSgemm, fp32 without TF32: c [M, N] = op(a) op(b). a is [M, K] or, transposed, [K, M]; b is [K, N] or [N, K].
// Run i takes the (i % sets)-th matrix at a, and at b.
[[gnu::weak]] verify::Baseline sgemm(int M, int N, int K, const float* a, const float* b, float* c,
                                     bool transpose_a = false, bool transpose_b = false, int sets = 1);

// cublasSgemmStridedBatched: `batch` products, each matrix directly behind the one before.
[[gnu::weak]] verify::Baseline sgemm_batched(int batch, int M, int N, int K, const float* a, const float* b, float* c);

// Tensor cores, fp32 sums and fp32 c: the fastest of the algorithms that cublasLt's heuristic offers, found by timing
// them. a and b are of the element type.
enum class Element { fp16, bf16, tf32 };
[[gnu::weak]] verify::Baseline tensor_gemm(Element element, int M, int N, int K, const void* a, const void* b,
                                           float* c);

}  // namespace baseline
