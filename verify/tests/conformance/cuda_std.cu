// cuda::std in a kernel: array, tuple, complex, limits, bit, span, optional, functional, type traits.
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include "show.h"

__device__ float floats[8];
__device__ int integers[12];

__device__ cuda::std::optional<int> half_of(int x) {
    if (x % 2 != 0) return cuda::std::nullopt;
    return x / 2;
}

__global__ void use() {
    cuda::std::array<int, 4> a{1, 2, 3, 4};
    const auto [first, second] = cuda::std::make_tuple(a[1], 2.5f);
    const cuda::std::complex<float> c = cuda::std::complex<float>(1, 2) * cuda::std::complex<float>(3, -1);
    cuda::std::span<int> s(a.data(), 3);
    s[2] = 30;
    floats[0] = first + second;
    floats[1] = c.real();
    floats[2] = c.imag();
    floats[3] = cuda::std::norm(c);
    floats[4] = cuda::std::numeric_limits<float>::epsilon();
    floats[5] = cuda::std::bit_cast<float>(0x40490fdbu);
    floats[6] = cuda::std::sqrt(2.25f);
    floats[7] = cuda::std::fabs(-1.5f);
    integers[0] = a[2] + static_cast<int>(a.size());
    integers[1] = cuda::std::numeric_limits<cuda::std::int16_t>::min();
    integers[2] = cuda::std::popcount(0xf0f0u);
    integers[3] = cuda::std::countl_zero(1u);
    integers[4] = half_of(10).value_or(-1);
    integers[5] = half_of(7).value_or(-1);
    integers[6] = cuda::std::plus<int>()(3, 4);
    integers[7] = cuda::std::is_same_v<cuda::std::remove_cv_t<const int>, int>;
    int low = 1, high = 2;
    cuda::std::swap(low, high);
    integers[8] = 10 * low + high;
    cuda::std::atomic<int> n{5};
    integers[9] = n.fetch_add(2, cuda::std::memory_order_relaxed) + n.load();
    integers[10] = cuda::std::get<1>(cuda::std::make_tuple(1, 20, 3));
    integers[11] = cuda::std::isnan(cuda::std::numeric_limits<float>::quiet_NaN());
}

int main() {
    use<<<1, 1>>>();
    show("floats", fetch(floats));
    show("integers", fetch(integers));
}
