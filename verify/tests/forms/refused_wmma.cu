// form: <mma.h>: nvcuda::wmma fragments on tensor cores
// refused: <mma.h> (tensor cores) is not there yet
#include <mma.h>
using namespace nvcuda;
int main() { return wmma::mem_row_major; }
