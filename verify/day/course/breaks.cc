#include "verify/day/course/breaks.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <iterator>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/nearest.h"
#include "verify/day/course/regions.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

int line_of(const toml::node& node) { return int(node.source().begin.line); }

using Names = std::vector<std::string>;

// One table of the file, read field by field.
class Reader {
 public:
    // `what`: how messages call the table, such as [[break]]
    Reader(const std::string& file, const std::string& what, const toml::table& table)
        : file_(file), what_(what), table_(table) {}

    [[noreturn]] void fail(int line, const std::string& text) const {
        throw Failure(fmt::format("{}:{}: {}", file_, line, text));
    }
    int line() const { return line_of(table_); }
    int line(const std::string& key) const { return table_.contains(key) ? line_of(*table_.get(key)) : line(); }
    bool has(const std::string& key) const { return table_.contains(key); }

    // To be called before any key is asked for: where one is mistyped, that it is missing is no help. `names` are
    // sorted.
    void knows(const Names& names) const {
        const toml::node* unknown = nullptr;
        std::string name;
        for (const auto& [key, value] : table_)
            if (const std::string other(std::string_view{key}); !in(names, other))
                if (!unknown || line_of(value) < line_of(*unknown)) unknown = &value, name = other;
        if (!unknown) return;
        const std::string meant = nearest(name, names);
        fail(line_of(*unknown), fmt::format("unknown key `{}` in {}: it knows {}{}", name, what_, listed(names),
                                            meant.empty() ? "" : fmt::format(": did you mean {}?", meant)));
    }

    std::string text(const std::string& key) const {
        std::string value = node(key, "a string, key = \"...\"", &toml::node::is_string)->value_or(std::string());
        if (trimmed(value).empty()) fail(line(key), fmt::format("`{}` in {} is empty", key, what_));
        return value;
    }

    // That fits into a row of a table.
    std::string line_of_text(const std::string& key) const {
        std::string value = text(key);
        if (value.find('\n') != value.npos) fail(line(key), fmt::format("`{}` in {} must be one line", key, what_));
        return value;
    }

    std::string text_or_empty(const std::string& key) const {
        return node(key, "a string, key = \"...\"", &toml::node::is_string)->value_or(std::string());
    }

    std::int64_t number(const std::string& key) const {
        return node(key, "a whole number", &toml::node::is_integer)->value_or(std::int64_t(0));
    }

    std::vector<std::string> texts(const std::string& key) const {
        const toml::node* list = node(key, "a list of strings, key = [\"...\"]", &toml::node::is_array);
        std::vector<std::string> values;
        for (const toml::node& item : *list->as_array()) {
            if (!item.is_string()) fail(line_of(item), fmt::format("`{}` in {} must hold strings only", key, what_));
            values.push_back(item.value_or(std::string()));
            if (trimmed(values.back()).empty())
                fail(line_of(item),
                     fmt::format("`{}` in {} holds an empty string: fill it or take it out", key, what_));
        }
        return values;
    }

    std::string one_of(const std::string& key, const Names& choices) const {
        std::string value = text(key);
        if (in(choices, value)) return value;
        fail(line(key), fmt::format("`{}` is \"{}\" and must be one of {}", key, value, listed(choices)));
    }

    // True where the key is there and says so.
    bool truth(const std::string& key) const {
        return has(key) && node(key, "true or false", &toml::node::is_boolean)->as_boolean()->get();
    }

    Reader table(const std::string& key, const std::string& what) const {
        return {file_, what, *node(key, "a table, " + what, &toml::node::is_table)->as_table()};
    }

    std::vector<Reader> tables(const std::string& key, const std::string& what) const {
        const toml::node* list = node(key, "one or more " + what, &toml::node::is_array_of_tables);
        std::vector<Reader> tables;
        for (const toml::node& item : *list->as_array()) tables.emplace_back(file_, what, *item.as_table());
        return tables;
    }

 private:
    const toml::node* node(const std::string& key, const std::string& kind,
                           bool (toml::node::*is)() const noexcept) const {
        const toml::node* found = table_.get(key);
        if (!found) fail(line(), fmt::format("{} needs `{}`: {}", what_, key, kind));
        if (!(found->*is)()) fail(line_of(*found), fmt::format("`{}` in {} must be {}", key, what_, kind));
        return found;
    }

    std::string file_, what_;
    const toml::table& table_;
};

void read_expect(const Reader& expect, Break& exercise) {
    expect.knows({"device", "fail", "finding", "flags", "may_fail", "other_checks", "outcome", "silent"});
    const bool fail = expect.has("fail"), finding = expect.has("finding"), outcome = expect.has("outcome");
    if (int(fail || finding) + int(outcome) != 1)
        expect.fail(expect.line(), fmt::format("[break.expect] of {} must state `fail`, or `finding` (with `fail` or "
                                               "without), or `outcome`, and states {}",
                                               exercise.id, outcome ? "`outcome` and another" : "none of them"));
    if (fail) exercise.fail = expect.texts("fail");
    if (finding) {
        exercise.expect = Expect::finding;
        exercise.finding = expect.one_of("finding", {std::begin(FINDINGS), std::end(FINDINGS)});
    }
    if (outcome) {
        exercise.expect = Expect::outcome;
        exercise.outcome = expect.one_of("outcome", {std::begin(OUTCOMES), std::end(OUTCOMES)});
    }
    if (expect.has("may_fail")) {
        if (exercise.expect != Expect::finding)
            expect.fail(expect.line("may_fail"), "`may_fail` goes with `finding` only: `fail` states gates exactly");
        exercise.may_fail = expect.texts("may_fail");
    }
    exercise.silent = expect.truth("silent");
    exercise.other_checks = expect.truth("other_checks");
    if (exercise.silent && exercise.expect != Expect::gates)
        expect.fail(expect.line("silent"), "`silent` says that the checker finds nothing: it goes with `fail` alone");
    if (exercise.other_checks && exercise.expect == Expect::outcome)
        expect.fail(expect.line("other_checks"), "`other_checks` goes with `fail` and `finding`: it is about checks");
    exercise.fail_line = expect.line("fail");
    exercise.may_fail_line = expect.line("may_fail");
    if (expect.has("device")) exercise.device = expect.one_of("device", {"cpu", "gpu"});
    if (expect.has("flags")) exercise.flags = expect.texts("flags");
}

void read_text(const Reader& text, Break& exercise) {
    text.knows({"hints", "turns_on", "why"});
    exercise.hints = text.texts("hints");
    if (exercise.hints.empty()) text.fail(text.line("hints"), "`hints` is empty: give at least one");
    exercise.why = text.text("why");
    if (text.has("turns_on")) exercise.turns_on = text.texts("turns_on");
    exercise.turns_on_line = text.line("turns_on");
    for (const char* key : {"why", "hints"})
        for (const std::string& words : std::string_view(key) == "why" ? Names{exercise.why} : exercise.hints)
            if (!exercise.silent && claims_silence(words))
                text.fail(text.line(key), fmt::format("`{}` of {} says that the checker is silent: only a break with "
                                                      "`silent = true`, which is proved, may say so",
                                                      key, exercise.id));
}

// Failure when one of the values of the key is a place that was left for a text.
void expect_written(const Reader& reader, const std::string& key, const Names& values, const std::string& id) {
    for (const std::string& value : values)
        if (value.starts_with(TO_BE_WRITTEN))
            reader.fail(reader.line(key),
                        fmt::format("break {}: `{}` is still to be written: put your text in place of "
                                    "\"{}\"",
                                    id, key, value));
}

Break read_break(const Reader& reader, Drafts drafts) {
    reader.knows({"edit", "expect", "id", "level", "text", "title"});
    Break exercise;
    exercise.line = reader.line();
    exercise.id = reader.text("id");
    if (!is_slug(exercise.id))
        reader.fail(reader.line("id"),
                    fmt::format("`id` is \"{}\" and must be a slug: small letters, digits and single "
                                "dashes, such as \"read-transposed\"",
                                exercise.id));
    exercise.title = reader.line_of_text("title");
    const std::int64_t level = reader.number("level");
    if (level < 1 || level > 3)
        reader.fail(reader.line("level"), fmt::format("`level` is {} and must be 1 (read the code), 2 (think about "
                                                      "numbers) or 3 (think about hardware)",
                                                      level));
    exercise.level = int(level);
    for (const Reader& edit : reader.tables("edit", "[[break.edit]]")) {
        edit.knows({"find", "in", "replace"});
        exercise.edits.push_back(
            {edit.text("in"), edit.text("find"), edit.text_or_empty("replace"), edit.line("find")});
        if (exercise.edits.back().find == exercise.edits.back().replace)
            edit.fail(edit.line("replace"), "`replace` equals `find`: the break changes nothing");
    }
    read_expect(reader.table("expect", "[break.expect]"), exercise);
    const Reader text = reader.table("text", "[break.text]");
    read_text(text, exercise);
    if (drafts == Drafts::refused) {
        expect_written(reader, "title", {exercise.title}, exercise.id);
        expect_written(text, "hints", exercise.hints, exercise.id);
        expect_written(text, "why", {exercise.why}, exercise.id);
        expect_written(text, "turns_on", exercise.turns_on, exercise.id);
    }
    return exercise;
}

toml::table parsed(std::string_view text, const std::string& name) {
    try {
        return toml::parse(text, name);
    } catch (const toml::parse_error& error) {
        throw Failure(fmt::format("{}:{}: {}: mend that line; docs/style.md shows a whole break", name,
                                  error.source().begin.line, error.description()));
    }
}

// Of the whole file, whose keys are looked at.
Reader reader_of(const toml::table& table, const std::string& name) {
    const Names keys = {"break", "format", "kernel"};
    Reader file(name, "the file", table);
    if (!file.has("format")) file.knows(keys);
    if (const std::int64_t format = file.number("format"); format != 1)  // another one may have other keys
        file.fail(file.line("format"), fmt::format("`format` is {} and must be 1", format));
    file.knows(keys);
    return file;
}

std::string text_of_breaks(const Tree& tree, const Lesson& lesson) {
    if (!fs::exists(lesson.breaks()))
        throw Failure(fmt::format("{}:1: there is no such file: write the breaks", tree.shown(lesson.breaks())));
    return read_file(lesson.breaks());
}

// Failure where one of the gates is not declared by the lesson's program, or stands in `named` already, where all of
// them then stand. `who`: "break off-by-one".
void expect_gates(const Tree& tree, const Lesson& lesson, const std::string& who, const Names& list, int line,
                  Names named = {}) {
    const std::string name = tree.shown(lesson.breaks()), program = tree.shown(lesson.program);
    const Names gates = declared_gates(read_file(lesson.program));
    for (const std::string& gate : list) {
        if (!in(gates, gate)) {
            const std::string meant = nearest(gate, gates);
            throw Failure(fmt::format("{}:{}: {} names the gate {}, and {} declares {}{}", name, line, who, gate,
                                      program, gates.empty() ? "none" : listed(gates),
                                      gates.empty()   ? ""
                                      : meant.empty() ? ": name one of these"
                                                      : fmt::format(": did you mean {}?", meant)));
        }
        if (in(named, gate))
            throw Failure(fmt::format("{}:{}: {} names the gate {} twice: once is enough", name, line, who, gate));
        named.push_back(gate);
    }
}

// The kernels of a program that have something to write.
Names names_of_kernels(std::string_view source) {
    Names names;
    for (const NamedRegion& function : functions_of(source)) {
        const std::string_view body = source.substr(function.body, function.body_end - function.body);
        if (function.is_global && source::lex(body).size() > 2 && !in(names, function.name))
            names.push_back(function.name);
    }
    return names;
}

int lines_in(std::string_view text) { return int(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

bool claims_silence(std::string_view words) {
    for (const char* claim :
         {"no checker", "no memory checker", "checker finds nothing", "checker is silent", "checker sees nothing",
          "checker reports nothing", "checker says nothing", "checker stays silent", "checker has nothing"})
        if (words.find(claim) != words.npos) return true;
    return false;
}

bool is_slug(const std::string& id) {
    const auto good = [](unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !id.empty() && std::all_of(id.begin(), id.end(), good) && id.front() != '-' && id.back() != '-' &&
           id.find("--") == id.npos;
}

std::vector<Break> parse_breaks(std::string_view text, const std::string& name, Drafts drafts) {
    const toml::table table = parsed(text, name);
    const Reader file = reader_of(table, name);
    std::vector<Break> breaks;
    for (const Reader& reader : file.tables("break", "[[break]]")) {
        breaks.push_back(read_break(reader, drafts));
        for (std::size_t i = 0; i + 1 < breaks.size(); ++i)
            if (breaks[i].id == breaks.back().id)
                reader.fail(reader.line("id"), fmt::format("two breaks have the id {}", breaks[i].id));
    }
    return breaks;
}

std::vector<KernelTask> parse_kernels(std::string_view text, const std::string& name) {
    const toml::table table = parsed(text, name);
    const Reader file = reader_of(table, name);
    std::vector<KernelTask> kernels;
    if (!file.has("kernel")) return kernels;
    for (const Reader& reader : file.tables("kernel", "[[kernel]]")) {
        reader.knows({"gates", "hints", "name"});
        KernelTask kernel{reader.text("name"), reader.texts("gates"), reader.texts("hints"), reader.line(),
                          reader.line("gates")};
        if (kernel.gates.empty())
            reader.fail(reader.line("gates"), "`gates` is empty: name the gates that fail while the body is empty");
        if (kernel.hints.size() != HINTS_A_KERNEL)
            reader.fail(reader.line("hints"),
                        fmt::format("`hints` has {} and must have three, each a step further: what a thread does, how "
                                    "it finds its data, the line that is hard",
                                    kernel.hints.size()));
        expect_written(reader, "hints", kernel.hints, kernel.name);
        for (const KernelTask& other : kernels)
            if (other.name == kernel.name)
                reader.fail(reader.line("name"), fmt::format("two [[kernel]] have the name {}", kernel.name));
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

std::vector<KernelTask> kernels_of(const Tree& tree, const Lesson& lesson) {
    const std::string name = tree.shown(lesson.breaks()), source = read_file(lesson.program);
    const std::string text = text_of_breaks(tree, lesson);
    std::vector<KernelTask> kernels = parse_kernels(text, name);
    const Names global = names_of_kernels(source);
    for (const KernelTask& kernel : kernels) {
        if (!in(global, kernel.name))
            throw Failure(fmt::format("{}:{}: [[kernel]] names {}, and the kernels of {} are {}", name, kernel.line,
                                      kernel.name, tree.shown(lesson.program), listed(global)));
        expect_gates(tree, lesson, fmt::format("kernel {}", kernel.name), kernel.gates, kernel.gates_line);
    }
    for (const Break& exercise : parse_breaks(text, name, Drafts::allowed))
        for (const KernelTask& kernel : kernels)
            for (const std::string_view prefix : {EMPTY, WRITE})
                if (exercise.id == fmt::format("{}{}", prefix, kernel.name))
                    throw Failure(fmt::format("{}:{}: a break cannot be called {}: so is the exercise of the kernel {}",
                                              name, exercise.line, exercise.id, kernel.name));
    return kernels;
}

void expect_kernels(const Tree& tree, const Lesson& lesson) {
    const std::vector<KernelTask> kernels = kernels_of(tree, lesson);
    const std::string source = read_file(lesson.program);
    for (const std::string& kernel : names_of_kernels(source))
        if (std::none_of(kernels.begin(), kernels.end(), [&](const KernelTask& one) { return one.name == kernel; }))
            throw Failure(
                fmt::format("{}:1: the kernel {} has no [[kernel]] table, from which a learner writes it: add "
                            "name, gates and three hints (docs/style.md)",
                            tree.shown(lesson.breaks()), kernel));
}

NamedRegion kernel_in(std::string_view source, const std::string& name) {
    std::vector<NamedRegion> functions = functions_of(source);
    std::erase_if(functions, [&](const NamedRegion& one) { return !one.is_global || one.name != name; });
    if (functions.size() != 1)
        throw Failure(fmt::format("{} kernels are named {}: there must be one", functions.size(), name));
    return functions[0];
}

Break emptied(std::string_view source, const KernelTask& kernel) {
    const NamedRegion function = kernel_in(source, kernel.name);
    Break exercise;
    exercise.id = fmt::format("{}{}", EMPTY, kernel.name);
    exercise.title = fmt::format("{} with an empty body", kernel.name);
    exercise.edits = {
        {kernel.name, std::string(source.substr(function.body, function.body_end - function.body)), "{}", kernel.line}};
    exercise.fail = kernel.gates;
    exercise.fail_line = kernel.gates_line;
    exercise.line = kernel.line;
    exercise.emptied = true;
    return exercise;
}

std::vector<Break> breaks_of(const Tree& tree, const Lesson& lesson, Drafts drafts) {
    std::vector<Break> breaks = parse_breaks(text_of_breaks(tree, lesson), tree.shown(lesson.breaks()), drafts);
    check_gates(tree, lesson, breaks);
    return breaks;
}

void check_gates(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks) {
    for (const Break& exercise : breaks) {
        const std::string who = fmt::format("break {}", exercise.id);
        expect_gates(tree, lesson, who, exercise.fail, exercise.fail_line);
        expect_gates(tree, lesson, who, exercise.may_fail, exercise.may_fail_line, exercise.fail);
    }
}

void check_breaks(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks) {
    const std::string source = read_file(lesson.program);
    for (const Break& exercise : breaks)
        broken(source, exercise, tree.shown(lesson.breaks()), tree.shown(lesson.program));
    check_gates(tree, lesson, breaks);
}

namespace {

// Where one edit is made.
struct Place {
    std::size_t at;  // byte offset of what it replaces
    const Edit* edit;
    Region region;
};

// Of all edits of a break, in the order of the text.
std::vector<Place> places_of(std::string_view source, const Break& exercise, const std::string& breaks,
                             const std::string& shown) {
    std::vector<Place> places;
    for (const Edit& edit : exercise.edits) {
        const auto refuse = [&](Unapplied::Why why, const std::string& text) {
            throw Unapplied(why, fmt::format("{}:{}: break {}: {}", breaks, edit.line, exercise.id, text));
        };
        Region region;
        try {
            region = find_region(source, edit.in);
        } catch (const Failure& failure) {
            const std::string text = failure.what();
            refuse(text.starts_with("no ") ? Unapplied::Why::stale : Unapplied::Why::ambiguous,
                   fmt::format("`in`: {}: {}", shown, text));
        }
        const std::string_view code = source.substr(region.code, region.end - region.code);
        const std::size_t count = times(code, edit.find);
        if (count == 0)
            refuse(Unapplied::Why::stale, fmt::format("`find` must stand exactly once in {} and stands 0 times: copy "
                                                      "it anew from {}",
                                                      edit.in, shown));
        if (count > 1)
            refuse(Unapplied::Why::ambiguous, fmt::format("`find` must stand exactly once in {} and stands {} times: "
                                                          "take in more of the text around the one that is meant",
                                                          edit.in, count));
        places.push_back({region.code + code.find(edit.find), &edit, region});
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.at < b.at; });
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i - 1].at + places[i - 1].edit->find.size() > places[i].at)
            throw Unapplied(Unapplied::Why::ambiguous, fmt::format("{}:{}: break {}: two edits overlap: make them one",
                                                                   breaks, places[i].edit->line, exercise.id));
    return places;
}

}  // namespace

std::vector<EditedLines> edited_lines(std::string_view source, const Break& exercise) {
    std::vector<EditedLines> all;
    using Where = EditedLines::Where;
    const std::vector<NamedRegion> functions = functions_of(source);
    for (const auto& [at, edit, named] : places_of(source, exercise, "breaks.toml", "the program")) {
        // Not the region that is named, which may be an ANCHOR inside a kernel.
        const auto around = std::find_if(functions.begin(), functions.end(), [place = at](const NamedRegion& function) {
            return function.region.code <= place && place < function.region.end;
        });
        const Region& region = around == functions.end() ? named : around->region;
        const std::string_view code = source.substr(region.code, region.end - region.code);
        const bool global = code.substr(0, code.find('{')).find("__global__") != code.npos;
        const int first = 1 + lines_in(source.substr(0, at));
        all.push_back({first, first + std::max(lines_in(edit->find), lines_in(edit->replace)),
                       1 + lines_in(source.substr(0, region.code)), 1 + lines_in(source.substr(0, region.end)),
                       around == functions.end() ? Where::no_function
                       : global                  ? Where::kernel
                       : around->on_device       ? Where::device_function
                                                 : Where::host_function});
    }
    return all;
}

std::string broken(std::string_view source, const Break& exercise, const std::string& breaks,
                   const std::string& shown) {
    const std::vector<Place> places = places_of(source, exercise, breaks, shown);
    // A kernel that does nothing leaves its parameters, and what it called, unused.
    std::string text = exercise.emptied ? "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
                                          "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                                        : "";
    text += fmt::format("#line 1 \"{}\"\n", shown);
    std::size_t at = 0;
    bool lines_moved = false;  // since the last #line
    const auto copy_to = [&](std::size_t end) {
        // The first line end that is no continuation (`\` before it) is where a directive may stand.
        std::size_t line = lines_moved ? source.find('\n', at) : source.npos;
        while (line != source.npos && line > 0 && source[line - 1] == '\\') line = source.find('\n', line + 1);
        if (line != source.npos && line < end) {
            text += source.substr(at, line + 1 - at);
            text += fmt::format("#line {} \"{}\"\n", 2 + lines_in(source.substr(0, line)), shown);
            at = line + 1;
            lines_moved = false;
        }
        text += source.substr(at, end - at);
        at = end;
    };
    for (const Place& place : places) {
        copy_to(place.at);
        text += place.edit->replace;
        lines_moved = lines_moved || lines_in(place.edit->find) != lines_in(place.edit->replace);
        at += place.edit->find.size();
    }
    copy_to(source.size());
    return text;
}

}  // namespace day
