// A shuffle moves every arithmetic type of 4 or 8 bytes, bit for bit: the signs of zeros and the bits of denormals too.
#include "show.h"

template <class T>
__device__ T result[4][4];

template <class T>
__global__ void shuffle(T first, T second, T third, T fourth) {
    const int lane = threadIdx.x;
    const T value = lane % 4 == 0 ? first : lane % 4 == 1 ? second : lane % 4 == 2 ? third : fourth;
    const T all[] = {__shfl_sync(0xffffffff, value, 3 - lane % 4), __shfl_up_sync(0xffffffff, value, 1),
                     __shfl_down_sync(0xffffffff, value, 2), __shfl_xor_sync(0xffffffff, value, 1)};
    if (lane >= 4 && lane < 8)
        for (int kind = 0; kind < 4; ++kind) result<T>[kind][lane - 4] = all[kind];
}

template <class T>
void run(const char* type, T first, T second, T third, T fourth) {
    shuffle<<<1, 32>>>(first, second, third, fourth);
    const auto host = fetch(result<T>);
    std::printf("%s\n", type);
    const char* const kinds[] = {"  reversed", "  up", "  down", "  xor"};
    for (int kind = 0; kind < 4; ++kind) show(kinds[kind], host[kind]);
}

int main() {
    run<int>("int", -1, 0, 2147483647, -2147483647 - 1);
    run<unsigned>("unsigned", 1, 0, 4294967295u, 2147483648u);
    run<long>("long", -1, 0, 9223372036854775807, 4294967296);
    run<unsigned long>("unsigned long", 1, 0, 18446744073709551615ul, 4294967296);
    run<long long>("long long", -1, 0, 9223372036854775807, -4294967296);
    run<unsigned long long>("unsigned long long", 1, 0, 18446744073709551615ull, 4294967296);
    run<float>("float", -0.0f, 1.40129846e-45f, -INFINITY, 0.1f);
    run<double>("double", -0.0, 4.9406564584124654e-324, INFINITY, 0.1);
}
