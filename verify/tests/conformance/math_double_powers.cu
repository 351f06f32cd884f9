// Exponentials, logarithms, powers and roots of double (sqrt: see double_reciprocal_root).
#include "ulp.h"

int main() {
    check(
        "exp", 1, -700.0, 700.0, [] __device__(double x) { return exp(x); }, [](long double x) { return std::exp(x); });
    check(
        "exp2", 1, -1000.0, 1000.0, [] __device__(double x) { return exp2(x); },
        [](long double x) { return std::exp2(x); });
    check(
        "exp10", 1, -300.0, 300.0, [] __device__(double x) { return exp10(x); },
        [](long double x) { return std::pow(10.0L, x); });
    check(
        "expm1", 1, -5.0, 5.0, [] __device__(double x) { return expm1(x); },
        [](long double x) { return std::expm1(x); });
    check(
        "log", 1, 1e-3, 10.0, [] __device__(double x) { return log(x); }, [](long double x) { return std::log(x); });
    check(
        "log2", 1, 1e-3, 10.0, [] __device__(double x) { return log2(x); }, [](long double x) { return std::log2(x); });
    check(
        "log10", 1, 1e-3, 10.0, [] __device__(double x) { return log10(x); },
        [](long double x) { return std::log10(x); });
    check(
        "log1p", 1, -0.9, 5.0, [] __device__(double x) { return log1p(x); },
        [](long double x) { return std::log1p(x); });
    check<double, long double>(
        "pow", 2, Range<double>{0.01, 20}, Range<double>{-10, 10},
        [] __device__(double x, double y) { return pow(x, y); },
        [](long double x, long double y) { return std::pow(x, y); });
    check(
        "rsqrt", 1, 1e-3, 1000.0, [] __device__(double x) { return rsqrt(x); },
        [](long double x) { return 1 / std::sqrt(x); });
    check(
        "cbrt", 1, -1000.0, 1000.0, [] __device__(double x) { return cbrt(x); },
        [](long double x) { return std::cbrt(x); });
    check(
        "rcbrt", 1, 1e-3, 1000.0, [] __device__(double x) { return rcbrt(x); },
        [](long double x) { return 1 / std::cbrt(x); });
    check<double, long double>(
        "hypot", 2, Range<double>{-100, 100}, Range<double>{0.001, 50},
        [] __device__(double x, double y) { return hypot(x, y); },
        [](long double x, long double y) { return std::hypot(x, y); });
    check<double, long double>(
        "rhypot", 1, Range<double>{-100, 100}, Range<double>{0.001, 50},
        [] __device__(double x, double y) { return rhypot(x, y); },
        [](long double x, long double y) { return 1 / std::hypot(x, y); });
}
