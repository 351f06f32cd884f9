// form: <cublasLt.h>, <cufftXt.h>: what a library's header has beyond its usual calls
// refused: <cublasLt.h> (cuBLAS) is not there yet
#include <cublasLt.h>
int main() {}
