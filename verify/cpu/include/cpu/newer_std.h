// What the CPU device's headers need of C++20's library. A program in C++17 is preprocessed with C++17's, which has
// none.
#pragma once

#include <type_traits>

namespace cpu_device {

template <class T>
using remove_cvref_t = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T>
struct type_identity {
    using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

template <class To, class From>
constexpr To bit_cast(const From& from) {
    return __builtin_bit_cast(To, from);
}

}  // namespace cpu_device
