// In the place of cublas.cc where cuBLAS was not found.
#include "verify/baseline/gemm.h"

namespace baseline {
namespace {
verify::Baseline missing(const char* name) {
    return {.name = name, .missing = "cuBLAS was not found when this was configured"};
}
}  // namespace

verify::Baseline sgemv(int, int, const float*, int, const float*, float*, bool) { return missing("cublasSgemv"); }
verify::Baseline sgemm(int, int, int, const float*, const float*, float*, bool, bool, int) {
    return missing("cublasSgemm");
}
verify::Baseline sgemm_batched(int, int, int, int, const float*, const float*, float*) {
    return missing("cublasSgemmStridedBatched");
}
verify::Baseline tensor_gemm(Element, int, int, int, const void*, const void*, float*) { return missing("cublasLt"); }

}  // namespace baseline
