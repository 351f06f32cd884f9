// Central differences: is the gradient that a lesson's double reference computes by formula the slope of its loss?
//
//     const auto loss = [&](const std::vector<double>& w) { return mean_loss(x, w, b, labels, B, I, C); };
//     gates.reference("dW", verify::gradient_check(loss, w, dW_reference));
//
// The check is about the reference, all in double; no kernel takes part.

#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "verify/gate.h"

namespace verify {

// Compares analytic[i] with (f(x + h e_i) - f(x - h e_i)) / 2h for every element i, where h = step * max(1, |x[i]|).
// f takes a std::vector<double> like x and returns a double; it is called twice for each element.
//
// A difference has two errors: cutting off the Taylor series costs h^2 / 6 times the third derivative, and rounding f
// costs 1e-16 / h times the largest term that cancels in f. The default step, the cube root of 2^-52, balances them:
// both are some 1e-11 when those terms and the third derivative are about 1. The default tolerance leaves a factor of a
// thousand for sums over many elements. Where f cancels terms of size S > 1000, .abs must grow like S; where no element
// of the gradient is above 1e-5, .abs must shrink.
//
// Disagrees also on NaN, on sizes that differ, and when a gradient of zeros would pass. At a kink the slopes on the two
// sides differ and there is nothing to compare with: `why` says so, and x has to move away from it.
template <class F>
GradientCheck gradient_check(F&& f, std::vector<double> x, const std::vector<double>& analytic, double step = 6e-6,
                             Tolerance tolerance = {.abs = 1e-8, .rel = 1e-6}) {
    // f with element i moved by h.
    const auto moved = [&](std::size_t i, double h) -> double {
        const double middle = x[i];
        x[i] = middle + h;
        const double value = f(std::as_const(x));
        x[i] = middle;
        return value;
    };
    const auto width = [&](std::size_t i) { return step * std::fmax(1.0, std::fabs(x[i])); };

    GradientCheck result;
    result.analytic = analytic;
    result.tolerance = tolerance;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double h = width(i), taken = (x[i] + h) - (x[i] - h);  // 2h, as x + h and x - h are after rounding
        result.numeric.push_back((moved(i, h) - moved(i, -h)) / taken);
    }

    const std::string name = "gradient";
    const std::vector<long> shape = {long(x.size())};
    detail::Row row{detail::Kind::reference, name, shape};
    row.compare(analytic, result.numeric, tolerance.abs, tolerance.rel);
    result.agrees = row.why.empty() && row.bad == 0;
    result.worst = row.max_error;
    result.index = row.bad > 0 ? row.first : row.worst;
    result.why = row.why;

    // Between the slopes on the two sides lies h * |f''| where f is smooth, noise / h where f is flat, and at a kink
    // the same amount for every width.
    if (row.bad > 0 && row.why.empty()) {
        const auto jump = [&](double h) {
            return std::fabs(moved(row.first, h) - 2.0 * moved(row.first, 0.0) + moved(row.first, -h)) / h;
        };
        const double near = jump(width(row.first)), far = jump(8.0 * width(row.first));
        if (near > row.allowed && near < 4.0 * far && far < 4.0 * near)
            result.why = detail::text("a kink: the slopes on both sides of element %zu differ by %.2g", row.first, far);
    }
    return result;
}

}  // namespace verify
