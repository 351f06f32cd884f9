// Functions of the C library that are farther from the exact result than CUDA allows: glibc's tanh, exp10 and cbrt of
// double, by up to 2 units in the last place. A program that is linked with the CPU device gets these in their place.
#include <cmath>

extern "C" {

double tanh(double x) noexcept { return static_cast<double>(std::tanh(static_cast<long double>(x))); }
double cbrt(double x) noexcept { return static_cast<double>(std::cbrt(static_cast<long double>(x))); }
double exp10(double x) noexcept { return static_cast<double>(exp10l(static_cast<long double>(x))); }
}
