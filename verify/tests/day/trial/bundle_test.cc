#include "verify/day/trial/bundle.h"

#include <gtest/gtest.h>

#include "verify/day/base/files.h"

namespace day {
namespace {

// Every copy's text stands there as it is, line for line, but for its includes, which stand before all of them, once.
TEST(Bundle, HoldsEachTextAsItIs) {
    const std::string one =
        "#line 1 \"a.cu\"\n#include <vector>\n#include \"b.h\"\n#define N 3\nint main() { return N; }\n";
    const std::string two = "#line 1 \"a.cu\"\n#include \"b.h\"\nint main(int, char**) { return 4; }\n";
    const std::string text = bundled({one, two}).value();
    EXPECT_EQ(times(text, "#include <vector>"), 1u);
    EXPECT_EQ(times(text, "#include \"b.h\""), 1u);
    EXPECT_LT(text.find("#include \"b.h\""), text.find("namespace daybreak_copy_0 {"));
    EXPECT_NE(text.find("namespace daybreak_copy_0 {\n#line 1 \"a.cu\"\n                 \n              \n"
                        "#define N 3\nint main() { return N; }\n\n}\n#undef N\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("int main(int, char**) { return 4; }\n\n}\n"), std::string::npos) << text;
    EXPECT_NE(text.find("case 1: return daybreak_call(daybreak_copy_1::main, argc, argv);"), std::string::npos);
}

TEST(Bundle, WhatCannotBeMovedIsNot) {
    EXPECT_FALSE(bundled({"#ifdef A\n#include <vector>\n#endif\nint main() {}\n"}));
    EXPECT_FALSE(bundled({"#define A\n#include <vector>\nint main() {}\n"}));
    EXPECT_TRUE(bundled({"#include <vector>\n#ifdef A\nint a;\n#endif\nint main() {}\n"}));
}

}  // namespace
}  // namespace day
