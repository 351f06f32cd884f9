// verify/cpu/rewrite/rewrite.h: what each form of CUDA C++ becomes, what stays as it is, and what is refused. The .cu
// tests in cpu/ show that the result also means the right thing.
#include "verify/cpu/rewrite/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/source/lexer.h"

namespace {

using cpu_device::rewrite;
using cpu_device::RewriteError;

std::string rewritten(std::string_view text) { return rewrite(text, "a.cu"); }

// What tells a kernel's address, if its name has one.
std::string address(const std::string& kernel) {
    return "[&](auto cpu_device_of) -> decltype(cpu_device_of(" + kernel + ")) { return cpu_device_of(" + kernel +
           "); }, ";
}

// What `kernel<<<configuration>>>(arguments)` becomes.
std::string launch(const std::string& kernel, const std::string& configuration, const std::string& arguments,
                   const std::string& name) {
    return "::cpu_device::launch(\"" + name +
           "\", [&](auto&... cpu_device_args) __attribute__((no_sanitize_thread)) { " + kernel +
           "(cpu_device_args...); }, " + address(kernel) + configuration + ")(" + arguments + ")";
}
std::string launch(const std::string& kernel, const std::string& configuration, const std::string& arguments) {
    return launch(kernel, configuration, arguments, kernel);
}

void expect_unchanged(std::string_view text) { EXPECT_EQ(rewritten(text), text); }

// The message with which `text` is refused; empty if it is not.
std::string refusal(std::string_view text) {
    try {
        rewrite(text, "a.cu");
    } catch (const RewriteError& error) {
        return error.what();
    }
    return "";
}

// ---- Launches ---------------------------------------------------------------------------------

TEST(Launch, BecomesACall) { EXPECT_EQ(rewritten("k<<<1, 2>>>(a, b);"), launch("k", "1, 2", "a, b") + ";"); }

TEST(Launch, KeepsDynamicSharedMemoryAndStream) {
    EXPECT_EQ(rewritten("k<<<dim3(2, 3), block, 4 * sizeof(float), stream>>>();"),
              launch("k", "dim3(2, 3), block, 4 * sizeof(float), stream", "") + ";");
}

TEST(Launch, MayHaveSpacesAndLines) {
    EXPECT_EQ(rewritten("k <<< 1,\n  2 >>>\n  (a);"),
              "::cpu_device::launch(\"k\", [&](auto&... cpu_device_args) __attribute__((no_sanitize_thread)) { k "
              "(cpu_device_args...); }, " +
                  address("k") + " 1,\n  2 )\n  (a);");
}

// Each kernel as it is written, and the name that messages give it.
TEST(Launch, TakesEveryFormOfAKernelsName) {
    const std::pair<const char*, const char*> kernels[] = {
        {"k", "k"},
        {"::k", "::k"},
        {"ns::k", "ns::k"},
        {"::ns::inner::k", "::ns::inner::k"},
        {"k<A, B>", "k<A,B>"},
        {"k<unsigned int>", "k<unsigned int>"},
        {"k<A<B<C>>>", "k<A<B<C>>>"},
        {"k<(N > 4), sizeof(int)>", "k<(N>4),sizeof(int)>"},
        {"ns::S<A>::k", "ns::S<A>::k"},
        {"T::template k<U>", "T::template k<U>"},
        {"object.k", "object.k"},
        {"this->k", "this->k"},
        {"list[0].get().k", "list[0].get().k"},
        {"table[i]", "table[i]"},
        {"table[i][j + 1]", "table[i][j+1]"},
        {"(*k)", "(*k)"},
        {"get(i)", "get(i)"},
        {"get<A, B>(i)", "get<A,B>(i)"},
        {"choose(\"fast\")", "choose(\\\"fast\\\")"},
    };
    for (const auto& [kernel, name] : kernels)
        EXPECT_EQ(rewritten(std::string("x(); ") + kernel + "<<<1, 2>>>(a);"),
                  "x(); " + launch(kernel, "1, 2", "a", name) + ";");
}

TEST(Launch, BeginsAfterTheStatementBeforeIt) {
    for (const char* before : {"{ ", "} ", "; ", "else ", "do ", "if (a) ", "if constexpr (a) ", "for (;;) ",
                               "while (a) ", "case 1: ", "label: ", "return ", "a ? b : ", "f(), ", "ok && "})
        for (const char* kernel : {"k", "(*k)", "ns::k<A>", "::k", "table[i]"})
            EXPECT_EQ(rewritten(std::string(before) + kernel + "<<<1, 2>>>(a);"),
                      before + launch(kernel, "1, 2", "a") + ";");
}

TEST(Launch, IsNotWhatACommentOrStringSays) {
    expect_unchanged("// k<<<1, 1>>>();\n/* k<<<1, 1>>>(); */");
    expect_unchanged("const char* s = \"k<<<1, 1>>>();\";");
    expect_unchanged("const char* s = R\"(k<<<1, 1>>>(); __shared__ int x;)\";");
}

TEST(Launch, IsNotATemplateArgumentListThatCloses) { expect_unchanged("int y = f<g<h<int>>>(x);"); }

TEST(Launch, IsNotAnOperator) {
    expect_unchanged("out.operator<<<int>(3);");
    expect_unchanged("template <class T> Out& operator<<<T>(Out&, T);");
}

TEST(Launch, MayHaveBlanksInItsBrackets) {
    EXPECT_EQ(rewritten("k<< <1, 2>> >(a);"), launch("k", "1, 2", "a") + ";");
    EXPECT_EQ(rewritten("k<<<1, 2> >>(a); b = f<g<h<int> > >(x);"),
              launch("k", "1, 2", "a") + "; b = f<g<h<int> > >(x);");
    expect_unchanged("a.operator<< <int>(3); f<g<h<int> > >(x);");
}

TEST(Launch, IsNotAShift) {
    expect_unchanged("a << b; a<<b; a <<= b; a << 1 < 2; a >> (b); a>>b; x = a << (b >> (c));");
}

TEST(Launch, EndsAtTheLastTripleBracketBeforeTheArguments) {
    EXPECT_EQ(rewritten("k<<<f<g<h<int>>>(x), 2>>>(a);"), launch("k", "f<g<h<int>>>(x), 2", "a") + ";");
    EXPECT_EQ(rewritten("k<<<1, 2>>>(f<g<h<int>>>(x));"), launch("k", "1, 2", "f<g<h<int>>>(x)") + ";");
    EXPECT_EQ(rewritten("k<<<n >> 3, m << 2>>>(a);"), launch("k", "n >> 3, m << 2", "a") + ";");
    EXPECT_EQ(rewritten("k<<<1, 2>>>(a); f<g<h<int>>>(x);"), launch("k", "1, 2", "a") + "; f<g<h<int>>>(x);");
    EXPECT_EQ(rewritten("k<<<1, 2>>>(a), f<g<h<int> > >(x);"), launch("k", "1, 2", "a") + ", f<g<h<int> > >(x);");
}

TEST(Launch, MayStandBesideAnother) {
    EXPECT_EQ(rewritten("a<<<1, 2>>>(x); b<<<3, 4>>>(y);"),
              launch("a", "1, 2", "x") + "; " + launch("b", "3, 4", "y") + ";");
    EXPECT_EQ(rewritten("a<<<1, 2>>>(x), b<A><<<3, 4>>>(y);"),
              launch("a", "1, 2", "x") + ", " + launch("b<A>", "3, 4", "y") + ";");
}

TEST(Launch, MayStandInsideAnothersArgumentsOrConfiguration) {
    EXPECT_EQ(rewritten("a<<<1, 2>>>(f([&] { b<<<3, 4>>>(y); }), z);"),
              launch("a", "1, 2", "f([&] { " + launch("b", "3, 4", "y") + "; }), z") + ";");
    EXPECT_EQ(rewritten("a<<<f([&] { b<<<3, 4>>>(y); }), 2>>>(z);"),
              launch("a", "f([&] { " + launch("b", "3, 4", "y") + "; }), 2", "z") + ";");
}

TEST(Launch, MayStandInAMacro) {
    EXPECT_EQ(rewritten("#define LAUNCH(k, n) k<<<n, 256>>>(n)\nint x;"),
              "#define LAUNCH(k, n) " + launch("k", "n, 256", "n") + "\nint x;");
    EXPECT_EQ(
        rewritten("#define LAUNCH(n) \\\n    k<A, B><<<n, \\\n    256>>>(n); \\\n    check()\n"),
        "#define LAUNCH(n) \\\n    " + launch("k<A, B>", "n, \\\n    256", "n", "k<A,B>") + "; \\\n    check()\n");
}

TEST(Launch, MayStandInAMemberFunction) {
    EXPECT_EQ(rewritten("struct S { void f() { k<<<1, 2>>>(x); } int x; };"),
              "struct S { void f() { " + launch("k", "1, 2", "x") + "; } int x; };");
}

TEST(Launch, TakesNullAsAPointer) {
    EXPECT_EQ(rewritten("k<<<1, 2>>>(NULL, a);"), launch("k", "1, 2", "nullptr, a") + ";");
    EXPECT_EQ(rewritten("k<<<1, 2>>>(a, __null);"), launch("k", "1, 2", "a, nullptr") + ";");
}

TEST(Launch, TakesZeroAsANumberOrAPointer) {
    EXPECT_EQ(rewritten("n::k<1><<<1, 0>>>(f(0), 0, 10);"),
              "::cpu_device::launch(\"n::k<1>\", [&](auto&... cpu_device_args) __attribute__((no_sanitize_thread)) { "
              "if constexpr (requires { n::k<1>(::cpu_device::number(cpu_device_args)...); }) "
              "n::k<1>(::cpu_device::number(cpu_device_args)...); "
              "else n::k<1>(cpu_device_args...); }, " +
                  address("n::k<1>") + "1, 0)(f(0), ::cpu_device::Zero(), 10);");
    EXPECT_NE(rewritten("k<<<1, 2>>>(f<A>(x), 0);").find("(f<A>(x), ::cpu_device::Zero());"), std::string::npos);
    EXPECT_EQ(rewritten("k<<<1, 2>>>(f<1, 0, 2>(x), a[0], -0, 0 + 1);"),
              launch("k", "1, 2", "f<1, 0, 2>(x), a[0], -0, 0 + 1") + ";");
}

TEST(Launch, RefusesToStandInAKernel) {
    const std::string why =
        "error: CPU device: a launch inside a kernel (dynamic parallelism) is not supported: run this program on a GPU";
    EXPECT_EQ(refusal("__global__ void k() {\n if (x) {\n k<<<1, 2>>>(); } }"), "a.cu:3: " + why);
    EXPECT_EQ(
        refusal("namespace n {\n# 7 \"b.cu\" 3\n__attribute__((noipa))\n# 7 \"b.cu\"\n void k() { k<<<1, 2>>>(); } }"),
        "b.cu:7: " + why);
    EXPECT_EQ(refusal("__global__ void k();\nvoid f() { k<<<1, 2>>>(); }"), "");
    EXPECT_EQ(refusal("namespace { __global__ void k() { {} } }\nvoid f() { k<<<1, 2>>>(); }"), "");
}

TEST(Launch, ByCudaLaunchKernelLosesACastOfTheKernel) {
    EXPECT_EQ(rewritten("cudaLaunchKernel((void*)k<1>, g, b, (void**)a);"), "cudaLaunchKernel(k<1>, g, b, (void**)a);");
    EXPECT_EQ(rewritten("cudaLaunchKernel((const void *)(k), g, b, a);"), "cudaLaunchKernel((k), g, b, a);");
    EXPECT_EQ(rewritten("cudaLaunchKernel(reinterpret_cast<const void*>(k), g, b, a);"),
              "cudaLaunchKernel((k), g, b, a);");
    EXPECT_EQ(rewritten("__global__ void k(int); cudaLaunchKernel((void*)k, g, b, a);"),
              "__global__ void k(int); cudaLaunchKernel(k, g, b, a);");
    expect_unchanged("cudaLaunchKernel(k, g, b, (void**)a); cudaLaunchKernel((k), g, b, a); cudaLaunchKernel;");
}

TEST(Launch, NotesAKernelThatIsCastToVoid) {
    const std::string kernels = "__global__ void k(int) {} template <int N> __global__ void t(int) {} ";
    const std::string noted = "::cpu_device::kernel_address->*";
    EXPECT_EQ(rewritten(kernels + "p.func = (void*)k;"), kernels + "p.func = " + noted + "k;");
    EXPECT_EQ(rewritten(kernels + "f((const void *)&n::t<1>);"), kernels + "f(" + noted + "&n::t<1>);");
    EXPECT_EQ(rewritten(kernels + "f(reinterpret_cast<void*>(k));"), kernels + "f(" + noted + "(k));");
    expect_unchanged(kernels + "f((void*)x, (void**)k, (char*)k, (void*)n::x, reinterpret_cast<void*>(x));");
    expect_unchanged("__device__ void k(int); f((void*)k);");
}

TEST(Launch, RefusesABracedArgument) {
    EXPECT_EQ(refusal("void f() {\n  k<<<1, 2>>>(a,\n {1, 2});\n}"),
              "a.cu:3: error: CPU device: a launch's argument that is a braced list: name its type before the brace");
    EXPECT_EQ(refusal("k<<<1, 2>>>(Size{1, 2}, [=] { f({1}); }, f({1, 2}));"), "");
}

TEST(Launch, RefusesToLackAKernelOrArguments) {
    EXPECT_EQ(refusal("\nk<<<1, 2>>>;"),
              "a.cu:2: error: CPU device: a launch <<<...>>> without its arguments in parentheses");
    EXPECT_EQ(refusal("x();\n\n<<<1, 2>>>(a);"),
              "a.cu:3: error: CPU device: a launch <<<...>>> without a kernel's name before it");
}

// ---- Lines ------------------------------------------------------------------------------------

TEST(Lines, KeepTheirNumbers) {
    const std::string text =
        "__global__ void k() {\n  __shared__\n  float\n  x[4],\n  y;\n  extern __shared__ int z[];\n}\n"
        "void f() {\n  k\n  <\n  A<1>\n  >\n  <<<\n  1,\n  2>>>\n  (\n  NULL\n  );\n  printf(\n  \"\");\n}\n";
    const std::string out = rewritten(text);
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
    // What follows on a line stays on it.
    EXPECT_NE(out.find("\n  (\n  nullptr\n  );\n  ::cpu_device::printf(\n  \"\");\n}\n"), std::string::npos);
}

TEST(Lines, FollowMarkers) {
    EXPECT_NE(refusal("# 1 \"b.cuh\" 1\nint x;\n# 70 \"dir/c.cu\" 2\n\nasm(\"\");").find("dir/c.cu:71: error:"),
              std::string::npos);
    EXPECT_NE(refusal("#line 41 \"b.cu\"\nint x;\nasm(\"\");").find("b.cu:42: error:"), std::string::npos);
    EXPECT_NE(refusal("\n#line 41\nasm(\"\");").find("a.cu:41: error:"), std::string::npos);
}

TEST(Lines, OfSystemHeadersAreCopied) {
    expect_unchanged("# 1 \"/usr/include/x.h\" 1 3\nasm(\"\"); printf(\"\"); __shared__ int x; k<<<1>>>;\n");
    EXPECT_EQ(refusal("# 1 \"/usr/include/x.h\" 1 3\nasm(\"\");\n# 5 \"a.cu\" 2\nasm(\"\");").substr(0, 7), "a.cu:5:");
}

// ---- Shared memory ----------------------------------------------------------------------------

std::string in_kernel(const std::string& body) { return "__global__ void k() { " + body + " }"; }

// What `declaration` of the variables `names` becomes on line 1.
std::string shared(const std::string& declaration, const std::vector<std::string>& names, int number = 1) {
    const std::string type = "cpu_device_shared_1_" + std::to_string(number);
    std::string out = "struct " + type + " { " + declaration + "; };";
    for (const std::string& name : names)
        out += " auto& " + name + " = ::cpu_device::shared<" + type + ">(\"" + name + "\")." + name + ";";
    return out;
}

TEST(Shared, BecomesAMemberOfTheBlocksMemory) {
    EXPECT_EQ(rewritten(in_kernel("__shared__ float x;")), in_kernel(shared(" float x", {"x"})));
    EXPECT_EQ(rewritten(in_kernel("__shared__ float x[N + 1];")), in_kernel(shared(" float x[N + 1]", {"x"})));
    EXPECT_EQ(rewritten(in_kernel("__shared__ float x[16][17];")), in_kernel(shared(" float x[16][17]", {"x"})));
}

TEST(Shared, TakesSeveralVariables) {
    EXPECT_EQ(rewritten(in_kernel("__shared__ float x[4], y, *z;")),
              in_kernel(shared(" float x[4], y, *z", {"x", "y", "z"})));
    EXPECT_EQ(rewritten(in_kernel("__shared__ int x; __shared__ int y;")),
              in_kernel(shared(" int x", {"x"}) + " " + shared(" int y", {"y"}, 2)));
}

TEST(Shared, TakesEveryFormOfAType) {
    for (const char* type : {"unsigned int", "Pair<float, 2>", "typename T::value_type", "ns::Pair", "struct Pair",
                             "struct Pair { int a, b; }", "struct { int a; }", "volatile int", "const float*",
                             "Array<(N > 4)>", "decltype(f(1))"})
        EXPECT_EQ(rewritten(in_kernel(std::string("__shared__ ") + type + " x[4];")),
                  in_kernel(shared(std::string(" ") + type + " x[4]", {"x"})));
}

TEST(Shared, TakesSpecifiersOnBothSides) {
    EXPECT_EQ(rewritten(in_kernel("volatile __shared__ int x;")), in_kernel(shared("volatile  int x", {"x"})));
    EXPECT_EQ(rewritten(in_kernel("static __shared__ int x;")), in_kernel(shared("  int x", {"x"})));
}

TEST(Shared, KeepsItsAlignment) {
    for (const char* align : {"alignas(16)", "__align__(16)", "__attribute__((aligned(16)))"}) {
        const std::string word = align;
        EXPECT_EQ(rewritten(in_kernel("__shared__ " + word + " int x;")),
                  in_kernel(shared(" " + word + " int x", {"x"})));
        EXPECT_EQ(rewritten(in_kernel(word + " __shared__ int x;")), in_kernel(shared(word + "  int x", {"x"})));
        EXPECT_EQ(rewritten(in_kernel("__shared__ int " + word + " x;")),
                  in_kernel(shared(" int " + word + " x", {"x"})));
    }
}

TEST(Shared, IsFoundInEveryKindOfFunction) {
    for (const char* function :
         {"__device__ float f(float a) { ", "namespace n { void f() { ", "struct S { __device__ void f() { ",
          "void f() { auto g = [=] __device__(int i) { ", "extern \"C\" { void f() { ", "void f() { if (a) { "})
        EXPECT_EQ(rewritten(std::string(function) + "__shared__ int x;"), function + shared(" int x", {"x"}));
}

TEST(Shared, FollowsAPragmaOrALabel) {
    EXPECT_EQ(rewritten("void f() {\n#pragma unroll\n__shared__ int x;"),
              "void f() {\n#pragma unroll\nstruct cpu_device_shared_3_1 {  int x; }; "
              "auto& x = ::cpu_device::shared<cpu_device_shared_3_1>(\"x\").x;");
    EXPECT_EQ(rewritten("void f() { here: __shared__ int x;"), "void f() { here: " + shared(" int x", {"x"}));
}

TEST(Shared, RefusesAnInitialiser) {
    const std::string why = "error: CPU device: a __shared__ variable with an initialiser: CUDA has none either";
    EXPECT_EQ(refusal("__global__ void k() {\n  __shared__ int x = 0;\n}"), "a.cu:2: " + why);
    EXPECT_EQ(refusal("__global__ void k() {\n  __shared__ int x{0};\n}"), "a.cu:2: " + why);
    EXPECT_EQ(refusal("__global__ void k() {\n  __shared__ int x,\n y[2]{1, 2};\n}"), "a.cu:3: " + why);
}

TEST(Shared, RefusesFileScope) {
    const std::string why =
        "error: CPU device: a __shared__ variable outside any function: declare it in the kernel that uses it";
    EXPECT_EQ(refusal("\n__shared__ int x;"), "a.cu:2: " + why);
    EXPECT_EQ(refusal("namespace n {\nvoid f() {}\n__shared__ int x;\n}"), "a.cu:3: " + why);
}

TEST(Shared, RefusesWhatHasNoName) {
    EXPECT_NE(refusal(in_kernel("__shared__ float (*x)[4];")).find("declare it as TYPE NAME[SIZE]"), std::string::npos);
    EXPECT_NE(refusal("void f() { __shared__ float x[4]").find("without its semicolon"), std::string::npos);
}

// ---- Dynamic shared memory --------------------------------------------------------------------

std::string dynamic(const std::string& before, const std::string& after, const std::string& name) {
    return "typedef " + before + "cpu_device_dynamic_1_1" + after + "; [[maybe_unused]] auto* const " + name +
           " = ::cpu_device::dynamic_shared<cpu_device_dynamic_1_1>();";
}

TEST(DynamicShared, BecomesAPointer) {
    EXPECT_EQ(rewritten(in_kernel("extern __shared__ float x[];")), in_kernel(dynamic("  float ", "[]", "x")));
    EXPECT_EQ(rewritten(in_kernel("extern __shared__ T x[][32];")), in_kernel(dynamic("  T ", "[][32]", "x")));
    EXPECT_EQ(rewritten(in_kernel("extern volatile __shared__ Pair<A, B> x[];")),
              in_kernel(dynamic(" volatile  Pair<A, B> ", "[]", "x")));
}

TEST(DynamicShared, MayBeAligned) {  // to less than it is anyway
    EXPECT_EQ(rewritten(in_kernel("extern __shared__ __align__(16) char x[];")),
              in_kernel(dynamic("  __align__(16) char ", "[]", "x")));
    EXPECT_EQ(rewritten(in_kernel("extern __shared__ alignas(16) char x[];")),
              in_kernel(dynamic("   char ", "[]", "x")));
    EXPECT_EQ(rewritten(in_kernel("alignas(16) extern __shared__ char x[];")),
              in_kernel(dynamic("   char ", "[]", "x")));
}

TEST(DynamicShared, OutsideFunctionsIsAPointerOfEveryWorker) {
    const std::string out =
        "typedef   float cpu_device_dynamic_1_1[]; [[maybe_unused]] static thread_local auto* const& x = "
        "::cpu_device::current_dynamic_shared<cpu_device_dynamic_1_1>();";
    EXPECT_EQ(rewritten("extern __shared__ float x[];"), out);
    EXPECT_EQ(rewritten("namespace a::b { extern __shared__ float x[];"), "namespace a::b { " + out);
    EXPECT_EQ(rewritten("extern \"C\" { extern __shared__ float x[];"), "extern \"C\" { " + out);
}

TEST(DynamicShared, RefusesSeveralNames) {
    EXPECT_EQ(
        refusal("void f() {\nextern __shared__ float x[], y[];\n}"),
        "a.cu:2: error: CPU device: several names in one extern __shared__ declaration: they would be the same memory");
}

// ---- printf -----------------------------------------------------------------------------------

TEST(Printf, BecomesTheDevices) {
    for (const char* call : {"printf(\"x\");", "std::printf(\"x\");", "::printf(\"x\");", "::std::printf(\"x\");"})
        for (const char* before : {"", "{ ", "; ", "if (a) ", "else ", "do ", "return ", "(void)", "a && ", "f(a, "})
            EXPECT_EQ(rewritten(std::string(before) + call), std::string(before) + "::cpu_device::printf(\"x\");");
}

TEST(Printf, IsNotAnothersFunctionOrDeclaration) {
    for (const char* text :
         {"log.printf(\"x\");", "log->printf(\"x\");", "Log::printf(\"x\");", "int printf(const char*, ...);",
          "using std::printf;", "auto f = printf;", "const char* printf();", "fprintf(stderr, \"x\");"})
        expect_unchanged(text);
}

// ---- The rest ---------------------------------------------------------------------------------

TEST(Noinline, BecomesTheHostCompilersAttribute) {
    EXPECT_EQ(rewritten("__noinline__ void f();"), "__attribute__((noinline)) void f();");
    expect_unchanged("__attribute__((__noinline__)) void f();");
    expect_unchanged("__attribute__((used, __noinline__)) void f();");
}

TEST(Assembly, IsRefused) {
    for (const char* text : {"asm(\"add;\");", "asm volatile(\"add;\");", "__asm__ __volatile__(\"add;\");"})
        EXPECT_EQ(
            refusal(std::string("void f() {\n") + text + "\n}"),
            "a.cu:2: error: CPU device: inline PTX (asm) is not supported: guard it, or run this program on a GPU");
    expect_unchanged("int asm_count; // asm(\"\")");
}

TEST(Missing, IsRefusedByName) {
    EXPECT_EQ(refusal("\ncuInit(0);"),
              "a.cu:2: error: CPU device: cuInit (the driver API) is not there yet: run this program on a GPU");
}

TEST(Communication, IsNotedAtTheEnd) {
    const std::string note = "\nstatic const ::cpu_device::BlocksCommunicate cpu_device_blocks_communicate;\n";
    for (const char* call : {"atomicAdd(p, 1);", "atomicCAS(p, 0, 1);", "__threadfence();", "__threadfence_system();"})
        EXPECT_EQ(rewritten(call), call + note);
    expect_unchanged("int atomic, atomics; __threadfence_block(); __syncthreads(); // atomicAdd");
}

}  // namespace
