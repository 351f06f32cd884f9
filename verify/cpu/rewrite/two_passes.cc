#include "verify/cpu/rewrite/two_passes.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "verify/cpu/rewrite/edits.h"
#include "verify/cpu/rewrite/rewrite.h"
#include "verify/source/functions.h"
#include "verify/source/lexer.h"

namespace cpu_device {
namespace {

using source::Declaration;
using source::Kind;
using source::Token;

constexpr std::size_t NONE = Declaration::NONE;

bool is_marker(const Token& token) {  // # 12 "file.h" 3, and not #pragma
    return token.kind == Kind::directive && std::isdigit(static_cast<unsigned char>(token.text.back()));
}

// A declaration, the beginning or the end of a scope, or a pragma: what is the same in both passes or not.
struct Item {
    std::size_t first, last;         // tokens, both included
    const Declaration* declaration;  // null: none
    std::string scope;               // the namespaces and classes around it, as they begin
    std::size_t key;                 // the same for the same text in the same scope
    bool system;                     // it stands in a system header
};

// One of the two texts.
class Pass {
 public:
    explicit Pass(std::string text) : text_(std::move(text)) {
        read_tokens();
        declarations_ = source::declarations_of(tokens_);
        read_items();
    }
    Pass(const Pass&) = delete;

    const std::string& text() const { return text_; }
    const std::vector<Token>& tokens() const { return tokens_; }
    const std::vector<Item>& items() const { return items_; }
    const Token& at(std::size_t i) const {
        static const Token none{Kind::newline, "", 0, 0};
        return i < tokens_.size() ? tokens_[i] : none;
    }

    bool has(const Item& item, std::string_view word) const {
        return item.declaration != nullptr && source::has(tokens_, *item.declaration, word);
    }
    // From one token to another, as they stand.
    std::string raw(std::size_t first, std::size_t last) const {
        return text_.substr(at(first).begin, at(last).end() - at(first).begin);
    }
    std::string joined(std::size_t first, std::size_t end) const {
        std::string out;
        for (std::size_t i = first; i < end; ++i) out.append(at(i).text).append(" ");
        return out;
    }
    // A line of its own that says where the token `i` stands; `below`: where the line below it does.
    std::string marker(std::size_t i, int below = 0) const {
        const Place& place = places_[i];
        return "\n# " + std::to_string(place.line + below) + " " + files_[place.file] + (place.system ? " 3" : "") +
               "\n";
    }
    [[noreturn]] void refuse(std::size_t i, const std::string& why) const {
        const Place& place = places_[i];
        const std::string& quoted = files_[place.file];
        throw RewriteError(quoted.substr(1, quoted.size() - 2) + ":" + std::to_string(place.line) +
                           ": error: CPU device: " + why);
    }

 private:
    struct Place {
        std::size_t file;
        int line;
        bool system;
    };

    void read_tokens() {
        const std::vector<Token> all = source::lex(text_);
        std::size_t file = 0;
        int offset = 0;
        bool system = false;
        files_.push_back("\"\"");
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!is_marker(all[i])) {
                tokens_.push_back(all[i]);
                places_.push_back({file, all[i].line + offset, system});
                continue;
            }
            std::string_view number = all[i].text;
            number.remove_prefix(number.find_first_of("0123456789"));
            int line = 0;
            std::from_chars(number.data(), number.data() + number.size(), line);
            offset = line - all[i].line - 1;
            system = false;
            for (++i; i < all.size() && all[i].kind != Kind::newline; ++i) {
                if (all[i].kind == Kind::string) {
                    const auto known = std::find(files_.begin(), files_.end(), all[i].text);
                    file = known - files_.begin();
                    if (known == files_.end()) files_.emplace_back(all[i].text);
                }
                system = system || (all[i].kind == Kind::number && all[i].is("3"));
            }
        }
    }

    void read_items() {
        std::vector<std::string> scopes;
        std::string scope;
        auto declaration = declarations_.begin();
        for (std::size_t i = 0; i < tokens_.size();) {
            Item item{.first = i, .last = i, .declaration = nullptr, .scope = scope, .key = 0, .system = false};
            if (declaration != declarations_.end() && declaration->first == i) {
                item.declaration = &*declaration++;
                item.last = std::min(item.declaration->last, tokens_.size() - 1);
            } else if (at(i).kind == Kind::directive) {
                while (item.last + 1 < tokens_.size() && at(item.last).kind != Kind::newline) ++item.last;
            } else {
                while (!ends_gap(item.last, declaration == declarations_.end() ? NONE : declaration->first))
                    ++item.last;
            }
            const std::string words = joined(item.first, item.last + 1);
            std::string scoped = scope;
            scoped.append("\n").append(words);
            item.key = std::hash<std::string>()(scoped);
            item.system = places_[i].system;
            const bool opens = item.declaration == nullptr && at(item.last).is("{");
            const bool closes = item.declaration == nullptr && at(item.first).is("}");
            if (opens) scopes.push_back(words);
            if (closes && !scopes.empty()) scopes.pop_back();
            if (opens || closes) {
                scope.clear();
                for (const std::string& one : scopes) scope += one;
            }
            i = item.last + 1;
            items_.push_back(std::move(item));
        }
    }
    bool ends_gap(std::size_t i, std::size_t next) const {
        if (i + 1 >= tokens_.size() || i + 1 == next || at(i + 1).kind == Kind::directive) return true;
        if (at(i).is("}")) return !at(i + 1).is(";");  // a class ends with both
        return at(i).is("{") || at(i).is(";") || at(i + 1).is("}");
    }

    std::string text_;
    std::vector<Token> tokens_;  // without the line markers
    std::vector<Place> places_;  // of each token
    std::vector<std::string> files_;
    std::vector<Declaration> declarations_;
    std::vector<Item> items_;
};

// What each list has that the other has not, by Myers' algorithm. before[j]: the item of a before which the item j of b
// stands; the same item where there is one.
struct Difference {
    std::vector<bool> only_a, only_b;
    std::vector<std::size_t> before;
};
Difference difference(const std::vector<Item>& a, const std::vector<Item>& b) {
    Difference out{std::vector<bool>(a.size(), true), std::vector<bool>(b.size(), true),
                   std::vector<std::size_t>(b.size(), 0)};
    // What does not occur in the other list at all needs no search.
    const auto occurring = [](const std::vector<Item>& list, const std::vector<Item>& other) {
        std::set<std::size_t> keys;
        for (const Item& item : other) keys.insert(item.key);
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (keys.count(list[i].key) != 0) found.push_back(i);
        return found;
    };
    const std::vector<std::size_t> from = occurring(a, b), to = occurring(b, a);
    const int n = static_cast<int>(from.size()), m = static_cast<int>(to.size());
    std::vector<std::vector<int>> steps;  // for each number of differences, how far each diagonal k gets: at [k + d]
    const auto get = [](const std::vector<int>& v, int d, int k) { return k < -d || k > d ? -2 : v[k + d]; };
    for (int d = 0;; ++d) {
        std::vector<int> now(2 * d + 1, -2);  // -2: not within the lists
        bool done = false;
        for (int k = -d; k <= d && !done; k += 2) {
            int x = d == 0 ? 0 : std::max(get(steps.back(), d - 1, k - 1) + 1, get(steps.back(), d - 1, k + 1));
            if (x < 0 || x > n || x - k > m || x - k < 0) continue;
            while (x < n && x - k < m && a[from[x]].key == b[to[x - k]].key) ++x;
            now[k + d] = x;
            done = x == n && x - k == m;
        }
        steps.push_back(std::move(now));
        if (done) break;
    }
    for (int d = static_cast<int>(steps.size()) - 1, x = n, y = m; d >= 0; --d) {
        const int k = x - y;
        int x_before = 0, same = 0;
        bool by_a = false;
        if (d > 0) {
            by_a = get(steps[d - 1], d - 1, k - 1) + 1 > get(steps[d - 1], d - 1, k + 1);
            x_before = by_a ? get(steps[d - 1], d - 1, k - 1) : get(steps[d - 1], d - 1, k + 1);
            same = by_a ? x_before + 1 : x_before;
        }
        for (; x > same; --x, --y) {
            out.only_a[from[x - 1]] = out.only_b[to[y - 1]] = false;
            out.before[to[y - 1]] = from[x - 1];
        }
        y = by_a ? x_before - (k - 1) : x_before - (k + 1);
        x = x_before;
    }
    std::size_t next = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
        if (out.only_b[j])
            out.before[j] = next;
        else
            next = out.before[j] + 1;
    }
    return out;
}

class Merger {
 public:
    Merger(const Pass& host, const Pass& device) : host_(host), device_(device) {}

    // Names that mean one thing in each text: the device's must get another one first.
    std::set<std::string> two_meanings() {
        difference_ = difference(host_.items(), device_.items());
        for (std::size_t i = 0; i < host_.items().size(); ++i)
            if (difference_.only_a[i]) host_only_.push_back(i);
        for (std::size_t j = 0; j < device_.items().size(); ++j)
            if (difference_.only_b[j]) device_only_.push_back(j);
        pair_moved();
        pair_functions();
        return pair_names();
    }

    std::string merged() {
        for (const std::size_t i : host_only_) host_only(host_.items()[i]);
        // Several device's items before one of the host's keep their order.
        for (const std::size_t j : device_only_) device_only(j);
        return cpu_device::apply(host_.text(), edits_);
    }

 private:
    using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

    // Takes pairs out of both lists: of a host's and a device's item for which `key` is the same and no NONE.
    template <class HostKey, class DeviceKey>
    Pairs take_pairs(HostKey host_key, DeviceKey device_key) {
        std::map<std::string, std::vector<std::size_t>> by_key;
        for (const std::size_t j : device_only_)
            if (const std::string key = device_key(device_.items()[j]); !key.empty()) by_key[key].push_back(j);
        Pairs pairs;
        std::set<std::size_t> taken;
        std::erase_if(host_only_, [&](std::size_t i) {
            const std::string key = host_key(host_.items()[i]);
            const auto found = key.empty() ? by_key.end() : by_key.find(key);
            if (found == by_key.end() || found->second.empty()) return false;
            pairs.push_back({i, found->second.front()});
            taken.insert(found->second.front());
            found->second.erase(found->second.begin());
            return true;
        });
        std::erase_if(device_only_, [&](std::size_t j) { return taken.count(j) != 0; });
        return pairs;
    }

    void insert(std::size_t where, std::string text) { edits_.push_back({where, where, std::move(text)}); }
    void remove(const Pass& pass, const Item& item) {
        edits_.push_back({pass.at(item.first).begin, pass.at(item.last).end(), ""});
    }

    // The same text in another place, as headers come in another order: it stands where it comes first.
    void pair_moved() {
        const auto key = [](const Item& item) { return item.declaration ? std::to_string(item.key) : std::string(); };
        for (const auto& [i, j] : take_pairs(key, key)) {
            if (difference_.before[j] > i) continue;
            remove(host_, host_.items()[i]);
            insert_device(j);
        }
    }

    // ---- Functions ----------------------------------------------------------------------------

    static std::string signature(const Pass& pass, const Item& item) {
        if (item.declaration == nullptr || item.declaration->name == NONE) return {};
        const Declaration& one = *item.declaration;
        const std::size_t close = source::matching_close(pass.tokens(), one.parameters);
        std::string heads = pass.at(one.first).is("template") ? pass.joined(one.first, one.specifiers) : std::string();
        return item.scope + "\n" + heads + source::qualified_name_of(pass.tokens(), one) +
               pass.joined(one.parameters, close + 1) + (pass.at(close + 1).is("const") ? "const" : "") +
               (one.body != NONE ? "{" : ";");
    }

    void pair_functions() {
        for (const auto& [i, j] : take_pairs([&](const Item& item) { return signature(host_, item); },
                                             [&](const Item& item) { return signature(device_, item); }))
            function(host_.items()[i], device_.items()[j]);
    }

    bool of_device(const Item& item) const {
        return device_.has(item, "__device__") || device_.has(item, "__global__");
    }
    bool of_host(const Item& item) const {
        return host_.has(item, "__host__") || !(host_.has(item, "__device__") || host_.has(item, "__global__"));
    }

    void function(const Item& host, const Item& device) {
        if (host.declaration->body == NONE) return;  // two declarations; the definition decides
        const bool anywhere = host_.has(host, "constexpr");
        const bool on_device = anywhere || of_device(device), on_host = anywhere || of_host(host);
        const std::size_t open = host.declaration->body, device_open = device.declaration->body;
        const std::string host_body = host_.joined(open, host.last + 1);
        const std::string device_body = device_.joined(device_open, device.last + 1);
        if (!on_device) return lambdas(host, device);
        if (!on_host) return replace(host, device);
        if (source::matching_close(host_.tokens(), open) != host.last ||
            source::matching_close(device_.tokens(), device_open) != device.last)
            host_.refuse(host.declaration->name,
                         "__CUDA_ARCH__ in a function whose body is a try block: put the try into the body");
        if (host_.joined(start_of_members(host_, host), open) !=
            device_.joined(start_of_members(device_, device), device_open))
            host_.refuse(host.declaration->name,
                         "__CUDA_ARCH__ among a constructor's initialisers: assign in its body instead");
        if (host_body != device_body) both(open, host.last, device_open, device.last, anywhere);
    }

    // Behind the parameters: a constructor's initialisers.
    static std::size_t start_of_members(const Pass& pass, const Item& item) {
        return source::matching_close(pass.tokens(), item.declaration->parameters) + 1;
    }

    void replace(const Item& host, const Item& device) {
        edits_.push_back(
            {host_.at(host.first).begin, host_.at(host.last).end(),
             device_.marker(device.first) + device_.raw(device.first, device.last) + host_.marker(host.last)});
    }

    // Two bodies, brace to brace: the device's in a kernel, else the host's.
    void both(std::size_t open, std::size_t close, std::size_t device_open, std::size_t device_close, bool constant) {
        insert(host_.at(open).begin, std::string("{ if (") +
                                         (constant ? "!__builtin_is_constant_evaluated() && " : "") +
                                         "::cpu_device::in_kernel())" + device_.marker(device_open) +
                                         device_.raw(device_open, device_close) + host_.marker(open) + "else ");
        insert(host_.at(close).end(), " }");
    }

    // The lambdas of a host function that are for the device.
    void lambdas(const Item& host, const Item& device) {
        const auto ours = device_lambdas(host_, host), theirs = device_lambdas(device_, device);
        if (ours.size() != theirs.size())
            host_.refuse(host.declaration->name, "a __device__ lambda that only the host's or the device's text has");
        for (std::size_t i = 0; i < ours.size(); ++i) {
            const auto [open, on_host] = ours[i];
            const std::size_t close = source::matching_close(host_.tokens(), open);
            const std::size_t device_open = theirs[i].first;
            const std::size_t device_close = source::matching_close(device_.tokens(), device_open);
            if (host_.joined(open, close + 1) == device_.joined(device_open, device_close + 1)) continue;
            if (on_host)
                both(open, close, device_open, device_close, false);
            else
                edits_.push_back(
                    {host_.at(open).begin, host_.at(close).end(),
                     device_.marker(device_open) + device_.raw(device_open, device_close) + host_.marker(close)});
        }
    }
    // The brace of each, and is it for the host too?
    static std::vector<std::pair<std::size_t, bool>> device_lambdas(const Pass& pass, const Item& function) {
        std::vector<std::pair<std::size_t, bool>> found;
        for (std::size_t i = function.declaration->body; i < function.last; ++i) {
            if (!pass.at(i).is("]")) continue;
            bool device = false, host = false;
            std::size_t j = i + 1;
            for (; pass.at(j).is("__device__") || pass.at(j).is("__host__"); ++j)
                (pass.at(j).is("__device__") ? device : host) = true;
            if (!device) continue;
            while (j < function.last && !pass.at(j).is("{"))
                j = pass.at(j).is("(") ? source::matching_close(pass.tokens(), j) + 1 : j + 1;
            found.push_back({j, host});
            i = source::matching_close(pass.tokens(), j);
        }
        return found;
    }

    // ---- Variables and types ------------------------------------------------------------------

    static bool of_device_memory(const Pass& pass, const Item& item) {
        return pass.has(item, "__device__") || pass.has(item, "__constant__") || pass.has(item, "__managed__");
    }

    // The name of a class that begins at `item`, or of the innermost class around it.
    static std::string class_that_begins(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!(tokens[i].is("struct") || tokens[i].is("class") || tokens[i].is("union"))) continue;
            if (i > begin && (tokens[i - 1].is("<") || tokens[i - 1].is(","))) continue;  // template <class T>
            for (++i; i < end; ++i) {
                if (tokens[i].kind != Kind::identifier) break;
                if (i + 1 < end && tokens[i + 1].is("("))
                    i = source::matching_close(tokens, i + 1);
                else
                    return std::string(tokens[i].text);
            }
        }
        return {};
    }
    static std::string class_around(const Item& item) {
        const std::vector<Token> tokens = source::lex(item.scope);
        std::string name;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            if (tokens[i].is("{")) {
                const std::string one = class_that_begins(tokens, begin, i);
                if (!one.empty()) name = one;
                begin = i + 1;
            }
        return name;
    }

    // What a declaration that is no function declares.
    static std::vector<std::string> names(const Pass& pass, const Item& item) {
        std::vector<std::string> out;
        if (item.declaration == nullptr) {
            if (const std::string name = class_that_begins(pass.tokens(), item.first, item.last + 1); !name.empty())
                out.push_back(name);
            return out;
        }
        const Declaration& one = *item.declaration;
        if (one.name != NONE || pass.at(one.specifiers).is("friend")) return out;
        if (pass.at(one.specifiers).is("using")) {
            if (pass.at(one.specifiers + 2).is("=")) out.emplace_back(pass.at(one.specifiers + 1).text);
            return out;
        }
        std::size_t last = NONE;
        int angles = 0;
        bool ended = false;
        for (std::size_t i = one.specifiers; i <= item.last; ++i) {
            const Token& token = pass.at(i);
            if (token.is("enum")) {
                for (std::size_t k = i; k < item.last; ++k)
                    if (pass.at(k).kind == Kind::identifier &&
                        (pass.at(k + 1).is("{") || pass.at(k + 1).is(":") || pass.at(k + 1).is("=") ||
                         pass.at(k + 1).is(",") || pass.at(k + 1).is("}")))
                        out.emplace_back(pass.at(k).text);
                return out;
            }
            if (!ended) angles += token.is("<") ? 1 : token.is(">") ? -1 : 0;
            if (i == item.last || (token.is(",") && angles == 0)) {
                if (last != NONE) out.emplace_back(pass.at(last).text);
                last = NONE, ended = false;
            } else if (token.is("(") && pass.at(i + 1).is("*") && last != NONE) {
                last = i + 2, ended = true;  // of a function's pointer
                i = source::matching_close(pass.tokens(), i);
            } else if (token.is("=") || token.is("[") || token.is("{") || token.is(":")) {
                ended = true;
                if (!token.is("=") && !token.is(":")) i = source::matching_close(pass.tokens(), i);
            } else if (token.is("(")) {
                i = source::matching_close(pass.tokens(), i);
            } else if (token.kind == Kind::identifier && !ended && angles == 0) {
                last = i;
            }
        }
        return out;
    }

    static bool is_data_of_class(const Pass& pass, const Item& item) {
        if (item.declaration == nullptr || !item.declaration->member || item.declaration->name != NONE) return false;
        for (const char* word : {"static", "using", "typedef", "enum", "friend"})
            if (pass.has(item, word)) return false;
        return !names(pass, item).empty();
    }

    std::set<std::string> pair_names() {
        for (const auto& [i, j] : take_pairs(
                 [&](const Item& item) {
                     return of_device_memory(host_, item) ? variable_key(host_, item) : std::string();
                 },
                 [&](const Item& item) {
                     return of_device_memory(device_, item) ? variable_key(device_, item) : std::string();
                 }))
            replace(host_.items()[i], device_.items()[j]);

        std::set<std::string> of_host, twice;
        for (const std::size_t i : host_only_) {
            const Item& item = host_.items()[i];
            if (is_data_of_class(host_, item)) twice.insert(name_of_class(host_, item));
            for (const std::string& name : names(host_, item)) of_host.insert(item.scope + "\n" + name);
        }
        for (const std::size_t j : device_only_) {
            const Item& item = device_.items()[j];
            if (is_data_of_class(device_, item)) twice.insert(name_of_class(device_, item));
            for (const std::string& name : names(device_, item))
                if (of_host.count(item.scope + "\n" + name) != 0) twice.insert(name);
        }
        // A class that only one text has is no second meaning of its name.
        std::erase_if(twice, [&](const std::string& name) { return !begins_in_both(name); });
        return twice;
    }
    static std::string variable_key(const Pass& pass, const Item& item) {
        const std::vector<std::string> all = names(pass, item);
        return all.empty() ? std::string() : item.scope + "\n" + all[0];
    }
    static std::string name_of_class(const Pass& pass, const Item& item) {
        std::string name = class_around(item);
        if (name.empty())
            pass.refuse(item.first, "a type without a name that is another one in device code (__CUDA_ARCH__)");
        return name;
    }
    bool begins_in_both(const std::string& name) const {
        const auto declares = [&](const Pass& pass) {
            for (const Item& item : pass.items())
                if (!item.system)
                    for (const std::string& one : names(pass, item))
                        if (one == name) return true;
            return false;
        };
        return declares(host_) && declares(device_);
    }

    // ---- What one text has alone --------------------------------------------------------------

    void host_only(const Item& item) {
        if (item.declaration == nullptr || item.declaration->name == NONE) return;
        if (host_.has(item, "__global__"))
            host_.refuse(item.declaration->name,
                         "the kernel " + source::name_of(host_.tokens(), *item.declaration) +
                             " is not the same in device code (__CUDA_ARCH__): CUDA asks for one declaration");
        if (host_.has(item, "__device__") && !host_.has(item, "__host__")) remove(host_, item);
    }

    void device_only(std::size_t j) {
        const Item& item = device_.items()[j];
        const bool function = item.declaration != nullptr && item.declaration->name != NONE;
        const bool for_device = of_device(item) || device_.has(item, "constexpr") || item.system ||
                                (function && item.declaration->body == NONE);
        if (!function || for_device) insert_device(j);
    }

    void insert_device(std::size_t j) {
        const Item& item = device_.items()[j];
        const std::string text = device_.marker(item.first) + device_.raw(item.first, item.last);
        const std::size_t next = difference_.before[j];
        if (next == 0) return insert(0, text + "\n");
        const Item& before = host_.items()[next - 1];
        const Token& end = host_.at(before.last);
        const bool line_ended = end.kind == Kind::newline;
        insert(end.end(), text + host_.marker(before.last, line_ended ? 1 : 0));
    }

    const Pass &host_, &device_;
    Difference difference_;
    std::vector<std::size_t> host_only_, device_only_;
    std::vector<Edit> edits_;
};

// The same text with other names.
std::string renamed(const std::string& text, const std::set<std::string>& names) {
    const std::vector<Token> tokens = source::lex(text);
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::identifier || names.count(std::string(tokens[i].text)) == 0) continue;
        if (i > 0 && (tokens[i - 1].is(".") || tokens[i - 1].is("->"))) continue;
        edits.push_back({tokens[i].begin, tokens[i].begin, "cpu_device_"});
    }
    return cpu_device::apply(text, edits);
}

}  // namespace

bool asks_for_architecture(std::string_view preprocessed, const std::string& own_headers) {
    std::set<std::string> files;
    for (std::size_t at = preprocessed.find("# "); at != preprocessed.npos; at = preprocessed.find("\n# ", at + 1)) {
        const std::size_t open = preprocessed.find('"', at), close = preprocessed.find('"', open + 1);
        if (close == preprocessed.npos) break;
        const std::size_t line_end = std::min(preprocessed.find('\n', close), preprocessed.size());
        const bool system = preprocessed.substr(close, line_end - close).find(" 3") != preprocessed.npos;
        std::string file(preprocessed.substr(open + 1, close - open - 1));
        if (!system && !file.empty() && file[0] != '<' && !file.starts_with(own_headers)) files.insert(file);
    }
    return std::any_of(files.begin(), files.end(), [](const std::string& name) {
        std::ifstream file(name, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        return text.find("__CUDA_ARCH__") != text.npos;
    });
}

std::string merge_passes(std::string_view host, std::string_view device) {
    const Pass of_host{std::string(host)};
    std::string text(device);
    std::set<std::string> all;
    for (;;) {
        const Pass of_device(text);
        Merger merger(of_host, of_device);
        const std::set<std::string> names = merger.two_meanings();
        if (names.empty()) return merger.merged();
        for (const std::string& name : names)
            if (!all.insert(name).second)
                of_host.refuse(0,
                               name + " is another thing in device code (__CUDA_ARCH__): give it another name there");
        text = renamed(std::string(device), all);
    }
}

std::string without_qualifiers(std::string_view text) {
    std::vector<Edit> edits;
    for (const Token& token : source::lex(text)) {
        if (token.is("__global__")) edits.push_back({token.begin, token.end(), "__attribute__((noipa))"});
        if (token.is("__device__") || token.is("__host__") || token.is("__constant__") || token.is("__managed__"))
            edits.push_back({token.begin, token.end(), ""});
    }
    return cpu_device::apply(text, edits);
}

}  // namespace cpu_device
