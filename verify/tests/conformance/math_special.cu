// Special functions of float: erff, erfcf, lgammaf, tgammaf, normcdff.
#include "ulp.h"

int main() {
    check(
        "erff", 2, -4.0f, 4.0f, [] __device__(float x) { return erff(x); }, [](double x) { return std::erf(x); });
    check(
        "erfcf", 4, -4.0f, 9.0f, [] __device__(float x) { return erfcf(x); }, [](double x) { return std::erfc(x); });
    check(
        "lgammaf", 6, 0.1f, 50.0f, [] __device__(float x) { return lgammaf(x); },
        [](double x) { return std::lgamma(x); });
    check(
        "tgammaf", 5, 0.1f, 30.0f, [] __device__(float x) { return tgammaf(x); },
        [](double x) { return std::tgamma(x); });
    check(
        "normcdff", 5, -10.0f, 5.0f, [] __device__(float x) { return normcdff(x); },
        [](double x) { return std::erfc(-x * 0.70710678118654752440) / 2; });
}
