// Numbers, shapes and indices as text. Every lesson compiles this, and text is made by printf.
#pragma once

#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace verify::detail {

constexpr double INF = std::numeric_limits<double>::infinity();

// printf into a string, cut at 1023 characters.
__attribute__((format(printf, 1, 2))) inline std::string text(const char* format, ...) {
    char buffer[1024];
    va_list values;
    va_start(values, format);
    std::vsnprintf(buffer, sizeof buffer, format, values);
    va_end(values);
    return buffer;
}

// The shortest text that reads back as `value`, of at most `most` digits; `narrow`: reads back as a float.
inline std::string shortest(double value, bool narrow, int most) {
    if (std::isnan(value)) return "nan";  // poison has its sign bit set, and "-nan" would only puzzle
    std::string out;
    for (int digits = 6; digits <= most; ++digits) {
        out = text("%.*g", digits, value);
        const double back = std::strtod(out.c_str(), nullptr);
        if (narrow ? float(back) == float(value) : back == value) break;
    }
    return out;
}

// Any number as a double. The narrow floats of CUDA (__half, __nv_bfloat16) know the way to float only.
template <class T>
double number(const T& value) {
    if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(value);
    else
        return static_cast<double>(static_cast<float>(value));
}

// Any number as text: integers whole, floats by the shortest digits.
template <class T>
std::string shown(const T& value, int most = 17) {
    if constexpr (std::is_integral_v<T>)
        return std::to_string(value);
    else
        return shortest(number(value), sizeof(T) <= 4, most);
}

// |a - b|, also where two 64-bit integers would become the same double.
template <class T>
double distance(const T& a, const T& b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<double>(a > b ? std::uint64_t(a) - std::uint64_t(b) : std::uint64_t(b) - std::uint64_t(a));
    else
        return std::fabs(number(a) - number(b));
}

// [7, 13], for shapes and indices alike.
inline std::string bracketed(const std::vector<long>& numbers) {
    std::string out = "[";
    for (const long n : numbers) out += text(out.size() > 1 ? ", %ld" : "%ld", n);
    return out + "]";
}

// The index of element `flat` in an array of this shape, last index contiguous.
inline std::string index_of(std::size_t flat, const std::vector<long>& shape) {
    std::vector<long> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
    return bracketed(index);
}

// A JSON string.
inline std::string quoted(const std::string& value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            out += text("\\u%04x", c);
        else
            out += c;
    }
    return out + "\"";
}

// A JSON number. JSON has no NaN and no infinity: they become the strings "nan", "inf", "-inf".
inline std::string json(const std::string& number) {
    return std::isfinite(std::strtod(number.c_str(), nullptr)) ? number : quoted(number);
}
inline std::string json(double number) { return json(shortest(number, false, 17)); }

}  // namespace verify::detail
