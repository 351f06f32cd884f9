// Kernels in namespaces, nameless ones too, and in another kernel's header file: qualified names before <<<.
#include "show.h"

__device__ int result[4];

namespace outer {
__global__ void store(int i) { result[i] = 1; }
namespace inner {
template <int VALUE>
__global__ void store(int i) {
    result[i] = VALUE;
}
}  // namespace inner
}  // namespace outer

namespace {
__global__ void hidden(int i) { result[i] = 3; }
}  // namespace

static __global__ void local(int i) { result[i] = 4; }

int main() {
    outer::store<<<1, 1>>>(0);
    outer::inner::store<2><<<1, 1>>>(1);
    ::hidden<<<1, 1>>>(2);
    local<<<1, 1>>>(3);
    show("results", fetch(result));
}
