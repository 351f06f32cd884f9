// What the conformance programs share: to fetch a kernel's answer, and to print numbers so that each has one text.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// Ends the program when a call, a launch or a kernel failed. A program that is about errors prints them instead.
inline void must(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::printf("unexpected %s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
    std::exit(1);
}

// A copy on the host of a __device__ variable, once all kernels are done: const auto host = fetch(variable);
template <class T>
struct Fetched {
    T value;
    operator const T&() const { return value; }
    const auto& operator[](std::size_t i) const { return value[i]; }
};
template <class T>
Fetched<T> fetch(const T& variable) {
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
    Fetched<T> host;
    must(cudaMemcpyFromSymbol(&host.value, variable, sizeof(T)));
    return host;
}

struct Hex {
    unsigned long long bits;
    int digits;
};
template <class T>
Hex hex(T x) {
    return {static_cast<unsigned long long>(x) & ~0ull >> (64 - 8 * sizeof(T)), 2 * static_cast<int>(sizeof(T))};
}

// One text for each value: enough digits to tell a number from its neighbours, and no sign or payload of a NaN, which
// IEEE 754 leaves open.
inline void print(Hex x) { std::printf(" 0x%0*llx", x.digits, x.bits); }
inline void print(const char* text) { std::printf(" %s", text); }
inline void print(cudaError_t error) { std::printf(" %s", cudaGetErrorName(error)); }
inline void print(bool x) { std::printf(x ? " true" : " false"); }
inline void print(unsigned short x) { std::printf(" %u", x); }
inline void print(int x) { std::printf(" %d", x); }
inline void print(unsigned x) { std::printf(" %u", x); }
inline void print(long x) { std::printf(" %ld", x); }
inline void print(unsigned long x) { std::printf(" %lu", x); }
inline void print(long long x) { std::printf(" %lld", x); }
inline void print(unsigned long long x) { std::printf(" %llu", x); }
inline void print(double x) { std::isnan(x) ? std::printf(" nan") : std::printf(" %.17g", x); }
inline void print(float x) { std::isnan(x) ? std::printf(" nan") : std::printf(" %.9g", static_cast<double>(x)); }

// A line: what it is, and its values.
template <class... Values>
void show(const char* what, const Values&... values) {
    std::printf("%-28s", what);
    (print(values), ...);
    std::printf("\n");
}

inline void show(const char* what, const char* text) { std::printf("%-28s %s\n", what, text); }

// A line: what it is, and the values of an array.
template <class T, std::size_t N>
void show(const char* what, const T (&values)[N]) {
    std::printf("%-28s", what);
    for (const T& value : values) print(value);
    std::printf("\n");
}
template <class T>
void show(const char* what, const Fetched<T>& values) {
    show(what, values.value);
}
