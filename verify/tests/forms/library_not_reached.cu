// form: <cublas_v2.h>, <cudnn.h> and other libraries' headers, their types and calls, as long as no call is reached
#include <cublas_v2.h>
#include <cudnn.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvml.h>
#include <cstdio>
#include <vector>
#define CHECK_CUBLAS(call)                                                                       \
    do {                                                                                         \
        const cublasStatus_t status = (call);                                                    \
        if (status != CUBLAS_STATUS_SUCCESS) std::printf("%s\n", cublasGetStatusString(status)); \
    } while (0)
struct cublasOwner {  // a name of the program's own that begins like the library's
    cublasHandle_t handle = nullptr;
    explicit cublasOwner(bool use) {
        if (use) cublasCreate(&handle);
    }
};
const char* cublasErrorName(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? "fine" : "bad"; }
__global__ void multiply(const float* a, const float* b, float* c, int n) {
    const int i = threadIdx.x;
    if (i < n) c[i] = a[i] * b[i];
}
void library(const cublasOwner& owner, float* a, float* b, float* c, int n) {
    const float one = 1, zero = 0;
    CHECK_CUBLAS(cublasSgemm(owner.handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &zero, c, n));
    CHECK_CUBLAS(cublasGemmEx(owner.handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, CUDA_R_32F, n, b, CUDA_R_32F, n,
                              &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    cufftHandle plan;
    cufftPlan1d(&plan, n, CUFFT_C2C, 1);
    cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(a), reinterpret_cast<cufftComplex*>(c), CUFFT_FORWARD);
    cudnnHandle_t cudnn;
    cudnnTensorDescriptor_t tensor;
    if (cudnnCreate(&cudnn) != CUDNN_STATUS_SUCCESS) return;
    cudnnCreateTensorDescriptor(&tensor);
    cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, n, n);
    cusolverDnHandle_t solver = nullptr;
    cusolverDnCreate(&solver);
    cusparseHandle_t sparse = nullptr;
    cusparseCreate(&sparse);
    ncclComm_t communicator = nullptr;
    ncclAllReduce(a, c, n, ncclFloat, ncclSum, communicator, nullptr);
    nvmlInit();
}
int main(int argc, char**) {
    const cublasOwner owner(argc > 1);
    float* x;
    cudaMallocManaged(&x, 8 * sizeof(float));
    for (int i = 0; i < 8; ++i) x[i] = static_cast<float>(i);
    if (argc > 1)
        library(owner, x, x, x, 8);
    else
        multiply<<<1, 8>>>(x, x, x, 8);
    cudaDeviceSynchronize();
    std::puts(x[3] == 9 && cublasErrorName(CUBLAS_STATUS_SUCCESS)[0] == 'f' ? "ok" : "wrong");
    cudaFree(x);
}
