// Lengths of vectors: norm3df, norm4df and their reciprocals rnorm3df, rnorm4df.
#include "ulp.h"

int main() {
    const auto check_norm = [](const char* name, int bound, auto function, auto exact) {
        check<float, double>(name, bound, Range<float>{-5, 5}, Range<float>{0.25f, 3}, function, exact);
    };
    check_norm(
        "norm3df", 3, [] __device__(float x, float y) { return norm3df(x, y, 2); },
        [](double x, double y) { return std::sqrt(x * x + y * y + 4); });
    check_norm(
        "rnorm3df", 2, [] __device__(float x, float y) { return rnorm3df(x, y, 2); },
        [](double x, double y) { return 1 / std::sqrt(x * x + y * y + 4); });
    check_norm(
        "norm4df", 3, [] __device__(float x, float y) { return norm4df(x, y, 2, -1); },
        [](double x, double y) { return std::sqrt(x * x + y * y + 5); });
    check_norm(
        "rnorm4df", 2, [] __device__(float x, float y) { return rnorm4df(x, y, 2, -1); },
        [](double x, double y) { return 1 / std::sqrt(x * x + y * y + 5); });
}
