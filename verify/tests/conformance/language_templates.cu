// Templates in device code: specialisation, if constexpr, packs and folds, a recursive struct, concepts.
#include "show.h"

#include <type_traits>

__device__ double result[5];

template <class T>
struct Name {
    static constexpr int value = 0;
};
template <>
struct Name<float> {
    static constexpr int value = 32;
};

template <int N>
struct Factorial {
    static constexpr int value = N * Factorial<N - 1>::value;
};
template <>
struct Factorial<0> {
    static constexpr int value = 1;
};

template <class... T>
__device__ auto sum(T... values) {
    return (values + ... + 0);
}

template <class T>
__device__ double describe(T x) {
    if constexpr (std::is_integral_v<T>)
        return x % 7;
    else
        return x / 7;
}

template <class T>
requires(sizeof(T) == 8) __device__ int size_class(T) { return 8; }
template <class T>
requires(sizeof(T) < 8) __device__ int size_class(T) { return 4; }

__global__ void use() {
    result[0] = Name<float>::value + Name<int>::value;
    result[1] = Factorial<6>::value;
    result[2] = sum(1, 2.5, 3.25f, 'a' - 'b');
    result[3] = describe(15) + describe(14.0);
    result[4] = 10 * size_class(1.0) + size_class(1.0f);
}

int main() {
    use<<<1, 1>>>();
    show("results", fetch(result));
}
