#include "verify/day/course/regions.h"

#include <gtest/gtest.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

std::string text(const std::string& source, const std::string& name) {
    return region_text(source, find_region(source, name));
}

std::string why_not(const std::string& source, const std::string& name) {
    return failure_of([&] { find_region(source, name); });
}

TEST(Regions, FunctionComesWithTheCommentAboveIt) {
    const std::string source =
        "// ---- Kernels ----\n// y = x\n// Launch: one block\n__global__ void copy(float* y) {\n    y[0] = 1;\n}\nint "
        "z;\n";
    EXPECT_EQ(text(source, "copy"),
              "// y = x\n// Launch: one block\n__global__ void copy(float* y) {\n    y[0] = 1;\n}\n");
    EXPECT_EQ(find_region(source, "copy").line, 2);
    EXPECT_EQ(source.substr(find_region(source, "copy").code, 10), "__global__");
}

TEST(Regions, TemplatePrefixAndQualifiersBelongToIt) {
    const std::string source =
        "#include <x>\n\ntemplate <int N, class T = A<B<int>>>\nstatic __global__ void __launch_bounds__(128)\n"
        "k(T* p) { p[0] = N > 3; }  // one line\n";
    EXPECT_EQ(text(source, "k"),
              "template <int N, class T = A<B<int>>>\nstatic __global__ void __launch_bounds__(128)\n"
              "k(T* p) { p[0] = N > 3; }  // one line\n");
}

TEST(Regions, WordsInCommentsStringsAndCallsAreNoFunctions) {
    const std::string source =
        "// void f() { no }\nconst char* s = \"void f() {\";\n#define F void f() { macro }\nvoid f();\nint x = f(1);\n"
        "int g() { return f(2); }\nvoid f() { yes(); }\n";
    EXPECT_EQ(text(source, "f"), "void f() { yes(); }\n");
}

TEST(Regions, ScopesAreEntered) {
    const std::string source =
        "namespace a::b {\nextern \"C\" {\nstruct alignas(16) S : public T {\n public:\n    // made\n    S(int n) : "
        "n_{n}, m_(2) {\n"
        "        go();\n    }\n    bool operator()(int) const { return true; }\n    int n_ = 3, list_[2] = {1, "
        "2};\n};\n"
        "}\nint S::size() const noexcept { return 1; }\nenum class E { f, g };\nint values[] = {1, 2};\n}  // "
        "namespace\n"
        "auto last() -> std::vector<int> { return {}; }\n";
    EXPECT_EQ(text(source, "S"), "// made\nS(int n) : n_{n}, m_(2) {\n    go();\n}\n");
    EXPECT_EQ(text(source, "operator()"), "bool operator()(int) const { return true; }\n");
    EXPECT_EQ(text(source, "size"), "int S::size() const noexcept { return 1; }\n");
    EXPECT_EQ(text(source, "S::size"), "int S::size() const noexcept { return 1; }\n");
    EXPECT_EQ(text(source, "last"), "auto last() -> std::vector<int> { return {}; }\n");
    EXPECT_NE(why_not(source, "values"), "");
}

TEST(Regions, OverloadsAreAmbiguousUntilOneIsAnAnchor) {
    std::string source = "void f(int) { a(); }\n\nvoid f(float) { b(); }\n";
    EXPECT_EQ(why_not(source, "f"), "2 functions are named f (lines 1 and 3): mark one with `// ANCHOR: name`");
    source = "void f(int) { a(); }\n// ANCHOR: f\nvoid f(float) { b(); }\n// ANCHOR_END: f\n";
    EXPECT_EQ(text(source, "f"), "void f(float) { b(); }\n");
}

TEST(Regions, AnchorIsQuotedWithoutIndentationAndMarks) {
    const std::string source =
        "int main() {\n    // ANCHOR: launch\n    // go\n    k<<<1, 2>>>();\n\n      wait();\n    // ANCHOR_END: "
        "launch\n}\n";
    EXPECT_EQ(text(source, "launch"), "// go\nk<<<1, 2>>>();\n\n  wait();\n");
    EXPECT_EQ(find_region(source, "launch").line, 3);
    EXPECT_EQ(text(source, "main"), "int main() {\n    // go\n    k<<<1, 2>>>();\n\n      wait();\n}\n");
}

TEST(Regions, WhatIsMissingIsSaid) {
    EXPECT_EQ(why_not("int x;\n", "f"), "no function and no `// ANCHOR:` named f in it");
    EXPECT_EQ(why_not("// ANCHOR: a\nint x;\n", "a"), "`// ANCHOR: a` has no `// ANCHOR_END: a`");
    EXPECT_EQ(why_not("// ANCHOR: a\n// ANCHOR_END: a\n// ANCHOR: a\n// ANCHOR_END: a\n", "a"),
              "`// ANCHOR: a` stands twice in it");
    EXPECT_NE(why_not("void f() {\n", "f"), "");  // never closed
    EXPECT_NE(why_not("", "f"), "");
}

}  // namespace
}  // namespace day
