// The declarations of C++ and CUDA text: where a function's name, parameters and body are. It reads tokens and knows no
// types: namespaces and classes are entered, bodies and initialisers are stepped over.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "verify/source/lexer.h"

namespace source {

// A function, or whatever else ends in a semicolon: variables, aliases, using directives. All members but `member` are
// indices of tokens.
struct Declaration {
    static constexpr std::size_t NONE = std::size_t(-1);

    std::size_t first;              // its first token, the `template` included
    std::size_t specifiers;         // the first behind template <...>, [[...]] and extern "C"
    std::size_t name = NONE;        // the function's name, or `operator`; NONE: it is no function
    std::size_t parameters = NONE;  // the ( of its parameters
    std::size_t body = NONE;        // the { of its body; NONE: it has none here
    std::size_t last = NONE;        // its ; or the } of its body, of a function's last catch block; past the text where
                                    // that does not end
    bool member = false;            // it stands in a class
};

// All of them, in order. A function's own declarations are not among them. `tokens` may hold directives, which are
// stepped over; the end of a line without its directive ends the declaration before it.
std::vector<Declaration> declarations_of(const std::vector<Token>& tokens);

// Does the word stand in the declaration, before its body?
bool has(const std::vector<Token>& tokens, const Declaration& declaration, std::string_view word);

// "gemm", "operator()", of a specialisation "gemm<float>". `qualified`: with the names before it, "Gates::check"; of a
// member inside its class, "check" again.
std::string name_of(const std::vector<Token>& tokens, const Declaration& function);
std::string qualified_name_of(const std::vector<Token>& tokens, const Declaration& function);

}  // namespace source
