// cuda::ceil_div and its kin.
#pragma once

#include <type_traits>

namespace cuda {

template <class T, class U>
constexpr ::std::common_type_t<T, U> ceil_div(T a, U b) {
    return static_cast<::std::common_type_t<T, U>>(a / b + (a % b != 0));
}
template <class T, class U>
constexpr ::std::common_type_t<T, U> round_up(T a, U b) {
    return static_cast<::std::common_type_t<T, U>>(ceil_div(a, b) * b);
}
template <class T, class U>
constexpr ::std::common_type_t<T, U> round_down(T a, U b) {
    return static_cast<::std::common_type_t<T, U>>(a / b * b);
}

}  // namespace cuda
