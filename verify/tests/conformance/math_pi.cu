// sinpif and cospif: sine and cosine of pi x, without rounding pi.
#include "ulp.h"

int main() {
    // sin(pi x) for x reduced to -1/4 .. 1/4 and its like, so that the double reference is exact enough.
    check(
        "sinpif", 1, -0.25f, 0.25f, [] __device__(float x) { return sinpif(x); },
        [](double x) { return std::sin(3.14159265358979323846 * x); });
    check(
        "sinpif", 1, 0.25f, 0.75f, [] __device__(float x) { return sinpif(x); },
        [](double x) { return std::cos(3.14159265358979323846 * (x - 0.5)); });
    check(
        "cospif", 1, -0.25f, 0.25f, [] __device__(float x) { return cospif(x); },
        [](double x) { return std::cos(3.14159265358979323846 * x); });
    check(
        "cospif", 1, 0.25f, 0.75f, [] __device__(float x) { return cospif(x); },
        [](double x) { return -std::sin(3.14159265358979323846 * (x - 0.5)); });
}
