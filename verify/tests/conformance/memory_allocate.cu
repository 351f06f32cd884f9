// cudaMalloc: alignment, distinct allocations, no bytes at all; cudaFree of nothing.
#include "show.h"

#include <cstdint>

int main() {
    char *a, *b;
    double* typed;
    show("1 byte", cudaMalloc(&a, 1));
    show("100 bytes", cudaMalloc(reinterpret_cast<void**>(&b), 100));
    show("3 doubles", cudaMalloc(&typed, 3 * sizeof(double)));
    const auto address = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p); };
    show("aligned to 256", address(a) % 256 == 0, address(b) % 256 == 0, address(typed) % 256 == 0);
    show("distinct", a != b && address(b) != address(typed));
    void* none = a;
    const cudaError_t error = cudaMalloc(&none, 0);
    show("0 bytes", error, none == nullptr ? "null" : "not null");
    show("free null", cudaFree(nullptr));
    show("free host null", cudaFreeHost(nullptr));
    show("free", cudaFree(a), cudaFree(b), cudaFree(typed));
}
