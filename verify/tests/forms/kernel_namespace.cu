// form: kernels in anonymous, named and nested namespaces
#include <cstdio>
__managed__ int total;
namespace {
__global__ void hidden() { total += 1; }
}  // namespace
namespace outer::inner {
__global__ void add() { total += 10; }
}  // namespace outer::inner
int main() {
    hidden<<<1, 1>>>();
    outer::inner::add<<<1, 1>>>();
    ::outer::inner::add<<<1, 1>>>();
    cudaDeviceSynchronize();
    std::puts(total == 21 ? "ok" : "wrong");
}
