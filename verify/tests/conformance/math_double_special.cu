// Special functions of double: erf, erfc, lgamma, tgamma, normcdf.
#include "ulp.h"

int main() {
    check(
        "erf", 2, -4.0, 4.0, [] __device__(double x) { return erf(x); }, [](long double x) { return std::erf(x); });
    check(
        "erfc", 5, -4.0, 20.0, [] __device__(double x) { return erfc(x); }, [](long double x) { return std::erfc(x); });
    check(
        "lgamma", 4, 0.1, 50.0, [] __device__(double x) { return lgamma(x); },
        [](long double x) { return std::lgamma(x); });
    check(
        "tgamma", 10, 0.1, 30.0, [] __device__(double x) { return tgamma(x); },
        [](long double x) { return std::tgamma(x); });
    check(
        "normcdf", 5, -10.0, 5.0, [] __device__(double x) { return normcdf(x); },
        [](long double x) { return std::erfc(-x * 0.70710678118654752440084436L) / 2; });
}
