#include "verify/cpu/rewrite/rewrite.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "verify/cpu/rewrite/edits.h"
#include "verify/cpu/rewrite/missing.h"
#include "verify/source/functions.h"
#include "verify/source/lexer.h"

namespace cpu_device {
namespace {

using source::Declaration;
using source::Kind;
using source::Token;

class Rewriter {
 public:
    Rewriter(std::string_view text, const std::string& file) : text_(text), file_(file), tokens_(source::lex(text)) {
        for (const Declaration& one : source::declarations_of(tokens_)) {
            // The second: cpu/qualifiers.h
            const bool kernel = has(tokens_, one, "__global__") || has(tokens_, one, "noipa");
            if (kernel && one.name != Declaration::NONE) kernels_.insert(tokens_[one.name].text);
            if (one.name != Declaration::NONE) declared_.insert(tokens_[one.name].text);
            if (one.body != Declaration::NONE) bodies_.push_back({one.body, one.last, kernel});
        }
    }

    std::string run() {
        for (i_ = 0; i_ < tokens_.size(); ++i_) step();
        std::string out = apply(text_, edits_);
        if (blocks_communicate_)
            out += "\nstatic const ::cpu_device::BlocksCommunicate cpu_device_blocks_communicate;\n";
        return out;
    }

 private:
    const Token& at(std::size_t i) const {
        static const Token none{Kind::newline, "", 0, 0};
        return i < tokens_.size() ? tokens_[i] : none;
    }
    void insert(std::size_t where, std::string text) { edits_.push_back({where, where, std::move(text)}); }
    void replace(const Token& token, std::string text) {
        edits_.push_back({token.begin, token.end(), std::move(text)});
    }

    [[noreturn]] void refuse(const Token& token, const std::string& why) const {
        throw RewriteError(file_ + ":" + std::to_string(token.line + line_offset_) + ": error: CPU device: " + why);
    }

    void step() {
        const Token& token = at(i_);
        if (token.kind == Kind::directive) return directive();
        if (token.is("CPU_DEVICE_CALLS_OF")) return calls_of_library();
        if (in_system_header_) return;
        if (starts_launch(i_)) return launch();
        if (token.is("(")) return cast_of_kernel();
        if (token.kind != Kind::identifier) return;
        if (token.text == "__shared__")
            shared();
        else if (token.text == "printf")
            print();
        else if (token.text == "__noinline__")
            no_inline();
        else if (token.text == "asm" || token.text == "__asm__")
            inline_assembly();
        else if (token.text == "cudaLaunchKernel" || token.text == "cudaLaunchCooperativeKernel")
            kernel_address();
        else if (token.text == "reinterpret_cast")
            cast_of_kernel();
        else if (is_global_atomic(token.text))
            blocks_communicate_ = true;
        else
            refuse_if_missing(token);
    }

    // ---- Functions ----------------------------------------------------------------------------

    // A function's body, from brace to brace.
    struct Body {
        std::size_t open, close;
        bool of_kernel;
    };

    // The one that i_ is in, or null.
    const Body* body() const {
        const auto after = std::upper_bound(bodies_.begin(), bodies_.end(), i_,
                                            [](std::size_t i, const Body& body) { return i < body.open; });
        return after != bodies_.begin() && i_ < (after - 1)->close ? &*(after - 1) : nullptr;
    }

    // ---- Line markers: # 12 "file.h" 1 3 ------------------------------------------------------

    void directive() {
        const int marker_line = at(i_).line;
        std::string_view number = at(i_).text;
        number.remove_prefix(std::min(number.find_first_not_of("# \t"), number.size()));
        if (number == "line") number = at(++i_).text;  // #line 12 "file.h", else # 12 "file.h" 1 3
        int line = 0;
        if (std::from_chars(number.data(), number.data() + number.size(), line).ec != std::errc()) return;
        line_offset_ = line - marker_line - 1;
        in_system_header_ = false;
        if (at(i_ + 1).kind != Kind::string) return;
        const std::string_view quoted = at(++i_).text;
        file_ = quoted.substr(1, quoted.size() - 2);
        for (; at(i_ + 1).kind == Kind::number; ++i_) in_system_header_ = in_system_header_ || at(i_ + 1).text == "3";
    }

    // ---- Launches -----------------------------------------------------------------------------

    bool touch(std::size_t i) const { return at(i).end() == at(i + 1).begin; }
    bool three(std::size_t i, std::string_view angle) const {
        return at(i).is(angle) && at(i + 1).is(angle) && at(i + 2).is(angle);
    }

    // `<<<`, or `<< <` as some formatters have it.
    bool starts_launch(std::size_t i) const { return i > 0 && three(i, "<") && touch(i) && !at(i - 1).is("operator"); }

    void launch() {
        const std::size_t open = i_;
        if (body() && body()->of_kernel)
            refuse(at(open),
                   "a launch inside a kernel (dynamic parallelism) is not supported: run this program on a GPU");
        const std::size_t close = end_of_configuration(open);
        const std::size_t kernel = start_of_kernel(open);
        std::string name, body;
        for (std::size_t i = kernel; i < open; ++i)
            name.append(i == kernel || touch(i - 1) ? "" : " ").append(at(i).text);
        if (arguments(close + 3)) {  // a literal 0: first tried as a number
            const std::string numbers = name + "(::cpu_device::number(cpu_device_args)...); ";
            body = "if constexpr (requires { " + numbers + "}) " + numbers + "else ";
        }
        insert(at(kernel).begin, "::cpu_device::launch(\"" + spelling(kernel, open) +
                                     "\", [&](auto&... cpu_device_args) __attribute__((no_sanitize_thread)) { " + body);
        edits_.push_back({at(open).begin, at(open + 2).end(),
                          "(cpu_device_args...); }, [&](auto cpu_device_of) -> decltype(cpu_device_of(" + name +
                              ")) { return cpu_device_of(" + name + "); }, "});
        edits_.push_back({at(close).begin, at(close + 2).end(), ")"});
        i_ = open + 2;  // go on inside the configuration: it may hold anything
    }

    // The `>>>` that is followed by the arguments: the last one before the statement ends, since the configuration
    // itself may contain f<g<h<int>>>(x). With blanks in it, `>> >`, it counts where there is no other.
    std::size_t end_of_configuration(std::size_t open) const {
        std::optional<std::size_t> close, spaced;
        for (std::size_t i = open + 3; i < tokens_.size(); ++i) {
            const Token& token = at(i);
            if (token.is("(") || token.is("[") || token.is("{"))
                i = source::matching_close(tokens_, i);
            else if (token.is(";") || token.is(")") || token.is("]") || token.is("}") || token.kind == Kind::newline ||
                     starts_launch(i))
                break;
            else if (three(i, ">") && at(i + 3).is("("))
                (touch(i) && touch(i + 1) ? close : spaced) = i;
        }
        if (!close) close = spaced;
        if (!close) refuse(at(open), "a launch <<<...>>> without its arguments in parentheses");
        return *close;
    }

    // The first token of the expression before `<<<`: k, k<A, B>, ns::k, T::template k<U>, object.k, table[i], (*k),
    // get<A>(i).
    std::size_t start_of_kernel(std::size_t open) const {
        std::size_t i = open;
        for (;;) {
            i = start_of_brackets(i);
            if (i > 0 && is_name(at(i - 1))) --i;
            if (i > 0 && at(i - 1).is("template")) --i;
            if (i >= open) refuse(at(open), "a launch <<<...>>> without a kernel's name before it");
            if (!(at(i - 1).is("::") || at(i - 1).is(".") || at(i - 1).is("->"))) return i;
            --i;  // the separator
            const bool qualified = at(i - 1).is(">") || at(i - 1).is(")") || at(i - 1).is("]") || is_name(at(i - 1));
            if (!qualified) return i;  // a leading ::
        }
    }

    // Where the (...), [...] and <...> before `i` begin; but not the (x) of a statement such as if (x) (*k)<<<1,
    // 1>>>().
    std::size_t start_of_brackets(std::size_t i) const {
        while (i > 0) {
            std::size_t open = i;
            if (at(i - 1).is(")") || at(i - 1).is("]")) open = source::matching_open(tokens_, i - 1);
            if (at(i - 1).is(">")) open = start_of_template_arguments(i - 1);
            if (open >= i || (open > 0 && is_statement_with_condition(at(open - 1).text))) break;
            i = open;
        }
        return i;
    }

    static bool is_statement_with_condition(std::string_view word) {
        for (const char* keyword : {"if", "constexpr", "for", "while", "switch"})
            if (word == keyword) return true;
        return false;
    }

    std::size_t start_of_template_arguments(std::size_t close) const {
        int depth = 0;
        for (std::size_t i = close + 1; i-- > 0;) {
            if (at(i).is(")") || at(i).is("]") || at(i).is("}"))
                i = source::matching_open(tokens_, i);
            else if (at(i).is(">"))
                ++depth;
            else if (at(i).is("<") && --depth == 0)
                return i;
            else if (at(i).is(";") || at(i).is("{"))
                break;
        }
        refuse(at(close), "template arguments of a kernel that never open");
    }

    static bool is_name(const Token& token) {
        return token.kind == Kind::identifier && !is_keyword_before_expression(token.text);
    }

    static bool is_keyword_before_expression(std::string_view word) {
        for (const char* keyword : {"return", "else", "do", "case", "co_return", "co_await", "throw"})
            if (word == keyword) return true;
        return false;
    }

    // Is there a literal 0 among the arguments, which may be a number or a null pointer?
    bool arguments(std::size_t open) {
        const std::size_t close = source::matching_close(tokens_, open);
        bool has_zero = false;
        bool in_angles = false;  // f<1, 0, 2>(x) has no such literal
        for (std::size_t i = open + 1; i < close; ++i) {
            if (at(i).is("<") || at(i).is(">")) in_angles = at(i).is("<");
            if (at(i).is("0") && (at(i - 1).is("(") || at(i - 1).is(",")) && (at(i + 1).is(",") || i + 1 == close) &&
                !in_angles && depth_from(open, i) == 1) {
                replace(at(i), "::cpu_device::Zero()");
                has_zero = true;
            }
            if (at(i).is("{") && (at(i - 1).is("(") || at(i - 1).is(",")) && depth_from(open, i) == 1)
                refuse(at(i), "a launch's argument that is a braced list: name its type before the brace");
            if (at(i).is("NULL") || at(i).is("__null"))
                replace(at(i), "nullptr");  // a deduced argument has no pointer type
        }
        return has_zero;
    }

    int depth_from(std::size_t open, std::size_t i) const {
        int depth = 0;
        for (std::size_t j = open; j < i; ++j) {
            depth += at(j).is("(") || at(j).is("[") || at(j).is("{");
            depth -= at(j).is(")") || at(j).is("]") || at(j).is("}");
        }
        return depth;
    }

    // The tokens from `begin` to `end` as they stand in messages, without white space that means nothing, and escaped.
    std::string spelling(std::size_t begin, std::size_t end) const {
        std::string out;
        for (std::size_t i = begin; i < end; ++i) {
            if (i > begin && at(i).kind == Kind::identifier && at(i - 1).kind == Kind::identifier) out += ' ';
            for (const char c : at(i).text) {
                if (c == '"' || c == '\\') out += '\\';
                out += c;
            }
        }
        return out;
    }

    // ---- Shared memory ------------------------------------------------------------------------

    void shared() {
        const std::size_t begin = start_of_declaration(i_);
        std::size_t end = i_;
        while (end < tokens_.size() && !at(end).is(";")) {
            if (at(end).is("=")) refuse_initialiser(end);
            end = at(end).is("(") || at(end).is("[") || at(end).is("{") ? source::matching_close(tokens_, end) + 1
                                                                        : end + 1;
        }
        if (end >= tokens_.size()) refuse(at(i_), "a __shared__ declaration without its semicolon");

        bool is_extern = false;
        for (std::size_t i = begin; i < end; ++i) {
            if (at(i).is("extern")) is_extern = true;
            if (at(i).is("extern") || at(i).is("static") || at(i).is("__shared__")) replace(at(i), "");
        }
        if (is_extern) remove_alignas(begin, end);
        const std::vector<std::size_t> names = declared_names(begin, end);
        const std::string number = std::to_string(at(i_).line + line_offset_) + "_" + std::to_string(++shared_count_);
        if (is_extern) {
            if (names.size() != 1)
                refuse(at(i_), "several names in one extern __shared__ declaration: they would be the same memory");
            const std::string type = "cpu_device_dynamic_" + number;
            insert(at(begin).begin, "typedef ");
            const std::string name(at(names[0]).text);
            replace(at(names[0]), type);
            insert(at(end).end(),
                   body() ? " [[maybe_unused]] auto* const " + name + " = ::cpu_device::dynamic_shared<" + type + ">();"
                          : " [[maybe_unused]] static thread_local auto* const& " + name +
                                " = ::cpu_device::current_dynamic_shared<" + type + ">();");
        } else {
            if (!body())
                refuse(at(i_), "a __shared__ variable outside any function: declare it in the kernel that uses it");
            const std::string type = "cpu_device_shared_" + number;
            insert(at(begin).begin, "struct " + type + " { ");
            std::string references = " };";
            for (const std::size_t name : names)
                references += " auto& " + std::string(at(name).text) + " = ::cpu_device::shared<" + type + ">(\"" +
                              std::string(at(name).text) + "\")." + std::string(at(name).text) + ";";
            insert(at(end).end(), references);
        }
    }

    // A typedef takes no alignas, and dynamic shared memory has the largest alignment that anything asks for.
    void remove_alignas(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (at(i).is("alignas"))
                edits_.push_back({at(i).begin, at(source::matching_close(tokens_, i + 1)).end(), ""});
    }

    std::size_t start_of_declaration(std::size_t i) const {
        while (i > 0) {
            if (at(i - 1).is(")")) {  // of an attribute, or of an if or for before the declaration
                const std::size_t open = source::matching_open(tokens_, i - 1);
                if (open == 0 || open >= i || !is_attribute(at(open - 1).text)) break;
                i = open;
            } else if (ends_statement(at(i - 1))) {
                break;
            }
            --i;
        }
        return i;
    }

    static bool is_attribute(std::string_view word) {
        for (const char* attribute : {"alignas", "__align__", "__attribute__"})
            if (word == attribute) return true;
        return false;
    }

    static bool ends_statement(const Token& token) {
        return token.is(";") || token.is("{") || token.is("}") || token.is(":") || token.kind == Kind::newline ||
               token.is("else") || token.is("do");
    }

    // The name of each declarator in [begin, end): its last identifier outside brackets that ends the declarator, but
    // for array bounds.
    std::vector<std::size_t> declared_names(std::size_t begin, std::size_t end) const {
        std::vector<std::size_t> names;
        std::size_t last = end;  // none yet
        for (std::size_t i = begin; i <= end; ++i) {
            if (i == end || at(i).is(",")) {
                if (last == end)
                    refuse(at(i_),
                           "a __shared__ declaration whose name cannot be found: declare it as TYPE NAME[SIZE]");
                names.push_back(last);
                last = end;
            } else if (at(i).is("(") || at(i).is("[") || at(i).is("{")) {
                if (at(i).is("{") && last != end && !defines_type(i)) refuse_initialiser(i);
                i = source::matching_close(tokens_, i);
            } else if (at(i).is("<")) {
                i = end_of_template_arguments(i);
            } else if (at(i).kind == Kind::identifier && ends_declarator(at(i + 1))) {
                last = i;
            }
        }
        return names;
    }

    static bool ends_declarator(const Token& token) {
        return token.is(",") || token.is(";") || token.is("[") || token.is("{");
    }

    [[noreturn]] void refuse_initialiser(std::size_t i) const {
        refuse(at(i), "a __shared__ variable with an initialiser: CUDA has none either");
    }

    // Is the brace at `i` that of struct { ... } or struct Name { ... }?
    bool defines_type(std::size_t i) const {
        const auto is_key = [](const Token& token) { return token.is("struct") || token.is("union"); };
        return i > 1 && (is_key(at(i - 1)) || is_key(at(i - 2)));
    }

    std::size_t end_of_template_arguments(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            if (at(i).is("(") || at(i).is("[") || at(i).is("{"))
                i = source::matching_close(tokens_, i);
            else if (at(i).is("<"))
                ++depth;
            else if (at(i).is(">") && --depth == 0)
                return i;
            else if (at(i).is(";"))
                break;
        }
        refuse(at(open), "template arguments that never close");
    }

    // ---- The rest -----------------------------------------------------------------------------

    void print() {
        if (!at(i_ + 1).is("(")) return;
        std::size_t begin = i_;  // of the name with its qualifiers
        while (begin > 0 && (at(begin - 1).is("::") || (at(begin).is("::") && is_name(at(begin - 1))))) --begin;
        const std::string qualifiers = spelling(begin, i_);
        if (!qualifiers.empty() && qualifiers != "::" && qualifiers != "std::" && qualifiers != "::std::") return;

        const Token& before = at(begin - 1);
        if (before.is(".") || before.is("->") || before.is("*") || is_name(before)) return;  // a member, a declaration
        if (before.is("&") && !at(begin - 2).is("&")) return;
        edits_.push_back({at(begin).begin, at(i_).end(), "::cpu_device::printf"});
    }

    // Is there a cast to void* at `i`: (void*), (const void*) or reinterpret_cast<void*>? The token after it, or 0.
    std::size_t end_of_cast(std::size_t i) const {
        const bool named = at(i).is("reinterpret_cast");
        i += named ? 1 : 0;
        if (!at(i++).is(named ? "<" : "(")) return 0;
        if (at(i).is("const")) ++i;
        return at(i).is("void") && at(i + 1).is("*") && at(i + 2).is(named ? ">" : ")") ? i + 3 : 0;
    }

    // cudaLaunchKernel((void*)kernel, ...) and cudaLaunchCooperativeKernel: the cast hides the kernel's arguments, so
    // it goes.
    void kernel_address() {
        if (!at(i_ + 1).is("(")) return;
        const std::size_t end = end_of_cast(i_ + 2);
        if (end == 0) return;
        edits_.push_back({at(i_ + 2).begin, at(end - 1).end(), ""});
        i_ = end - 1;
    }

    // (void*)kernel anywhere else: the runtime notes how to call a kernel with that address.
    void cast_of_kernel() {
        const std::size_t end = end_of_cast(i_);
        if (end == 0) return;
        std::size_t name = end;
        while (at(name).is("(") || at(name).is("&") || at(name).is("::") || at(name + 1).is("::")) ++name;
        if (kernels_.count(at(name).text) == 0) return;
        edits_.push_back({at(i_).begin, at(end - 1).end(), "::cpu_device::kernel_address->*"});
        i_ = end - 1;
    }

    void refuse_if_missing(const Token& token) const {
        for (const auto& [name, feature] : MISSING_NAMES)
            if (token.text == name) refuse(token, not_there(name, feature));
    }

    void no_inline() {
        const bool in_attribute = i_ > 0 && (at(i_ - 1).is("(") || at(i_ - 1).is(","));
        if (!in_attribute) replace(at(i_), "__attribute__((noinline))");
    }

    void inline_assembly() {
        for (std::size_t i = i_ + 1; at(i).is("volatile") || at(i).is("__volatile__") || at(i).is("("); ++i)
            if (at(i).is("("))
                refuse(at(i_), "inline PTX (asm) is not supported: guard it, or run this program on a GPU");
    }

    // CPU_DEVICE_CALLS_OF(cublas, cublasStatus_t, "cuBLAS"): the calls whose names begin so and that the program makes,
    // but for those that something declares. See cpu/library.h.
    void calls_of_library() {
        const std::size_t close = source::matching_close(tokens_, i_ + 1);
        const std::string beginning(at(i_ + 2).text), result(at(i_ + 4).text), library(at(i_ + 6).text);
        std::set<std::string_view> calls, declared = declared_;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const std::string_view name = at(i).text;
            const bool ours = at(i).kind == Kind::identifier && name.size() > beginning.size() &&
                              name.starts_with(beginning) &&
                              std::isupper(static_cast<unsigned char>(name[beginning.size()]));
            if (!ours) continue;
            if (at(i - 1).is("struct") || at(i - 1).is("class") || at(i - 1).is("using")) declared.insert(name);
            if (at(i + 1).is("(") && !at(i - 1).is(".") && !at(i - 1).is("->")) calls.insert(name);
        }
        std::string text;
        for (const std::string_view call : calls) {
            if (declared.count(call) != 0) continue;
            const std::string name(call);
            text.append("template <class... Rest> inline ").append(result).append(" ").append(name);
            text.append("(::cpu_device::Caller caller = {}, const Rest&...) { ::cpu_device::library_call(\"");
            text.append(name).append("\", ").append(library).append(", caller.where); } ");
        }
        edits_.push_back({at(i_).begin, at(close + 1).end(), text});
        i_ = close + 1;
    }

    static bool is_global_atomic(std::string_view word) {
        return (word.starts_with("atomic") && word.size() > 6 && std::isupper(static_cast<unsigned char>(word[6]))) ||
               word == "__threadfence" || word == "__threadfence_system";
    }

    std::string_view text_;
    std::string file_;
    std::vector<Token> tokens_;
    std::size_t i_ = 0;
    std::vector<Edit> edits_;
    std::vector<Body> bodies_;             // of all functions, in order
    std::set<std::string_view> kernels_;   // their names
    std::set<std::string_view> declared_;  // of all functions
    int line_offset_ = 0;                  // the line in `file_` of a token is token.line + line_offset_
    bool in_system_header_ = false;
    bool blocks_communicate_ = false;
    int shared_count_ = 0;
};

}  // namespace

std::string rewrite(std::string_view text, const std::string& file) { return Rewriter(text, file).run(); }

}  // namespace cpu_device
