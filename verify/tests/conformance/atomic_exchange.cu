// atomicExch on int, unsigned, unsigned long long and float: every value put in comes out once, or stays.
#include "show.h"

template <class T>
__device__ T slot;
template <class T>
__device__ T out[128];

template <class T>
__global__ void exchange() {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out<T>[i] = atomicExch(&slot<T>, static_cast<T>(i + 1));
}

template <class T>
void run(const char* type) {
    exchange<T><<<4, 32>>>();
    const auto host = fetch(out<T>);
    double sum = static_cast<double>(fetch(slot<T>).value);
    for (int i = 0; i < 128; ++i) sum += static_cast<double>(host[i]);
    show(type, sum);  // 1 + ... + 128 = 8256, and the 0 that was there
}

int main() {
    run<int>("int");
    run<unsigned>("unsigned");
    run<unsigned long long>("unsigned long long");
    run<float>("float");
}
