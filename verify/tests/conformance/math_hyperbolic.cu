// Hyperbolic functions of float: sinhf, coshf, tanhf, asinhf, acoshf, atanhf.
#include "ulp.h"

int main() {
    check(
        "sinhf", 3, -10.0f, 10.0f, [] __device__(float x) { return sinhf(x); }, [](double x) { return std::sinh(x); });
    check(
        "coshf", 2, -10.0f, 10.0f, [] __device__(float x) { return coshf(x); }, [](double x) { return std::cosh(x); });
    check(
        "tanhf", 2, -5.0f, 5.0f, [] __device__(float x) { return tanhf(x); }, [](double x) { return std::tanh(x); });
    check(
        "asinhf", 3, -20.0f, 20.0f, [] __device__(float x) { return asinhf(x); },
        [](double x) { return std::asinh(x); });
    check(
        "acoshf", 4, 1.0f, 20.0f, [] __device__(float x) { return acoshf(x); }, [](double x) { return std::acosh(x); });
    check(
        "atanhf", 3, -0.99f, 0.99f, [] __device__(float x) { return atanhf(x); },
        [](double x) { return std::atanh(x); });
}
