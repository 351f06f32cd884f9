// form: <cublas_v2.h>: a call of cuBLAS that is reached, which ends the program
// refused: cublasCreate (cuBLAS) is not there: run this program on a GPU
#include <cublas_v2.h>
#include <cstdio>
int main() {
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) std::puts("no handle");
}
