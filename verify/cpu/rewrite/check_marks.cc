#include "verify/cpu/rewrite/check_marks.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/cpu/rewrite/edits.h"
#include "verify/source/lexer.h"

namespace cpu_device {
namespace {

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
        for (i_ = 0; i_ < tokens_.size(); ++i_) step();
        return apply(text_, edits_);
    }

 private:
    // What a brace opens. Declarations stand in a `space` (the file, a namespace) or a `type`; `code` is a function's
    // body and all within; `value` is an initialiser, after which its declaration goes on.
    enum class Scope { space, type, code, value };

    const Token& at(std::size_t i) const {
        static const Token none{Kind::newline, "", 0, 0};
        return i < tokens_.size() ? tokens_[i] : none;
    }
    void insert(std::size_t where, std::string text) { edits_.push_back({where, where, std::move(text)}); }
    bool in(Scope scope) const { return (scopes_.empty() ? Scope::space : scopes_.back()) == scope; }
    bool in_code() const { return std::find(scopes_.begin(), scopes_.end(), Scope::code) != scopes_.end(); }

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
    void checked_call() {
        const Token& token = at(i_);
        if (!(token.is("memcpy") || token.is("memmove") || token.is("memset")) || !at(i_ + 1).is("(")) return;
        if (own_.count(std::string(token.text)) != 0) return;
        std::size_t begin = i_;
        if (begin > 0 && at(begin - 1).is("::")) --begin;
        if (begin < i_ && begin > 0 && at(begin - 1).is("std")) --begin;
        if (begin > 0 &&
            (at(begin - 1).is("::") || at(begin - 1).is(".") || at(begin - 1).is("->") || at(begin - 1).is("*")))
            return;
        if (begin > 0 && at(begin - 1).kind == Kind::identifier && !at(begin - 1).is("return"))
            return;  // a declaration
        edits_.push_back({at(begin).begin, token.end(), "::cpu_device::checked_" + std::string(token.text)});
    }

    void step() {
        const Token& token = at(i_);
        remove_qualifier(token);
        if (in_code()) checked_call();
        if (token.kind == Kind::newline) {
            begin_ = i_ + 1;
            parentheses_ = 0;
        } else if (token.is("{")) {
            open();
        } else if (token.is("}")) {
            close();
        } else if (token.is("(") || token.is(")")) {
            if (!in_code()) parentheses_ += token.is("(") ? 1 : -1;
        } else if (in_code()) {
            if (token.is("[") && !checked_) lambda();
        } else if (token.is(";")) {
            if (in(Scope::space)) variable();
            if (!in(Scope::value)) begin_ = i_ + 1;
        } else if (token.is(":") && in(Scope::type) && is_access(at(i_ - 1))) {
            begin_ = i_ + 1;
        }
    }

    static bool is_access(const Token& token) {
        return token.is("public") || token.is("private") || token.is("protected");
    }

    void open() {
        if (in_code() || in(Scope::value) || parentheses_ > 0) {
            scopes_.push_back(in_code() ? Scope::code : Scope::value);
            return;
        }
        const bool handler = at(begin_).is("catch");  // of a function whose whole body is a try block
        const Scope scope = handler ? Scope::code : classify();
        if (scope == Scope::code && !handler) function();
        scopes_.push_back(scope);
        if (scope != Scope::value) begin_ = i_ + 1;
    }

    void close() {
        const Scope scope = scopes_.empty() ? Scope::space : scopes_.back();
        if (!scopes_.empty()) scopes_.pop_back();
        if (scope != Scope::value && !in_code()) begin_ = i_ + 1;
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

    bool has(std::string_view word) const {
        for (std::size_t i = begin_; i < i_; ++i)
            if (at(i).is(word)) return true;
        return false;
    }

    // Is the `(` at i that of a function's parameters, and not of an attribute?
    bool opens_parameters(std::size_t i) const {
        if (!at(i).is("(") || i == begin_) return false;
        const Token& before = at(i - 1);
        for (const char* word : {"alignas", "__attribute__", "__align__", "decltype", "noexcept", "requires",
                                 "explicit", "__launch_bounds__", "__declspec", "sizeof", "typeof"})
            if (before.is(word)) return false;
        if (before.kind == Kind::identifier) return true;
        for (std::size_t back = 2; back <= 4 && i >= begin_ + back; ++back)  // operator(), operator==, operator[]
            if (at(i - back).is("operator")) return true;
        return before.is(">");  // a specialisation: f<int>(...)
    }

    // Where the parameters of the declaration from begin_ to i_ open, or i_ if it is no function's.
    std::size_t parameters() const {
        std::size_t found = i_;
        bool assigned = false;
        at_depth_zero(specifiers(), i_, [&](std::size_t i) {
            assigned = assigned || (at(i).is("=") && !at(i - 1).is("operator") && !at(i - 2).is("operator"));
            if (found == i_ && !assigned && opens_parameters(i)) found = i;
        });
        return found;
    }

    // What does the brace at i_, after the declaration from begin_, open?
    Scope classify() const {
        if (has("namespace")) return Scope::space;
        if (at(i_ - 1).kind == Kind::string && at(i_ - 2).is("extern")) return Scope::space;
        const std::size_t open = parameters();
        if (open == i_) {
            bool type = false, assigned = false;
            at_depth_zero(specifiers(), i_, [&](std::size_t i) {
                assigned = assigned || at(i).is("=");
                type = type || at(i).is("struct") || at(i).is("class") || at(i).is("union") || at(i).is("enum");
            });
            return type && !assigned ? Scope::type : Scope::value;
        }
        // After the parameters: A(...) : a{1}, b(2) { has the braces of members before its own.
        const std::size_t close = source::matching_close(tokens_, open);
        bool members = false;
        at_depth_zero(close, i_, [&](std::size_t i) { members = members || at(i).is(":"); });
        const bool ends_member = at(i_ - 1).is(")") || at(i_ - 1).is("}");
        return members && !ends_member ? Scope::value : Scope::code;
    }

    // Where the specifiers of the declaration begin: after template <...>, [[...]], extern "C".
    std::size_t specifiers() const {
        std::size_t i = begin_;
        for (;;) {
            if (at(i).is("template") && at(i + 1).is("<"))
                i = after_angles(i + 1);
            else if (at(i).is("[") && at(i + 1).is("["))
                i = source::matching_close(tokens_, i) + 1;
            else if (at(i).is("extern") && at(i + 1).kind == Kind::string)
                i += 2;
            else
                return i;
        }
    }

    std::size_t after_angles(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < i_; ++i) {
            if (at(i).is("(") || at(i).is("[") || at(i).is("{")) i = source::matching_close(tokens_, i);
            depth += at(i).is("<");
            depth -= at(i).is(">");
            if (depth == 0) return i + 1;
        }
        return open;
    }

    bool at_namespace_scope() const {
        return std::all_of(scopes_.begin(), scopes_.end(), [](Scope scope) { return scope == Scope::space; });
    }

    void function() {
        if (const std::size_t open = parameters(); open != i_) own_.insert(std::string(at(open - 1).text));
        const bool kernel = has("__global__");
        checked_ = kernel || has("__device__");
        if (!checked_ && !has("constexpr") && !has("consteval")) {
            const std::size_t where = specifiers();
            if (!at(where).is("requires")) insert(at(where).begin, UNCHECKED);
        }
        if (kernel && at_namespace_scope()) parameter_names();
    }

    void parameter_names() {
        const std::size_t open = parameters();
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
        insert(at(begin_).begin, "static const ::cpu_device::KernelParameters cpu_device_parameters_" +
                                     std::to_string(++count_) + "(\"" + std::string(at(open - 1).text) + "\", \"" +
                                     names + "\"); ");
    }

    // A __device__, __constant__ or __managed__ variable, whose declaration ends at i_.
    void variable() {
        if (!(has("__device__") || has("__constant__") || has("__managed__")) || has("extern") || has("template"))
            return;
        if (parameters() != i_) return;
        std::string registered;
        std::size_t last = i_;
        bool ended = false;
        int angles = 0;  // of a template's arguments that are open
        at_depth_zero(begin_, i_ + 1, [&](std::size_t i) {
            if (!ended) angles += at(i).is("<") ? 1 : at(i).is(">") ? -1 : 0;
            if (i == i_ || (at(i).is(",") && angles == 0)) {
                if (last != i_ && !at(last - 1).is("::")) {  // a member of a class has its own ways
                    const std::string name(at(last).text);
                    registered += " static const ::cpu_device::DeviceVariable cpu_device_variable_" +
                                  std::to_string(++count_) + "(&" + name + ", sizeof " + name + ", \"" + name + "\"" +
                                  (has("__constant__") ? ", true" : "") + ");";
                }
                last = i_;
                ended = false;
            } else if (at(i).is("[") || at(i).is("=") || at(i).is("{")) {
                ended = true;
            } else if (at(i).kind == Kind::identifier && !ended && angles == 0) {
                last = i;
            }
        });
        insert(at(i_).end(), registered);
    }

    // ---- Lambdas of host functions ------------------------------------------------------------

    void lambda() {
        const Token& before = at(i_ - 1);
        const bool operand = before.kind == Kind::identifier && !before.is("return") && !before.is("else");
        if (operand || before.is(")") || before.is("]") || before.kind == Kind::string || at(i_ + 1).is("[")) return;
        const std::size_t close = source::matching_close(tokens_, i_);
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
    std::size_t i_ = 0, begin_ = 0;  // begin_: the first token of the declaration that i_ is in
    std::vector<Scope> scopes_;
    int parentheses_ = 0;   // that are open outside code: a brace in them is a value's
    bool checked_ = false;  // the function that i_ is in runs on the device
    int count_ = 0;
    std::set<std::string> own_;  // the program's functions, by name: one may be called memset
    std::vector<Edit> edits_;
};

}  // namespace

std::string mark_for_check(std::string_view text) { return Marker(text).run(); }

}  // namespace cpu_device
