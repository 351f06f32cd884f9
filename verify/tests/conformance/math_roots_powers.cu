// Roots and powers of float: sqrtf (correctly rounded), rsqrtf, cbrtf, rcbrtf, powf, hypotf, rhypotf.
#include "ulp.h"

int main() {
    check(
        "sqrtf", 0, 0.0f, 1000.0f, [] __device__(float x) { return sqrtf(x); }, [](double x) { return std::sqrt(x); });
    check(
        "rsqrtf", 2, 1e-3f, 1000.0f, [] __device__(float x) { return rsqrtf(x); },
        [](double x) { return 1 / std::sqrt(x); });
    check(
        "cbrtf", 1, -1000.0f, 1000.0f, [] __device__(float x) { return cbrtf(x); },
        [](double x) { return std::cbrt(x); });
    check(
        "rcbrtf", 1, 1e-3f, 1000.0f, [] __device__(float x) { return rcbrtf(x); },
        [](double x) { return 1 / std::cbrt(x); });
    check<float, double>(
        "powf", 4, Range<float>{0.01f, 20}, Range<float>{-10, 10},
        [] __device__(float x, float y) { return powf(x, y); }, [](double x, double y) { return std::pow(x, y); });
    check<float, double>(
        "hypotf", 3, Range<float>{-100, 100}, Range<float>{0.001f, 50},
        [] __device__(float x, float y) { return hypotf(x, y); }, [](double x, double y) { return std::hypot(x, y); });
    check<float, double>(
        "rhypotf", 2, Range<float>{-100, 100}, Range<float>{0.001f, 50},
        [] __device__(float x, float y) { return rhypotf(x, y); },
        [](double x, double y) { return 1 / std::hypot(x, y); });
}
