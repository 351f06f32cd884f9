// Exponentials and logarithms of float: expf, exp2f, exp10f, expm1f, logf, log2f, log10f, log1pf.
#include "ulp.h"

int main() {
    check(
        "expf", 2, -87.0f, 88.0f, [] __device__(float x) { return expf(x); }, [](double x) { return std::exp(x); });
    check(
        "exp2f", 2, -126.0f, 127.0f, [] __device__(float x) { return exp2f(x); },
        [](double x) { return std::exp2(x); });
    check(
        "exp10f", 2, -37.0f, 38.0f, [] __device__(float x) { return exp10f(x); },
        [](double x) { return std::pow(10.0, x); });
    check(
        "expm1f", 1, -5.0f, 5.0f, [] __device__(float x) { return expm1f(x); }, [](double x) { return std::expm1(x); });
    check(
        "logf", 1, 1e-3f, 10.0f, [] __device__(float x) { return logf(x); }, [](double x) { return std::log(x); });
    check(
        "logf", 1, 1e30f, 3e38f, [] __device__(float x) { return logf(x); }, [](double x) { return std::log(x); });
    check(
        "log2f", 1, 1e-3f, 10.0f, [] __device__(float x) { return log2f(x); }, [](double x) { return std::log2(x); });
    check(
        "log10f", 2, 1e-3f, 10.0f, [] __device__(float x) { return log10f(x); },
        [](double x) { return std::log10(x); });
    check(
        "log1pf", 1, -0.9f, 5.0f, [] __device__(float x) { return log1pf(x); }, [](double x) { return std::log1p(x); });
}
