// cuBLAS and cuBLASLt behind verify/baseline/gemm.h. Both are column-major: what is row-major here is the transposed
// matrix there, so c^T = b^T a^T is asked for.
#include <cublasLt.h>
#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/timing.h"
#include "verify/baseline/gemm.h"

namespace baseline {
namespace {

void expect(cublasStatus_t status, const char* what) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "%s: %s\n", what, cublasGetStatusString(status));
    std::exit(3);
}

cublasHandle_t handle() {
    static cublasHandle_t made = [] {
        cublasHandle_t handle = nullptr;
        expect(cublasCreate(&handle), "cublasCreate");
        expect(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH), "cublasSetMathMode");  // fp32 products, no TF32
        return handle;
    }();
    return made;
}

// "13.1, no TF32"
std::string version_and(const std::string& settings) {
    static const int version = [] {
        int number = 0;
        expect(cublasGetVersion(handle(), &number), "cublasGetVersion");
        return number;
    }();
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + settings;
}

const float ONE = 1.0f, ZERO = 0.0f;

}  // namespace

verify::Baseline sgemv(int M, int N, const float* a, int sets, const float* x, float* y, bool transposed) {
    return {.name = "cublasSgemv", .settings = version_and(""), .run = [=](int run) {
                expect(cublasSgemv(handle(), transposed ? CUBLAS_OP_N : CUBLAS_OP_T, N, M, &ONE,
                                   a + std::size_t(run % sets) * M * N, N, x, 1, &ZERO, y, 1),
                       "cublasSgemv");
            }};
}

verify::Baseline sgemm(int M, int N, int K, const float* a, const float* b, float* c, bool transpose_a,
                       bool transpose_b, int sets) {
    return {.name = "cublasSgemm", .settings = version_and(", no TF32"), .run = [=](int run) {
                const float* const left = a + std::size_t(run % sets) * M * K;
                const float* const right = b + std::size_t(run % sets) * K * N;
                expect(cublasSgemm(handle(), transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
                                   transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, N, M, K, &ONE, right, transpose_b ? K : N,
                                   left, transpose_a ? M : K, &ZERO, c, N),
                       "cublasSgemm");
            }};
}

verify::Baseline sgemm_batched(int batch, int M, int N, int K, const float* a, const float* b, float* c) {
    return {.name = "cublasSgemmStridedBatched", .settings = version_and(", no TF32"), .run = [=](int) {
                expect(
                    cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &ONE, b, N, (long long)K * N,
                                              a, K, (long long)M * K, &ZERO, c, N, (long long)M * N, batch),
                    "cublasSgemmStridedBatched");
            }};
}

namespace {

constexpr std::size_t WORKSPACE = 64 << 20;

// A product that cublasLt can be asked for, and what it needs.
struct Product {
    cublasLtHandle_t lt = nullptr;
    cublasLtMatmulDesc_t how = nullptr;
    cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
    cublasLtMatmulAlgo_t algorithm{};
    void* workspace = nullptr;

    void run(const void* left, const void* right, float* out) const {
        expect(cublasLtMatmul(lt, how, &ONE, right, b, left, a, &ZERO, out, c, out, c, &algorithm, workspace, WORKSPACE,
                              nullptr),
               "cublasLtMatmul");
    }
    ~Product() {
        cublasLtMatrixLayoutDestroy(a);
        cublasLtMatrixLayoutDestroy(b);
        cublasLtMatrixLayoutDestroy(c);
        cublasLtMatmulDescDestroy(how);
        cudaFree(workspace);
        cublasLtDestroy(lt);
    }
};

}  // namespace

verify::Baseline tensor_gemm(Element element, int M, int N, int K, const void* a, const void* b, float* c) {
    constexpr cudaDataType TYPES[] = {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F};
    constexpr const char* NAMES[] = {"fp16", "bf16", "tf32"};
    const cudaDataType type = TYPES[int(element)];
    const auto product = std::make_shared<Product>();
    expect(cublasLtCreate(&product->lt), "cublasLtCreate");
    expect(cublasLtMatmulDescCreate(
               &product->how, element == Element::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUDA_R_32F),
           "cublasLtMatmulDescCreate");
    expect(cublasLtMatrixLayoutCreate(&product->b, type, N, K, N), "cublasLtMatrixLayoutCreate");
    expect(cublasLtMatrixLayoutCreate(&product->a, type, K, M, K), "cublasLtMatrixLayoutCreate");
    expect(cublasLtMatrixLayoutCreate(&product->c, CUDA_R_32F, N, M, N), "cublasLtMatrixLayoutCreate");
    CHECK_CUDA(cudaMalloc(&product->workspace, WORKSPACE));

    cublasLtMatmulPreference_t preference = nullptr;
    expect(cublasLtMatmulPreferenceCreate(&preference), "cublasLtMatmulPreferenceCreate");
    expect(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &WORKSPACE,
                                                sizeof WORKSPACE),
           "cublasLtMatmulPreferenceSetAttribute");
    std::vector<cublasLtMatmulHeuristicResult_t> offered(32);
    int count = 0;
    const cublasStatus_t found =
        cublasLtMatmulAlgoGetHeuristic(product->lt, product->how, product->b, product->a, product->c, product->c,
                                       preference, int(offered.size()), offered.data(), &count);
    cublasLtMatmulPreferenceDestroy(preference);
    const std::string name = std::string("cublasLt ") + NAMES[int(element)];
    if (found != CUBLAS_STATUS_SUCCESS || count == 0)
        return {.name = name, .settings = version_and(""), .missing = "cublasLt offers no algorithm for this problem"};

    float best = std::numeric_limits<float>::infinity();
    common::EventTimer timer;
    cublasLtMatmulAlgo_t fastest{};
    for (int i = 0; i < count; ++i) {
        product->algorithm = offered[i].algo;
        if (offered[i].state != CUBLAS_STATUS_SUCCESS) continue;
        product->run(a, b, c);
        timer.start();
        for (int again = 0; again < 5; ++again) product->run(a, b, c);
        const float ms = timer.stop_ms();
        if (ms < best) best = ms, fastest = offered[i].algo;
    }
    product->algorithm = fastest;
    return {.name = name,
            .settings = version_and(", fastest of " + std::to_string(count) + " algorithms"),
            .run = [=](int) { product->run(a, b, c); }};
}

}  // namespace baseline
