// form: tensor cores on single bits: wmma::experimental::precision::b1, wmma::bmma_sync
// refused: bmma_sync (tensor cores on single bits) is not there yet
#include <mma.h>
using namespace nvcuda;
template <class A, class B, class C>
__device__ void step(C& c, const A& a, const B& b) {
    wmma::bmma_sync(c, a, b, c);
}
int main() {}
