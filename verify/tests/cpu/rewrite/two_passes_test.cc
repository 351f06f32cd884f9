// What becomes of a text that __CUDA_ARCH__ makes two of.
#include "verify/cpu/rewrite/two_passes.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "verify/cpu/rewrite/rewrite.h"

namespace cpu_device {
namespace {

// Both as one, without the lines that say where a piece comes from and without white space that means nothing.
std::string merged(const std::string& host, const std::string& device) {
    const std::string file = "# 1 \"a.cu\"\n";
    std::string text = merge_passes(file + host + "\n", file + device + "\n");
    text = std::regex_replace(text, std::regex("(^|\n)# [0-9]+ \"a.cu\"\n"), " ");
    text = std::regex_replace(text, std::regex("\\s+"), " ");
    return std::regex_replace(text, std::regex("^ | $"), "");
}

std::string refusal(const std::string& host, const std::string& device) {
    try {
        merged(host, device);
    } catch (const RewriteError& error) {
        return error.what();
    }
    return "";
}

TEST(TwoPasses, WhatIsTheSameStays) {
    for (const char* text : {"int x; void f() { x = 1; }", "namespace n { struct S { int a; }; } using n::S;", ""})
        EXPECT_EQ(merged(text, text), text);
}

TEST(TwoPasses, AKernelHasTheDevicesBody) {
    EXPECT_EQ(merged("int a; __global__ void k() { } int b;", "int a; __global__ void k() { a = 1; } int b;"),
              "int a; __global__ void k() { a = 1; } int b;");
}

TEST(TwoPasses, AHostFunctionHasTheHostsBody) {
    EXPECT_EQ(merged("void f() { a(); }", "void f() { b(); }"), "void f() { a(); }");
}

TEST(TwoPasses, AFunctionForBothAsksWhereItRuns) {
    EXPECT_EQ(merged("__host__ __device__ int f() { return 1; }", "__host__ __device__ int f() { return 2; }"),
              "__host__ __device__ int f() { if (::cpu_device::in_kernel()) { return 2; } else { return 1; } }");
    EXPECT_EQ(merged("constexpr int f() { return 1; }", "constexpr int f() { return 2; }"),
              "constexpr int f() { if (!__builtin_is_constant_evaluated() && ::cpu_device::in_kernel()) { return 2; } "
              "else { return 1; } }");
}

TEST(TwoPasses, AFunctionOfEachUnderOneNameIsOneForBoth) {
    EXPECT_EQ(merged("inline int f(int x) { return x; }", "__device__ int f(int x) { return -x; }"),
              "inline int f(int x) { if (::cpu_device::in_kernel()) { return -x; } else { return x; } }");
}

TEST(TwoPasses, WhatOneHasAloneIsThere) {
    EXPECT_EQ(merged("int a; int c;", "int a; __device__ int f() { return 1; } int c;"),
              "int a; __device__ int f() { return 1; } int c;");
    EXPECT_EQ(merged("void f() { }", ""), "void f() { }");
    EXPECT_EQ(merged("", "struct S { int a; }; void f() { }"), "struct S { int a; };");  // a host function has no use
}

TEST(TwoPasses, AConstantOfTwoValuesHasTwoNames) {
    EXPECT_EQ(merged("constexpr int N = 1; __global__ void k() { use(N); } void f() { use(N); }",
                     "constexpr int N = 2; __global__ void k() { use(N); } void f() { use(N); }"),
              "constexpr int cpu_device_N = 2; constexpr int N = 1; __global__ void k() { use(cpu_device_N); } "
              "void f() { use(N); }");
}

TEST(TwoPasses, ATypeOfTwoLayoutsHasTwoNames) {
    EXPECT_EQ(merged("struct S { int a; }; __device__ int f() { return sizeof(S); }",
                     "struct S { int a; int b; }; __device__ int f() { return sizeof(S); }"),
              "struct cpu_device_S { int a; int b; }; struct S { int a; }; "
              "__device__ int f() { return sizeof(cpu_device_S); }");
}

TEST(TwoPasses, ADeviceVariableHasTheDevicesValue) {
    EXPECT_EQ(merged("__device__ int x = 1;", "__device__ int x = 2;"), "__device__ int x = 2;");
}

TEST(TwoPasses, ALambdaForTheDeviceHasTheDevicesBody) {
    EXPECT_EQ(merged("void f() { g([] __device__ (int i) { return 1; }); h(1); }",
                     "void f() { g([] __device__ (int i) { return 2; }); h(2); }"),
              "void f() { g([] __device__ (int i) { return 2; } ); h(1); }");
}

TEST(TwoPasses, KeepsTheLineOfEveryPiece) {
    const std::string text =
        merge_passes("# 1 \"a.cu\"\nint a;\n\n\nint b;\n", "# 1 \"a.cu\"\nint a;\nint c;\n\nint b;\n");
    EXPECT_EQ(text, "# 1 \"a.cu\"\nint a;\n# 2 \"a.cu\"\nint c;\n# 1 \"a.cu\"\n\n\n\nint b;\n");
}

TEST(TwoPasses, RefusesAKernelThatOnlyOneHas) {
    EXPECT_EQ(
        refusal("\n__global__ void k(float x) { }", "\n__global__ void k(double x) { }"),
        "a.cu:2: error: CPU device: the kernel k is not the same in device code (__CUDA_ARCH__): CUDA asks for one "
        "declaration");
    EXPECT_NE(
        refusal("struct S { int a; }; __global__ void k(S s) { }", "struct S { int b; }; __global__ void k(S s) { }"),
        "");
}

TEST(TwoPasses, QualifiersGo) {
    EXPECT_EQ(without_qualifiers("__host__ __device__ int f(); __global__ void k();"),
              "  int f(); __attribute__((noipa)) void k();");
}

}  // namespace
}  // namespace cpu_device
