#include "verify/cpu/rewrite/check_marks.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/cpu/rewrite/edits.h"
#include "verify/source/functions.h"
#include "verify/source/lexer.h"

namespace cpu_device {
namespace {

using source::Declaration;
using source::Kind;
using source::Token;

constexpr const char* UNCHECKED = "__attribute__((no_sanitize_thread)) ";

class Marker {
 public:
    explicit Marker(std::string_view text) : text_(text) {
        const std::vector<Token> all = source::lex(text);
        bool system = false;
        std::string_view own;  // the last file that was no system header
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].kind != Kind::directive) {
                if (!system) {
                    tokens_.push_back(all[i]);
                } else {
                    remove_qualifier(all[i]);
                    if (i > 0 && i + 3 < all.size()) inline_accessor(all, i);
                }
                continue;
            }
            // # 12 "file.h" 3: a system header, or in our own file the expansion of a macro from one.
            const bool is_marker = std::isdigit(static_cast<unsigned char>(all[i].text.back()));
            const bool was_system = system;
            std::string_view file;
            bool flag = false;
            for (++i; i < all.size() && all[i].kind != Kind::newline; ++i) {
                if (all[i].kind == Kind::string) file = all[i].text;
                flag = flag || (all[i].kind == Kind::number && all[i].is("3"));
            }
            if (!is_marker || file.empty()) continue;
            system = flag && file != own;
            if (!system) own = file;
            // What a system header left open is not ours: begin anew after it.
            if (was_system && !system && i < all.size()) tokens_.push_back(all[i]);
        }
    }

    std::string run() {
        const std::vector<Declaration> declarations = source::declarations_of(tokens_);
        for (const Token& token : tokens_) remove_qualifier(token);
        for (const Declaration& one : declarations)
            if (one.body != Declaration::NONE) own_.insert(std::string(at(one.name).text));
        for (const Declaration& one : declarations) {
            if (one.body != Declaration::NONE)
                function(one);
            else if (one.name == Declaration::NONE && !one.member)
                variable(one);
        }
        return apply(text_, edits_);
    }

 private:
    const Token& at(std::size_t i) const {
        static const Token none{Kind::newline, "", 0, 0};
        return i < tokens_.size() ? tokens_[i] : none;
    }
    void insert(std::size_t where, std::string text) { edits_.push_back({where, where, std::move(text)}); }
    bool has(const Declaration& one, std::string_view word) const { return source::has(tokens_, one, word); }

    void remove_qualifier(const Token& token) {
        if (token.is("__global__"))
            edits_.push_back({token.begin, token.end(), "__attribute__((noipa))"});
        else if (token.is("__device__") || token.is("__host__") || token.is("__constant__") || token.is("__managed__"))
            edits_.push_back({token.begin, token.end(), ""});
    }

    // A function of the standard library that is instrumented is not inlined into one that is not. The small ones, by
    // which host code walks over a vector, are therefore always inlined, and cost what they cost without the check.
    void inline_accessor(const std::vector<Token>& all, std::size_t i) {
        const Token &before = all[i - 1], &token = all[i], &next = all[i + 1];
        bool small = token.is("operator") && ((next.is("[") && all[i + 2].is("]")) || next.is("->") ||
                                              (next.is("*") && all[i + 2].is("(") && all[i + 3].is(")")) ||
                                              (next.is("+") && all[i + 2].is("+")));
        for (const char* name : {"size", "data", "begin", "end", "min", "max"})
            small = small || (token.is(name) && next.is("("));
        const bool declares = (before.kind == Kind::identifier && !before.is("return") && !before.is("else")) ||
                              before.is("&") || before.is("*") || before.is(">");
        if (!small || !declares) return;
        std::size_t parameters = i + 1;
        while (parameters < all.size() && !all[parameters].is("(")) ++parameters;
        const std::size_t after = source::matching_close(all, parameters) + 1;
        if (after < all.size() && (all[after].is("const") || all[after].is("noexcept") || all[after].is("{")))
            insert(token.begin, "__attribute__((always_inline)) ");
    }

    // memcpy and its like are the C library's, which is not instrumented: the checker's own tell it of the bytes.
    void checked_call(std::size_t i) {
        const Token& token = at(i);
        if (!(token.is("memcpy") || token.is("memmove") || token.is("memset")) || !at(i + 1).is("(")) return;
        if (own_.count(std::string(token.text)) != 0) return;
        std::size_t begin = i;
        if (begin > 0 && at(begin - 1).is("::")) --begin;
        if (begin < i && begin > 0 && at(begin - 1).is("std")) --begin;
        if (begin > 0 &&
            (at(begin - 1).is("::") || at(begin - 1).is(".") || at(begin - 1).is("->") || at(begin - 1).is("*")))
            return;
        if (begin > 0 && at(begin - 1).kind == Kind::identifier && !at(begin - 1).is("return"))
            return;  // a declaration
        edits_.push_back({at(begin).begin, token.end(), "::cpu_device::checked_" + std::string(token.text)});
    }

    // ---- Declarations -------------------------------------------------------------------------

    // Calls visit(i) for every token of [begin, end) that stands outside parentheses, brackets and braces.
    template <class Visit>
    void at_depth_zero(std::size_t begin, std::size_t end, Visit visit) const {
        for (std::size_t i = begin; i < end; ++i) {
            visit(i);
            if (at(i).is("(") || at(i).is("[") || at(i).is("{")) i = std::min(source::matching_close(tokens_, i), end);
        }
    }

    void function(const Declaration& one) {
        const bool kernel = has(one, "__global__");
        const bool checked = kernel || has(one, "__device__");
        if (!checked && !has(one, "constexpr") && !has(one, "consteval") && !at(one.specifiers).is("requires"))
            insert(at(one.specifiers).begin, UNCHECKED);
        if (kernel && !one.member) parameter_names(one);
        for (std::size_t i = one.body; i < std::min(one.last, tokens_.size()); ++i) {
            checked_call(i);
            if (at(i).is("[") && !checked) lambda(i);
        }
    }

    void parameter_names(const Declaration& kernel) {
        const std::size_t open = kernel.parameters;
        const std::size_t close = source::matching_close(tokens_, open);
        std::string names;
        std::size_t last = close;
        int angles = 0;
        bool ended = false;  // a default value or an array's bounds follow the name
        for (std::size_t i = open + 1; i <= close; ++i) {
            angles += at(i).is("<");
            angles -= at(i).is(">");
            if (i == close || (at(i).is(",") && angles == 0)) {
                names += (names.empty() ? "" : ",") + std::string(last == close ? "" : at(last).text);
                last = close;
                ended = false;
                continue;
            }
            if (at(i).is("(") || at(i).is("{")) i = source::matching_close(tokens_, i);
            if (at(i).is("[") || at(i).is("=")) ended = true;
            if (at(i).kind == Kind::identifier && !ended) last = i;
        }
        insert(at(kernel.first).begin, "static const ::cpu_device::KernelParameters cpu_device_parameters_" +
                                           std::to_string(++count_) + "(\"" + std::string(at(kernel.name).text) +
                                           "\", \"" + names + "\"); ");
    }

    // A __device__, __constant__ or __managed__ variable.
    void variable(const Declaration& one) {
        if (!(has(one, "__device__") || has(one, "__constant__") || has(one, "__managed__")) || has(one, "extern") ||
            has(one, "template"))
            return;
        std::string registered;
        std::size_t last = one.last;
        bool ended = false;
        int angles = 0;  // of a template's arguments that are open
        at_depth_zero(one.first, one.last + 1, [&](std::size_t i) {
            if (!ended) angles += at(i).is("<") ? 1 : at(i).is(">") ? -1 : 0;
            if (i == one.last || (at(i).is(",") && angles == 0)) {
                if (last != one.last && !at(last - 1).is("::")) {  // a member of a class has its own ways
                    const std::string name(at(last).text);
                    registered += " static const ::cpu_device::DeviceVariable cpu_device_variable_" +
                                  std::to_string(++count_) + "(&" + name + ", sizeof " + name + ", \"" + name + "\"" +
                                  (has(one, "__constant__") ? ", true" : "") + ");";
                }
                last = one.last;
                ended = false;
            } else if (at(i).is("[") || at(i).is("=") || at(i).is("{")) {
                ended = true;
            } else if (at(i).kind == Kind::identifier && !ended && angles == 0) {
                last = i;
            }
        });
        insert(at(one.last).end(), registered);
    }

    // ---- Lambdas of host functions ------------------------------------------------------------

    void lambda(std::size_t open) {
        const Token& before = at(open - 1);
        const bool operand = before.kind == Kind::identifier && !before.is("return") && !before.is("else");
        if (operand || before.is(")") || before.is("]") || before.kind == Kind::string || at(open + 1).is("[")) return;
        const std::size_t close = source::matching_close(tokens_, open);
        std::size_t i = close + 1;
        for (; at(i).is("__device__") || at(i).is("__host__"); ++i)
            if (at(i).is("__device__")) return;
        if (at(i).is("{")) return insert(at(close).end(), "() " + std::string(UNCHECKED));
        if (!at(i).is("(")) return;
        const std::size_t end = source::matching_close(tokens_, i);
        if (at(end + 1).is("{") || at(end + 1).is("->"))  // behind mutable or noexcept it has no place
            insert(at(end).end(), " " + std::string(UNCHECKED));
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    int count_ = 0;
    std::set<std::string> own_;  // the program's functions, by name: one may be called memset
    std::vector<Edit> edits_;
};

}  // namespace

std::string mark_for_check(std::string_view text) { return Marker(text).run(); }

}  // namespace cpu_device
