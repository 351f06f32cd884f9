// Trigonometric and hyperbolic functions of double.
#include "ulp.h"

int main() {
    check(
        "sin", 2, -100.0, 100.0, [] __device__(double x) { return sin(x); }, [](long double x) { return std::sin(x); });
    check(
        "cos", 2, -100.0, 100.0, [] __device__(double x) { return cos(x); }, [](long double x) { return std::cos(x); });
    check(
        "tan", 2, -10.0, 10.0, [] __device__(double x) { return tan(x); }, [](long double x) { return std::tan(x); });
    check(
        "asin", 2, -1.0, 1.0, [] __device__(double x) { return asin(x); }, [](long double x) { return std::asin(x); });
    check(
        "acos", 2, -1.0, 1.0, [] __device__(double x) { return acos(x); }, [](long double x) { return std::acos(x); });
    check(
        "atan", 2, -20.0, 20.0, [] __device__(double x) { return atan(x); },
        [](long double x) { return std::atan(x); });
    check<double, long double>(
        "atan2", 2, Range<double>{-5, 5}, Range<double>{-3, 3},
        [] __device__(double x, double y) { return atan2(x, y); },
        [](long double x, long double y) { return std::atan2(x, y); });
    check(
        "sinpi", 2, -0.25, 0.25, [] __device__(double x) { return sinpi(x); },
        [](long double x) { return std::sin(3.14159265358979323846264338L * x); });
    check(
        "cospi", 2, -0.25, 0.25, [] __device__(double x) { return cospi(x); },
        [](long double x) { return std::cos(3.14159265358979323846264338L * x); });
    check(
        "sinh", 2, -10.0, 10.0, [] __device__(double x) { return sinh(x); },
        [](long double x) { return std::sinh(x); });
    check(
        "cosh", 1, -10.0, 10.0, [] __device__(double x) { return cosh(x); },
        [](long double x) { return std::cosh(x); });
    check(
        "tanh", 1, -5.0, 5.0, [] __device__(double x) { return tanh(x); }, [](long double x) { return std::tanh(x); });
    check(
        "asinh", 3, -20.0, 20.0, [] __device__(double x) { return asinh(x); },
        [](long double x) { return std::asinh(x); });
    check(
        "acosh", 3, 1.0, 20.0, [] __device__(double x) { return acosh(x); },
        [](long double x) { return std::acosh(x); });
    check(
        "atanh", 2, -0.99, 0.99, [] __device__(double x) { return atanh(x); },
        [](long double x) { return std::atanh(x); });
}
