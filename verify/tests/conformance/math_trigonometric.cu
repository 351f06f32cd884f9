// Trigonometric functions of float: sinf, cosf, tanf, asinf, acosf, atanf, atan2f, near zero and far out.
#include "ulp.h"

int main() {
    check(
        "sinf", 2, -100.0f, 100.0f, [] __device__(float x) { return sinf(x); }, [](double x) { return std::sin(x); });
    check(
        "sinf", 2, 1e5f, 1e6f, [] __device__(float x) { return sinf(x); }, [](double x) { return std::sin(x); });
    check(
        "cosf", 2, -100.0f, 100.0f, [] __device__(float x) { return cosf(x); }, [](double x) { return std::cos(x); });
    check(
        "cosf", 2, 1e10f, 1e12f, [] __device__(float x) { return cosf(x); }, [](double x) { return std::cos(x); });
    check(
        "tanf", 4, -10.0f, 10.0f, [] __device__(float x) { return tanf(x); }, [](double x) { return std::tan(x); });
    check(
        "asinf", 2, -1.0f, 1.0f, [] __device__(float x) { return asinf(x); }, [](double x) { return std::asin(x); });
    check(
        "acosf", 2, -1.0f, 1.0f, [] __device__(float x) { return acosf(x); }, [](double x) { return std::acos(x); });
    check(
        "atanf", 2, -20.0f, 20.0f, [] __device__(float x) { return atanf(x); }, [](double x) { return std::atan(x); });
    check<float, double>(
        "atan2f", 3, Range<float>{-5, 5}, Range<float>{-3, 3}, [] __device__(float x, float y) { return atan2f(x, y); },
        [](double x, double y) { return std::atan2(x, y); });
}
