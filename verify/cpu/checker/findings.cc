#include "verify/cpu/checker/findings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/format.h"

namespace cpu_device::checker {
namespace {

// What is the same in two findings that are one. The numbers stand first: they nearly always decide.
template <class Text>
using KeyOf = std::tuple<std::uintptr_t, std::uintptr_t, int, Text, Text, Text, Text, Text, Text>;
using Key = KeyOf<std::string>;
using KeyView = KeyOf<std::string_view>;  // of a finding that is there while it is looked up

struct Filed {
    Finding finding;
    std::uint64_t count = 0;
    bool printed = false;
    bool like_another = false;  // on the same lines: counted there
};

struct Book {
    std::vector<Filed> all;
    std::map<Key, std::size_t, std::less<>> index;
    std::map<std::string, std::size_t> by_line;
    bool finished = false;
};

Book& book() {
    static Book* const one = new Book;
    return *one;
}

KeyView key_of(const Finding& f) {
    const int line = f.access.line ? f.access.line->line : 0;
    // The two sides of a race are one hazard, whichever came second.
    std::uintptr_t place = f.access.place, other = f.other ? f.other->place : 0;
    std::string_view kind = f.access.kind, other_kind = f.other ? f.other->kind : "";
    if (f.other && other < place) {
        std::swap(place, other);
        std::swap(kind, other_kind);
    }
    return {place, other, line, f.kind, f.space, f.kernel, kind, other_kind, f.array};
}

Line line_of(const Access& access) { return access.line ? *access.line : checker::line_of(access.place); }

// What two findings have in common that a reader would call the same: one line may have several accesses.
std::string key_by_line(const Finding& f) {
    std::string here = line_of(f.access).text(), there = f.other ? line_of(*f.other).text() : "";
    if (there < here) std::swap(here, there);
    // Threads that race may store the same value now and then, and of those that leave a barrier out some may have come
    // to no other either.
    const char* const kind = std::strcmp(f.tool, "racecheck") == 0               ? "race"
                             : std::strcmp(f.kind, "exited-before-barrier") == 0 ? "divergent-barrier"
                                                                                 : f.kind;
    return format("%s|%s|%s|%s|%s|%s", kind, f.space, f.kernel.c_str(), f.array.c_str(), here.c_str(), there.c_str());
}

const std::string& plain_of(const Finding& f) {
    const bool one = f.other && line_of(f.access).text() == line_of(*f.other).text();
    return one && !f.on_one_line.empty() ? f.on_one_line : f.plain;
}

std::string triple(uint3 v) { return format("(%u,%u,%u)", v.x, v.y, v.z); }

std::string with_commas(std::size_t number) {
    std::string digits = std::to_string(number);
    for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string capitalised(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

bool is(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

// The first line: what compute-sanitizer would say.
std::string headline(const Finding& f) {
    const std::string bytes = format("size %u byte%s", f.access.bytes, f.access.bytes == 1 ? "" : "s");
    const std::string space = f.space;
    if (is(f.kind, "same-value-in-warp"))
        return format("Advice: Lanes of one warp store the same value at %s in %s", line_of(f.access).text().c_str(),
                      line_of(f.access).function.c_str());
    if (is(f.tool, "racecheck")) {
        const Line here = line_of(f.access), there = line_of(*f.other);
        return format("Error: Race reported between %s access at %s in %s and %s access at %s in %s%s",
                      capitalised(f.access.kind).c_str(), here.text().c_str(), here.function.c_str(),
                      capitalised(f.other->kind).c_str(), there.text().c_str(), there.function.c_str(),
                      is(f.kind, "race") ? "" : ", of the same value");
    }
    if (is(f.kind, "uninitialised")) return format("Uninitialized __%s__ memory read of %s", f.space, bytes.c_str());
    if (is(f.kind, "leak"))
        return format("Leaked %s byte%s", with_commas(f.array_bytes).c_str(), f.array_bytes == 1 ? "" : "s");
    if (is(f.kind, "double-free") || is(f.kind, "invalid-free"))
        return "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to cudaFree";
    if (is(f.kind, "unchecked-launch") || is(f.kind, "device-fault") || is(f.tool, "synccheck")) return f.detail;
    if (is(f.kind, "device-access")) return format("Invalid host %s of device memory", f.access.kind);
    return format("Invalid __%s__ %s of %s", f.space, f.access.kind, bytes.c_str());
}

std::string body(const Finding& f) {
    std::string out;
    const auto add = [&](const std::string& line) { out += "=========     " + line + "\n"; };
    const Line here = line_of(f.access);
    if (!is(f.tool, "racecheck") && here.line != 0) {
        const std::string function = here.function.empty() ? f.kernel : here.function;
        add("at " + (function.empty() ? here.text() : function + " in " + here.text()));
    }
    if (f.access.who) add("by thread " + triple(f.access.who->thread) + " in block " + triple(f.access.who->block));
    if (f.other && f.other->who)
        add("and by thread " + triple(f.other->who->thread) + " in block " + triple(f.other->who->block));
    if (!f.detail.empty() && f.detail != headline(f)) add(f.detail);
    for (const Waiting& w : f.waiting)
        add(format("%u thread%s at %s in %s, first thread %s", w.threads, w.threads == 1 ? " waits" : "s wait",
                   w.line.text().c_str(), w.what.c_str(), triple(w.thread).c_str()));
    if (!f.plain.empty()) add(plain_of(f));
    return out;
}

// The whole finding, as it is printed.
std::string text(const Filed& filed) {
    const std::string times =
        filed.count == 1 ? "" : format(" [%llu times]", static_cast<unsigned long long>(filed.count));
    return "========= " + headline(filed.finding) + times + "\n" + body(filed.finding) + "=========\n";
}

// ---- JSON -------------------------------------------------------------------------------------

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out + "\"";
}

std::string member(const char* name, const std::string& text) {
    return text.empty() ? "" : ", \"" + std::string(name) + "\": " + quoted(text);
}

std::string json(uint3 v) { return format("[%u, %u, %u]", v.x, v.y, v.z); }

std::string json(const Access& access) {
    const Line line = line_of(access);
    std::string out;
    if (line.line != 0) out += member("file", line.file) + format(", \"line\": %d", line.line);
    out += member("function", line.function) + member("access", access.kind);
    if (access.bytes != 0) out += format(", \"bytes\": %u", access.bytes);
    if (access.who) out += ", \"block\": " + json(access.who->block) + ", \"thread\": " + json(access.who->thread);
    return out;
}

std::string json(const Filed& filed) {
    const Finding& f = filed.finding;
    std::string out = format("{\"tool\": \"%s\", \"kind\": \"%s\"", f.tool, f.kind);
    if (f.is_advice) out += ", \"advice\": true";
    out += member("space", f.space) + member("kernel", f.kernel) + member("message", headline(f)) +
           member("plain", plain_of(f)) + json(f.access);
    if (f.other) out += ", \"other\": {" + json(*f.other).substr(2) + "}";
    out += member("array", f.array);
    if (f.array_bytes != 0) out += format(", \"array_bytes\": %zu", f.array_bytes);
    if (f.distance) out += format(", \"distance\": %lld", static_cast<long long>(*f.distance));
    std::string places;
    for (const Waiting& w : f.waiting)
        places += format("%s{\"file\": %s, \"line\": %d, \"what\": %s, \"threads\": %u, \"thread\": %s}",
                         places.empty() ? "" : ", ", quoted(w.line.file).c_str(), w.line.line, quoted(w.what).c_str(),
                         w.threads, json(w.thread).c_str());
    if (!places.empty()) out += ", \"waiting\": [" + places + "]";
    return out + member("text", text(filed)) +
           format(", \"count\": %llu}\n", static_cast<unsigned long long>(filed.count));
}

}  // namespace

bool reports(const char* tool) {
    static const char* const tools = asked("DAYBREAK_CHECK");
    return tools == nullptr || *tools == '\0' || std::strstr(tools, tool) != nullptr;
}

void report(const Finding& finding, std::uint64_t times) {
    if (!reports(finding.tool)) return;
    const KeyView key = key_of(finding);
    auto found = book().index.find(key);
    if (found == book().index.end()) {
        found = book().index.emplace(key, book().all.size()).first;
        book().all.push_back({finding});
    }
    book().all[found->second].count += times;
}

bool is_known(const Finding& finding) { return book().index.find(key_of(finding)) != book().index.end(); }

namespace {

int weight(const Finding& f) { return f.is_advice ? 0 : is(f.kind, "same-value") ? 1 : 2; }

// Counts what stands on the same lines as an earlier finding with that one.
void fold_by_line() {
    std::vector<std::uintptr_t> addresses;
    for (const Filed& filed : book().all) {
        if (filed.printed) continue;
        if (!filed.finding.access.line) addresses.push_back(filed.finding.access.place);
        if (filed.finding.other && !filed.finding.other->line) addresses.push_back(filed.finding.other->place);
    }
    find_lines(addresses);
    for (std::size_t i = 0; i < book().all.size(); ++i) {
        Filed& filed = book().all[i];
        const std::size_t first = book().by_line.try_emplace(key_by_line(filed.finding), i).first->second;
        if (first == i) continue;
        Filed& earlier = book().all[first];
        if (weight(filed.finding) > weight(earlier.finding)) {  // the worse of the two is told
            std::swap(filed.finding, earlier.finding);
            earlier.printed = false;
        }
        earlier.count += std::exchange(filed.count, 0);
        filed.printed = filed.like_another = true;
    }
}

}  // namespace

void print_new_findings() {
    if (std::all_of(book().all.begin(), book().all.end(), [](const Filed& filed) { return filed.printed; })) return;
    fold_by_line();
    std::string printed;
    for (Filed& filed : book().all) {
        if (std::exchange(filed.printed, true)) continue;
        printed += text(filed);
    }
    std::fflush(stdout);
    std::fputs(printed.c_str(), stderr);
    std::fflush(stderr);
}

int finish_findings() {
    static int errors = 0;
    if (std::exchange(book().finished, true)) return errors;
    print_new_findings();
    fold_by_line();
    int same = 0, advice = 0;
    std::uint64_t times = 0;
    for (const Filed& filed : book().all) {
        if (filed.like_another) continue;
        if (filed.finding.is_advice) {
            ++advice;
            continue;
        }
        ++errors;
        same += is(filed.finding.kind, "same-value");
        times += filed.count;
    }
    std::fprintf(stderr, "========= ERROR SUMMARY: %d error%s", errors, errors == 1 ? "" : "s");
    if (times > static_cast<std::uint64_t>(errors))
        std::fprintf(stderr, " (seen %llu times)", static_cast<unsigned long long>(times));
    if (same > 0) std::fprintf(stderr, ", %d of them of threads that store the same value", same);
    if (advice > 0) std::fprintf(stderr, ", and %d piece%s of advice", advice, advice == 1 ? "" : "s");
    std::fputc('\n', stderr);
    if (const char* path = asked("DAYBREAK_FINDINGS"); path != nullptr && *path != '\0') {
        std::FILE* const file = std::fopen(path, "w");
        if (file == nullptr) {
            std::fprintf(stderr, "CPU device: cannot write the findings to %s: %s\n", path, std::strerror(errno));
        } else {
            for (const Filed& filed : book().all)
                if (!filed.like_another) std::fputs(json(filed).c_str(), file);
            std::fclose(file);
        }
    }
    return errors;
}

}  // namespace cpu_device::checker
