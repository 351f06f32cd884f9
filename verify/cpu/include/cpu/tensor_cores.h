// Tensor cores: nvcuda::wmma, matrix products by a whole warp. Who holds which element of a fragment is left open, as
// CUDA leaves it open: here element e of a matrix, counted row by row, is x[e / 32] of lane e % 32, and matrices of
// half precision fill their 16 elements a lane by repeating themselves.
//
// Each product is exact, and is added to a float that is rounded to nearest; a tensor core adds several products at
// once and cuts off what is below their largest. Sums that are exact in a float are the same on both.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "cpu/bfloat16.h"
#include "cpu/newer_std.h"
#include "cpu/thread.h"
#include "cpu/warp.h"

namespace nvcuda::wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;  // a float whose last 13 bits do not count
}
namespace experimental::precision {  // named, so that a fragment of them is refused as such
struct u4;
struct s4;
struct b1;
}  // namespace experimental::precision

}  // namespace nvcuda::wmma

namespace cpu_device::tensor {

namespace wmma = nvcuda::wmma;

template <class T, class... Types>
inline constexpr bool one_of = (std::is_same_v<T, Types> || ...);

template <class T>
struct Storage {
    using type = T;
};
template <>
struct Storage<wmma::precision::tf32> {
    using type = float;
};

// Which fragments there are, and how large.
template <class Use, int m, int n, int k, class T, class Layout>
struct Shape {
    static constexpr bool sums = std::is_same_v<Use, wmma::accumulator>;
    static constexpr int rows = std::is_same_v<Use, wmma::matrix_b> ? k : m;
    static constexpr int columns = std::is_same_v<Use, wmma::matrix_a> ? k : n;
    static constexpr bool k16 = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
    static constexpr bool k8 = m == 16 && n == 16 && k == 8, k4 = m == 8 && n == 8 && k == 4;
    static constexpr bool has_layout = one_of<Layout, wmma::row_major, wmma::col_major>;
    static constexpr bool is_product = one_of<Use, wmma::matrix_a, wmma::matrix_b> && has_layout &&
                                       ((k16 && one_of<T, __half, __nv_bfloat16, signed char, unsigned char>) ||
                                        (k8 && one_of<T, wmma::precision::tf32>) || (k4 && one_of<T, double>));
    static constexpr bool is_sum =
        sums && std::is_void_v<Layout> &&
        ((k16 && one_of<T, __half, float, int>) || (k8 && one_of<T, float>) || (k4 && one_of<T, double>));
    static constexpr bool exists = is_product || is_sum;
    static constexpr int elements = is_product && std::is_same_v<T, __half> ? 16 : rows * columns / 32;  // of a lane
};

// What a lane passes to a load or a store.
struct Tile {
    const void* address;
    unsigned stride, alignment;  // bytes
    int layout;
};
// Waits for the warp, and ends the kernel where its lanes differ or the address or stride are not what CUDA asks for.
void enter(const Tile& tile, const Where& where);
void require_whole_warp(unsigned lanes, const Where& where);

inline int lane() { return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32; }

template <class T>
__attribute__((always_inline)) inline void enter(const T* address, unsigned ldm, int elements, int layout,
                                                 const Where& where) {
    const auto bytes = static_cast<unsigned>(elements * static_cast<int>(sizeof(T)));
    enter({address, static_cast<unsigned>(ldm * sizeof(T)), std::min(bytes, 32u), layout}, where);
}

// The numbers that are multiplied, and those that are added up.
inline float factor(__half x) { return __half2float(x); }
inline float factor(__nv_bfloat16 x) { return __bfloat162float(x); }
inline float factor(float x) {
    return cpu_device::bit_cast<float>(cpu_device::bit_cast<unsigned>(x) & 0xffffe000u);
}  // tf32
inline double factor(double x) { return x; }
inline int factor(signed char x) { return x; }
inline int factor(unsigned char x) { return x; }
inline float summand(__half x) { return __half2float(x); }
inline float summand(float x) { return x; }
inline double summand(double x) { return x; }
inline long long summand(int x) { return x; }

inline void finish(__half& to, float sum, bool) { to = __float2half(sum); }
inline void finish(float& to, float sum, bool) { to = sum; }
inline void finish(double& to, double sum, bool) { to = sum; }
inline void finish(int& to, long long sum, bool saturate) {
    using Limits = std::numeric_limits<int>;
    if (saturate) sum = std::clamp<long long>(sum, Limits::min(), Limits::max());
    to = static_cast<int>(sum);
}

// d = a * b + c, by the last lane to come for all of them.
template <class D, class A, class B, class C>
struct Product {
    D* d;
    const A* a;
    const B* b;
    const C* c;
    bool saturate;
    const Where* where;

    // Each lane's fragments are its own, and every lane is inside this function: no race, whatever a checker may see.
    __attribute__((no_sanitize("thread"))) static void compute(Lane* lanes, unsigned mask) {
        const auto of = [&](int lane) { return reinterpret_cast<const Product*>(lanes[lane].value); };
        require_whole_warp(mask, *of(__builtin_ctz(mask))->where);
        constexpr int M = A::rows, N = B::columns, K = A::columns;
        decltype(factor(A::x[0])) a[M][K];
        decltype(factor(B::x[0])) b[K][N];
        decltype(summand(C::x[0])) sum[M][N];
        for (int e = 0; e < M * K; ++e) a[e / K][e % K] = factor(of(e % 32)->a->x[e / 32]);
        for (int e = 0; e < K * N; ++e) b[e / N][e % N] = factor(of(e % 32)->b->x[e / 32]);
        for (int e = 0; e < M * N; ++e) sum[e / N][e % N] = summand(of(e % 32)->c->x[e / 32]);
        // sum[row][column] += sum over k of a[row][k] * b[k][column]
        for (int row = 0; row < M; ++row)
            for (int k = 0; k < K; ++k)
                for (int column = 0; column < N; ++column) sum[row][column] += a[row][k] * b[k][column];
        for (int e = 0; e < M * N; ++e) finish(of(e % 32)->d->x[e / 32], sum[e / N][e % N], of(e % 32)->saturate);
    }
};

}  // namespace cpu_device::tensor

namespace nvcuda::wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
class __attribute__((aligned(8))) fragment {
    using Shape = cpu_device::tensor::Shape<Use, m, n, k, T, Layout>;
    static_assert(Shape::exists, "CPU device: there is no wmma fragment of this use, shape, type and layout");

 public:
    using element_type = T;
    using storage_element_type = typename cpu_device::tensor::Storage<T>::type;
    enum { num_elements = Shape::elements, num_storage_elements = Shape::elements };
    static constexpr int rows = Shape::rows, columns = Shape::columns;

    storage_element_type x[num_storage_elements];
};

// To nearest, ties away from zero.
inline float __float_to_tf32(float x) {
    const auto bits = cpu_device::bit_cast<unsigned>(x);
    if ((bits & 0x7f800000u) == 0x7f800000u) return x;
    return cpu_device::bit_cast<float>((bits + 0x1000u) & 0xffffe000u);
}

template <class Use, int m, int n, int k, class T, class Layout>
inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& f,
                          const typename fragment<Use, m, n, k, T, Layout>::storage_element_type& value) {
    for (auto& x : f.x) x = value;
}

template <class Use, int m, int n, int k, class T, class Layout>
requires(!std::is_void_v<Layout>) __attribute__((always_inline)) inline void load_matrix_sync(
    fragment<Use, m, n, k, T, Layout>& f, const typename fragment<Use, m, n, k, T, Layout>::storage_element_type* from,
    unsigned ldm, cpu_device::Where where = cpu_device::Where::here("wmma::load_matrix_sync()")) {
    constexpr bool by_row = std::is_same_v<Layout, row_major>;
    cpu_device::tensor::enter(from, ldm, f.num_elements, by_row, where);
    for (int i = 0, e = cpu_device::tensor::lane(); i < f.num_elements; ++i, e = (e + 32) % (f.rows * f.columns)) {
        const int row = e / f.columns, column = e % f.columns;
        f.x[i] = from[by_row ? row * ldm + column : column * ldm + row];
    }
}
template <int m, int n, int k, class T>
__attribute__((always_inline)) inline void load_matrix_sync(
    fragment<accumulator, m, n, k, T>& f, const ::cpu_device::type_identity_t<T>* from, unsigned ldm, layout_t layout,
    cpu_device::Where where = cpu_device::Where::here("wmma::load_matrix_sync()")) {
    cpu_device::tensor::enter(from, ldm, f.num_elements, layout, where);
    for (int i = 0, e = cpu_device::tensor::lane(); i < f.num_elements; ++i, e += 32) {
        const int row = e / f.columns, column = e % f.columns;
        f.x[i] = from[layout == mem_row_major ? row * ldm + column : column * ldm + row];
    }
}
template <int m, int n, int k, class T>
__attribute__((always_inline)) inline void store_matrix_sync(
    ::cpu_device::type_identity_t<T>* to, const fragment<accumulator, m, n, k, T>& f, unsigned ldm, layout_t layout,
    cpu_device::Where where = cpu_device::Where::here("wmma::store_matrix_sync()")) {
    cpu_device::tensor::enter(to, ldm, f.num_elements, layout, where);
    for (int i = 0, e = cpu_device::tensor::lane(); i < f.num_elements; ++i, e += 32) {
        const int row = e / f.columns, column = e % f.columns;
        to[layout == mem_row_major ? row * ldm + column : column * ldm + row] = f.x[i];
    }
}

// d = a * b + c. `saturate` is for integers: a sum that does not fit becomes the nearest that does, else it wraps.
template <int m, int n, int k, class D, class T, class LayoutA, class LayoutB, class C>
inline void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                     const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, C>& c,
                     bool saturate = false, cpu_device::Where where = cpu_device::Where::here("wmma::mma_sync()")) {
    using namespace cpu_device;
    using tensor::one_of;
    static_assert(one_of<T, __half>                       ? one_of<C, float, __half> && one_of<D, float, __half>
                  : one_of<T, signed char, unsigned char> ? one_of<C, int> && one_of<D, int>
                  : one_of<T, double>                     ? one_of<C, double> && one_of<D, double>
                                                          : one_of<C, float> && one_of<D, float>,
                  "CPU device: there is no wmma product of these types");
    using Product = tensor::Product<fragment<accumulator, m, n, k, D>, fragment<matrix_a, m, n, k, T, LayoutA>,
                                    fragment<matrix_b, m, n, k, T, LayoutB>, fragment<accumulator, m, n, k, C>>;
    const Product mine{&d, &a, &b, &c, saturate, &where};
    warp_collective(Product::compute, 0xffffffffu, {.value = reinterpret_cast<unsigned long long>(&mine)}, where);
}

}  // namespace nvcuda::wmma
