// form: <cublas_v2.h>: cuBLAS
// refused: <cublas_v2.h> (cuBLAS) is not there
#include <cublas_v2.h>
int main() {
    cublasHandle_t handle;
    cublasCreate(&handle);
}
