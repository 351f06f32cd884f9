// What the check build adds to a program's text: verify/cpu/rewrite/check_marks.h.
#include "verify/cpu/rewrite/check_marks.h"

#include <gtest/gtest.h>

namespace cpu_device {
namespace {

const std::string HOST = "__attribute__((no_sanitize_thread)) ";

TEST(CheckMarks, AHostFunctionNeedsNoHooks) {
    EXPECT_EQ(mark_for_check("int f(int a) { return a; }"), HOST + "int f(int a) { return a; }");
    EXPECT_EQ(mark_for_check("template <class T> T f(T a) { return a; }"),
              "template <class T> " + HOST + "T f(T a) { return a; }");
    EXPECT_EQ(mark_for_check("[[nodiscard]] static int f() { return 1; }"),
              "[[nodiscard]] " + HOST + "static int f() { return 1; }");
    EXPECT_EQ(mark_for_check("extern \"C\" int f() { return 1; }"), "extern \"C\" " + HOST + "int f() { return 1; }");
    EXPECT_EQ(mark_for_check("namespace n { int f() { return 1; } }"),
              "namespace n { " + HOST + "int f() { return 1; } }");
}

TEST(CheckMarks, MembersAreFunctionsToo) {
    EXPECT_EQ(mark_for_check(
                  "struct A { int n{3}; A(int m = {}) : n{m}, k(2) { ++n; } int k; int get() const { return n; } };"),
              "struct A { int n{3}; " + HOST + "A(int m = {}) : n{m}, k(2) { ++n; } int k; " + HOST +
                  "int get() const { return n; } };");
    EXPECT_EQ(mark_for_check("class A { public: int f() noexcept { return 1; } };"),
              "class A { public: " + HOST + "int f() noexcept { return 1; } };");
}

TEST(CheckMarks, DeviceCodeAndWhatMayBeKeepsItsHooks) {
    EXPECT_EQ(mark_for_check("__device__ int f() { return 1; }"), " int f() { return 1; }");
    EXPECT_EQ(mark_for_check("__host__ __device__ int f() { return 1; }"), "  int f() { return 1; }");
    EXPECT_EQ(mark_for_check("constexpr int f() { return 1; }"), "constexpr int f() { return 1; }");
    EXPECT_EQ(mark_for_check("int f();"), "int f();");
    EXPECT_EQ(mark_for_check("int a[] = {1, 2};"), "int a[] = {1, 2};");
    EXPECT_EQ(mark_for_check("enum Kind { one, two };"), "enum Kind { one, two };");
}

TEST(CheckMarks, AKernelTellsItsParameters) {
    EXPECT_EQ(mark_for_check("template <int N> __global__ void k(const float* x, float y[N], int n = 3) {}"),
              "static const ::cpu_device::KernelParameters cpu_device_parameters_1(\"k\", \"x,y,n\"); "
              "template <int N> __attribute__((noipa)) void k(const float* x, float y[N], int n = 3) {}");
    EXPECT_EQ(mark_for_check("__global__ void k(int* a, std::pair<int, int> b) {}"),
              "static const ::cpu_device::KernelParameters cpu_device_parameters_1(\"k\", \"a,b\"); "
              "__attribute__((noipa)) void k(int* a, std::pair<int, int> b) {}");
}

TEST(CheckMarks, AVariableOfTheDeviceIsRegistered) {
    const auto registered = [](const std::string& name, int number) {
        return " static const ::cpu_device::DeviceVariable cpu_device_variable_" + std::to_string(number) + "(&" +
               name + ", sizeof " + name + ", \"" + name + "\");";
    };
    EXPECT_EQ(mark_for_check("__device__ int a, b[3];"), " int a, b[3];" + registered("a", 1) + registered("b", 2));
    EXPECT_EQ(mark_for_check("__device__ float taps[2] = {1, 2};"), " float taps[2] = {1, 2};" + registered("taps", 1));
    EXPECT_EQ(mark_for_check("__device__ cuda::atomic<int, scope> a;"),
              " cuda::atomic<int, scope> a;" + registered("a", 1));
    EXPECT_EQ(mark_for_check("extern __device__ int a;"), "extern  int a;");
    EXPECT_EQ(mark_for_check("__device__ int f(int a);"), " int f(int a);");
}

TEST(CheckMarks, LambdasOfTheHostNeedNoHooks) {
    EXPECT_EQ(mark_for_check("void f() { g([&](int a) { return a; }); g([=] { return 1; }); a[i] = b[0]; }"),
              HOST + "void f() { g([&](int a) " + HOST + " { return a; }); g([=]() " + HOST +
                  " { return 1; }); a[i] = b[0]; }");
    EXPECT_EQ(mark_for_check("void f() { g([=] __device__(int a) { return a; }); }"),
              HOST + "void f() { g([=] (int a) { return a; }); }");
}

TEST(CheckMarks, WhatHasNoPlaceForAMarkStaysAsItIs) {
    EXPECT_EQ(mark_for_check("void f() { g([](int a) noexcept { return a; }); }"),
              HOST + "void f() { g([](int a) noexcept { return a; }); }");
    EXPECT_EQ(mark_for_check("__device__ int A::total = 3;"), " int A::total = 3;");
}

TEST(CheckMarks, ADefaultTemplateArgumentIsNoValue) {
    EXPECT_EQ(mark_for_check("template <int N = 4> int f() { return N; }"),
              "template <int N = 4> " + HOST + "int f() { return N; }");
}

TEST(CheckMarks, AProgramsOwnMemsetIsItsOwn) {
    EXPECT_EQ(mark_for_check("void memset(int n) { g(n); } void f() { memset(3); }"),
              HOST + "void memset(int n) { g(n); } " + HOST + "void f() { memset(3); }");
}

TEST(CheckMarks, AFunctionsWholeBodyMayBeATryBlock) {
    EXPECT_EQ(mark_for_check("int main() try { return 0; } catch (const E& e) { return 1; } int g() { return 2; }"),
              HOST + "int main() try { return 0; } catch (const E& e) { return 1; } " + HOST + "int g() { return 2; }");
}

TEST(CheckMarks, MemoryFunctionsAreTheCheckers) {
    EXPECT_EQ(mark_for_check("void f() { std::memcpy(a, b, 4); memset(a, 0, 4); x.memcpy(a); int memcpy = 3; }"),
              HOST +
                  "void f() { ::cpu_device::checked_memcpy(a, b, 4); ::cpu_device::checked_memset(a, 0, 4); "
                  "x.memcpy(a); int memcpy = 3; }");
}

TEST(CheckMarks, SystemHeadersKeepTheirTextButForSmallAccessors) {
    const std::string before = "# 1 \"/usr/include/v.h\" 1 3\nint f() { return 1; }\nint size() const { return n; }\n";
    EXPECT_EQ(mark_for_check(before + "# 2 \"a.cu\" 2\nint g() { return 1; }"),
              "# 1 \"/usr/include/v.h\" 1 3\nint f() { return 1; }\nint __attribute__((always_inline)) size() const { "
              "return n; }\n"
              "# 2 \"a.cu\" 2\n" +
                  HOST + "int g() { return 1; }");
}

}  // namespace
}  // namespace cpu_device
