// form: a generic kernel that runs an operator struct with static __device__ methods
#include <cstdio>
__managed__ int total;
template <int n>
struct Adder {
    int x;
    static __device__ int times(int y) { return n * y; }
    __device__ void operator()() const { atomicAdd(&total, times(x)); }
};
template <class Operator>
__global__ void run(const Operator op) {
    op();
}
int main() {
    run<<<1, 4>>>(Adder<3>{5});
    cudaDeviceSynchronize();
    std::puts(total == 60 ? "ok" : "wrong");
}
