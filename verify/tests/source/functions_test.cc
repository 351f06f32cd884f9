// verify/source/functions.h: what a declaration is, where its parts are, and what is no function.
#include "verify/source/functions.h"

#include <gtest/gtest.h>

namespace {

using source::Declaration;
using source::Token;

// Of every declaration a word: "f{}" with a body, "f" without one, "-" for what is no function; of a member in [].
std::string outline(std::string_view text) {
    const std::vector<Token> tokens = source::lex(text);
    std::string out;
    for (const Declaration& one : declarations_of(tokens)) {
        std::string word = one.name == Declaration::NONE ? "-" : qualified_name_of(tokens, one);
        if (one.body != Declaration::NONE) word += "{}";
        out += (out.empty() ? "" : " ") + (one.member ? "[" + word + "]" : word);
    }
    return out;
}

TEST(Functions, AreFoundInNamespacesAndClasses) {
    EXPECT_EQ(outline("void f(); int f() { return 1; } int a, b[2] = {1, 2};"), "f f{} -");
    EXPECT_EQ(outline("namespace a::b { inline namespace { void f() {} } } void g() {}"), "f{} g{}");
    EXPECT_EQ(outline("extern \"C\" { void f() {} } extern \"C\" void g() {} extern \"C\" int h();"), "f{} g{} h");
    EXPECT_EQ(outline("struct S : B<int> { public: S() {} private: int a; void f() const {} }; S s;"),
              "[S{}] [-] [f{}] -");
    EXPECT_EQ(outline("class A { struct B { void f() {} }; void g(); }; void A::g() {}"), "[f{}] [g] A::g{}");
}

TEST(Functions, BodiesAndInitialisersAreSteppedOver) {
    EXPECT_EQ(outline("void f() { struct S { void g() {} }; if (a) { h(); } } void k() {}"), "f{} k{}");
    EXPECT_EQ(outline("auto f = [](int a) { return g(a); }; enum class E : int { A = (1), B }; void k() {}"),
              "- - k{}");
    EXPECT_EQ(outline("S::S(int a) : a_{a}, b_(f(a)) { g(); } int after;"), "S::S{} -");
    EXPECT_EQ(outline("S::S() try : a_(1) { g(); } catch (int) { h(); } catch (...) { i(); } void k() {}"),
              "S::S{} k{}");
    EXPECT_EQ(outline("struct S f(struct T t = {}) { return {}; } union U { int a; };"), "f{} [-]");
}

TEST(Functions, WhatTakesArgumentsBesidesIsNoName) {
    EXPECT_EQ(outline("__global__ void __launch_bounds__(256, 2) k(int* a) {}"), "k{}");
    EXPECT_EQ(outline("__attribute__((noipa)) void k() {} alignas(16) int a; decltype(a) f() {}"), "k{} - f{}");
    EXPECT_EQ(outline("template <class T, int N = (1 > 2)> requires(N > 1) T f() noexcept(true) {}"), "f{}");
}

TEST(Functions, OperatorsAndSpecialisationsHaveTheirNames) {
    EXPECT_EQ(outline("bool operator==(A a, A b) { return a.x == b.x; } void S::operator()(int) const {}"),
              "operator=={} S::operator(){}");
    EXPECT_EQ(outline("template <> void f<int>(int) {} template <> void n::g<A<int>>(int); void h() {}"),
              "f<int>{} n::g<A<int>> h{}");
}

TEST(Functions, TheirPartsAreTold) {
    const std::string text = "template <int N> [[nodiscard]] __device__ float n::f(float a) { return a; }";
    const std::vector<Token> tokens = source::lex(text);
    const std::vector<Declaration> all = declarations_of(tokens);
    ASSERT_EQ(all.size(), 1u);
    const auto from = [&](std::size_t token, std::size_t length) { return text.substr(tokens[token].begin, length); };
    EXPECT_EQ(from(all[0].first, 10), "template <");
    EXPECT_EQ(from(all[0].specifiers, 10), "__device__");
    EXPECT_EQ(from(all[0].name, 2), "f(");
    EXPECT_EQ(from(all[0].parameters, 8), "(float a");
    EXPECT_EQ(from(all[0].body, 8), "{ return");
    EXPECT_EQ(tokens[all[0].last].end(), text.size());
    EXPECT_TRUE(has(tokens, all[0], "__device__"));
    EXPECT_FALSE(has(tokens, all[0], "return"));
    EXPECT_EQ(name_of(tokens, all[0]), "f");
}

TEST(Functions, AnUnfinishedTextIsReadAsFarAsItGoes) {
    const std::vector<Token> tokens = source::lex("void f() {} void g() { if (a) {");
    const std::vector<Declaration> all = declarations_of(tokens);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_NE(all[1].body, Declaration::NONE);
    EXPECT_GE(all[1].last, tokens.size());
    EXPECT_EQ(outline("} } void f() {} template <int N = 1 << 3> struct S; void g() {}"), "f{} - g{}");
}

TEST(Functions, DirectivesAreSteppedOver) {
    EXPECT_EQ(outline("#define F(x) void x() {}\n#if A\nint a;\n#endif\nvoid\n# 7 \"b.cu\"\nf() {}"), "- f{}");
}

}  // namespace
