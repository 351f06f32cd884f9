// verify/source/lexer.h: the tokens of C++ text, and what is no token: comments, and words inside strings.
#include "verify/source/lexer.h"

#include <gtest/gtest.h>

namespace {

using source::Kind;
using source::lex;
using source::Token;

// The tokens' texts with a | between them.
std::string texts(std::string_view text) {
    std::string out;
    for (const Token& token : lex(text)) {
        if (!out.empty()) out += '|';
        out += token.kind == Kind::newline ? "\\n" : std::string(token.text);
    }
    return out;
}

Kind first_kind(std::string_view text) { return lex(text).at(0).kind; }

TEST(Lexer, SplitsWordsAndPunctuation) { EXPECT_EQ(texts("int x=a+b_1;"), "int|x|=|a|+|b_1|;"); }

TEST(Lexer, KindsAreTold) {
    EXPECT_EQ(first_kind("while"), Kind::identifier);
    EXPECT_EQ(first_kind("_x9"), Kind::identifier);
    EXPECT_EQ(first_kind("42"), Kind::number);
    EXPECT_EQ(first_kind("\"s\""), Kind::string);
    EXPECT_EQ(first_kind("'c'"), Kind::character);
    EXPECT_EQ(first_kind("{"), Kind::punctuation);
    EXPECT_EQ(first_kind("#include <a>"), Kind::directive);
}

TEST(Lexer, AngleBracketsStaySingle) { EXPECT_EQ(texts("k<<<g<h>>>"), "k|<|<|<|g|<|h|>|>|>"); }

TEST(Lexer, ScopeAndArrowAreOneToken) { EXPECT_EQ(texts("a::b->c:d-e"), "a|::|b|->|c|:|d|-|e"); }

TEST(Lexer, CommentsAreLeftOut) {
    EXPECT_EQ(texts("a // b <<<\nc /* d\n \" ' */ e"), "a|c|e");
    EXPECT_EQ(texts("a /* never closed"), "a");
}

TEST(Lexer, ABackslashContinuesALineComment) { EXPECT_EQ(texts("a // b \\\n c\nd"), "a|d"); }

TEST(Lexer, ADivisionIsNoComment) { EXPECT_EQ(texts("a / b"), "a|/|b"); }

TEST(Lexer, StringsHoldAnything) {
    EXPECT_EQ(texts(R"(f("k<<<1, 1>>>() // no \" end", '"', '\''))"),
              R"(f|(|"k<<<1, 1>>>() // no \" end"|,|'"'|,|'\''|))");
}

TEST(Lexer, StringsTakePrefixes) {
    EXPECT_EQ(texts(R"(u8"a" L"b" U'c' x"d")"), R"(u8"a"|L"b"|U'c'|x|"d")");
    EXPECT_EQ(first_kind("u8\"a\""), Kind::string);
    EXPECT_EQ(first_kind("L'a'"), Kind::character);
}

TEST(Lexer, RawStringsEndAtTheirOwnMark) {
    EXPECT_EQ(texts("R\"(a \" b)\" c"), "R\"(a \" b)\"|c");
    EXPECT_EQ(texts("u8R\"x(a)\" ; \\ )x\" c"), "u8R\"x(a)\" ; \\ )x\"|c");
}

TEST(Lexer, RawStringsMayHoldLines) {
    const auto tokens = lex("R\"(\n__shared__\n)\" after");
    ASSERT_EQ(tokens.size(), 2u);
    EXPECT_EQ(tokens[1].line, 3);
}

TEST(Lexer, AnUnfinishedStringEndsWithItsLine) { EXPECT_EQ(texts("\"a\nb"), "\"a|b"); }

TEST(Lexer, NumbersAreOneToken) {
    for (const char* number : {"1'000'000", "1.5e-3f", "0x1.8p+4", ".5f", "0xffu", "0b1010", "1e5"})
        EXPECT_EQ(texts(number), number);
}

TEST(Lexer, ANumberEndsBeforeAnOperator) {
    EXPECT_EQ(texts("1+2"), "1|+|2");
    EXPECT_EQ(texts("0xe+1"), "0xe|+|1");
    EXPECT_EQ(texts("0XE-1"), "0XE|-|1");
}

TEST(Lexer, ADirectiveEndsWithItsLine) {
    EXPECT_EQ(texts("#define A 1\nint"), "#define|A|1|\\n|int");
    EXPECT_EQ(texts("  #  pragma once"), "#  pragma|once|\\n");
}

TEST(Lexer, ABackslashContinuesADirective) { EXPECT_EQ(texts("#define A \\\n 1\nint"), "#define|A|1|\\n|int"); }

TEST(Lexer, AHashInsideALineIsPunctuation) { EXPECT_EQ(texts("#define S(x) #x"), "#define|S|(|x|)|#|x|\\n"); }

TEST(Lexer, ALineMarkerIsADirective) { EXPECT_EQ(texts("# 12 \"a.cu\" 1\nx"), "# 12|\"a.cu\"|1|\\n|x"); }

TEST(Lexer, LinesAndOffsetsAreThoseOfTheText) {
    const std::string_view text = "a\n/* \n */ b // c\n  d";
    const auto tokens = lex(text);
    ASSERT_EQ(tokens.size(), 3u);
    EXPECT_EQ(tokens[0].line, 1);
    EXPECT_EQ(tokens[1].line, 3);
    EXPECT_EQ(tokens[2].line, 4);
    EXPECT_EQ(tokens[2].begin, text.find('d'));
    EXPECT_EQ(tokens[2].end(), text.size());
}

TEST(Lexer, WindowsLinesAreLines) {
    EXPECT_EQ(texts("#define A \\\r\n 1\r\nint // c\r\nx"), "#define|A|1|\\n|int|x");
    EXPECT_EQ(texts("a // b \\\r\n c\r\nd"), "a|d");
}

TEST(Lexer, AStringIsNotTheWordInIt) {
    EXPECT_TRUE(lex("asm")[0].is("asm"));
    EXPECT_FALSE(lex("'asm'")[0].is("'asm'"));
    EXPECT_FALSE(lex("\"asm\"")[0].is("\"asm\""));
}

TEST(Brackets, MatchAcrossKindsAndIgnoreStrings) {
    const auto tokens = lex("f([x](int a) { return \"}\"; }, b[0])");
    EXPECT_EQ(source::matching_close(tokens, 1), tokens.size() - 1);
    EXPECT_EQ(source::matching_open(tokens, tokens.size() - 1), 1u);
    EXPECT_EQ(tokens[source::matching_close(tokens, 2)].text, "]");
}

TEST(Brackets, WithoutAPartnerGiveTheEnd) {
    EXPECT_EQ(source::matching_close(lex("( [ ]"), 0), 3u);
    EXPECT_EQ(source::matching_open(lex("[ ] )"), 2), 3u);
}

}  // namespace
