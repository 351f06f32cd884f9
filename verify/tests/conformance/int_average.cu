// Averages and differences that do not overflow: __hadd, __rhadd, __uhadd, __urhadd, __sad, __usad.
#include "show.h"

struct Numbers {
    int a, b;
};
constexpr int LARGEST = 2147483647, SMALLEST = -LARGEST - 1;
__device__ Numbers numbers[] = {{1, 2},        {-1, -2}, {-1, 0}, {LARGEST, LARGEST}, {SMALLEST, SMALLEST},
                                {LARGEST, -3}, {-5, 10}};
constexpr int N = sizeof numbers / sizeof numbers[0];
__device__ int signed_result[N][2];
__device__ unsigned unsigned_result[N][4];

__global__ void average() {
    const auto [a, b] = numbers[threadIdx.x];
    signed_result[threadIdx.x][0] = __hadd(a, b);   // rounded down
    signed_result[threadIdx.x][1] = __rhadd(a, b);  // rounded up
    unsigned* const u = unsigned_result[threadIdx.x];
    u[0] = __uhadd(a, b);
    u[1] = __urhadd(a, b);
    u[2] = __sad(a, b, 100);  // 100 + |a - b|
    u[3] = __usad(a, b, 100);
}

int main() {
    average<<<1, N>>>();
    const auto in = fetch(numbers);
    const auto s = fetch(signed_result);
    const auto u = fetch(unsigned_result);
    for (int i = 0; i < N; ++i) {
        show("numbers", in[i].a, in[i].b);
        show("  hadd, rhadd, sad", s[i][0], s[i][1], u[i][2]);
        show("  uhadd, urhadd, usad", u[i][0], u[i][1], u[i][3]);
    }
}
