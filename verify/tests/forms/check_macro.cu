// form: error-check macros: gpuErrchk and a macro with the name of its function
#include <cstdio>
#include <cstdlib>
#define gpuErrchk(call) \
    { check((call), #call, __FILE__, __LINE__); }
template <typename T>
void check(T result, char const* const function, const char* const file, int const line) {
    if (result) {
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, function, cudaGetErrorName(static_cast<cudaError_t>(result)));
        exit(EXIT_FAILURE);
    }
}
void cudaCheck(cudaError_t error, const char* file, int line) { check(error, "cudaCheck", file, line); }
#define cudaCheck(error) (cudaCheck(error, __FILE__, __LINE__))
int main() {
    float* values;
    gpuErrchk(cudaMalloc((void**)&values, 64));
    cudaCheck(cudaMemset(values, 0, 64));
    gpuErrchk(cudaFree(values));
    cudaCheck(cudaDeviceSynchronize());
    puts("ok");
}
