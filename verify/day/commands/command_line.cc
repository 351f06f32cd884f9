// The command line of `day`: what is typed becomes a call of one command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/nearest.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/commands/learn.h"
#include "verify/day/pages/pages.h"
#include "verify/day/proof/prove.h"

namespace day {
namespace {

std::optional<Device> device_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (text == "cpu") return Device::cpu;
    if (text == "gpu") return Device::gpu;
    throw Failure(fmt::format("--device is {} and must be cpu or gpu", text), 2);
}

const CLI::Validator POSITIVE(
    [](const std::string& text) {
        char* end = nullptr;
        const double number = std::strtod(text.c_str(), &end);
        return *end == '\0' && std::isfinite(number) && number > 0.0 ? ""
                                                                     : fmt::format("{} must be a number over 0", text);
    },
    "");

// The system counts a processor's time in whole seconds.
const CLI::Validator LIMIT(
    [](const std::string& text) {
        return CLI::Range(1, MOST_LIMIT_S)(text).empty()
                   ? ""
                   : fmt::format("{} must be a whole number of seconds, 1 to {}", text, MOST_LIMIT_S);
    },
    "");

void expect_order(const std::string& order) {
    const bool random = order.starts_with("random:") && order.size() > 7 && order.size() < 27 &&
                        order.find_first_not_of("0123456789", 7) == order.npos;
    if (!order.empty() && order != "forward" && order != "reverse" && !random)
        throw Failure(fmt::format("--order is {} and must be forward, reverse or random:SEED", order), 2);
}

// "check has no option --racechek: did you mean --racecheck?", of the first such of the words; "" when there is none.
std::string what_option_was_meant(const CLI::App& command, const std::vector<std::string>& words) {
    std::vector<std::string> options;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& known : option->get_lnames()) options.push_back(known);
    for (const std::string& word : words) {
        if (!word.starts_with("--")) continue;
        const std::string option = word.substr(2, word.find('=') - 2);
        if (const std::string meant = nearest(option, options); !meant.empty())
            return fmt::format("{} has no option --{}: did you mean --{}?", command.get_name(), option, meant);
    }
    return "";
}

// Of `run`, `check` and `counts`: what the command does not know itself. Further files directly after the first (.cu,
// .cpp, .c) are sources of the same program, -std=... is the compiler's, other options and what follows them are the
// program's `arguments`. But only after the day or file, since nobody could tell whether `--epochs 5 100` means day 5
// or day 100; and nothing that begins otherwise, since `check 44 99` means two days.
void take_rest(const CLI::App& command, const std::string& target, const std::vector<std::string>& typed,
               const std::vector<std::string>& after_dashes, Extras& extras, std::vector<std::string>& arguments) {
    const std::string& name = command.get_name();
    arguments = command.remaining();
    std::erase_if(arguments, [&](const std::string& word) {
        const bool is_standard = word.starts_with("-std=") || word.starts_with("--std=");
        if (is_standard) extras.options.push_back(word);
        return is_standard;
    });
    if (const std::string meant = what_option_was_meant(command, arguments); !meant.empty())
        throw Failure(
            fmt::format("{} If it is for the program: scripts/day {} {} -- ...", meant, name, day::quoted(target)), 2);
    if (!arguments.empty()) {
        const auto first = std::find(typed.begin() + 1, typed.end(), arguments[0]);
        const auto named = std::find(typed.begin() + 1, typed.end(), target);
        if (first < named)
            throw Failure(
                fmt::format("the program's options come after the day: scripts/day {} N {} ...", name, arguments[0]),
                2);
    }
    const auto is_file = [](const std::string& word) { return is_source(word) && !word.starts_with("-"); };
    const auto last = std::find_if_not(arguments.begin(), arguments.end(), is_file);
    extras.sources.assign(arguments.begin(), last);
    arguments.erase(arguments.begin(), last);
    if (!arguments.empty() && !arguments[0].starts_with("-"))
        throw Failure(fmt::format("{0} takes one day or the files of one program; {1} is neither; if it is for the "
                                  "program: scripts/day {0} {2} -- {1}",
                                  name, day::quoted(arguments[0]), day::quoted(target)),
                      2);
    arguments.insert(arguments.end(), after_dashes.begin(), after_dashes.end());
}

// What a command needs and was not given, and where to find one.
std::string what_is_missing(const CLI::App& command, const CLI::RequiredError& error) {
    const std::string needed = error.what();
    if (needed.starts_with("target")) return "name a day or a .cu file: scripts/day list shows the days";
    if (needed.starts_with("day")) return "name a day by its number: scripts/day list shows them";
    if (!needed.starts_with("id")) return fmt::format("{} (scripts/day {} --help)", needed, command.get_name());
    const std::vector<std::string> day = command.get_option("day")->results();
    if (day.size() == 1 && day_number(day[0]))
        return fmt::format("name a break: scripts/day show {} lists them", *day_number(day[0]));
    return fmt::format("name a day by its number and a break: scripts/day {} N ID", command.get_name());
}

// The commands' names, or what else was meant by a word that is none.
std::string what_was_meant(const CLI::App& app, const std::string& typed) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (const auto number = day_number(typed))
        return fmt::format(
            "{0} is not a command; to run day {0}: scripts/day run {0}; to see its breaks: scripts/day show {0}",
            *number);
    if (typed.ends_with(".cu"))
        return fmt::format("{0} is not a command; to run that program: scripts/day run {0}", day::quoted(typed));
    if (const std::string meant = nearest(typed, names); !meant.empty())
        return fmt::format("there is no command {}: did you mean {}? scripts/day help lists them", typed, meant);
    return fmt::format("there is no command {}: the commands are {}", typed, listed(names));
}

// The program has no numbers of its own: it is as new as the last commit of its checkout.
int print_version(const Tree& tree) {
    const auto git = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"git", "-C", tree.source.string()});
        const Outcome outcome = which("git") ? capture({.words = words}) : Outcome{.exit = 1};
        return outcome.good() ? std::string(trimmed(outcome.output)) : "";
    };
    const std::string commit = git({"describe", "--always", "--dirty", "--exclude=*"});
    const std::size_t days = lessons_of(tree).size();
    const std::string date = git({"log", "-1", "--format=%cs"});
    fmt::print("Daybreak, {}, {}, in {}\n",
               commit.empty() ? "of an unknown commit" : fmt::format("commit {} of {}", commit, date),
               days == 1 ? "1 day" : fmt::format("{} days", days), tree.source.string());
    return 0;
}

// The help of a command: what it says, its lines no longer than the screen. An option's description stands in a column
// of its own.
std::string in_columns(const std::string& help) {
    constexpr std::size_t COLUMN = 30;
    std::string text;
    for (const std::string& line : lines_of(help)) {
        const bool described = line.starts_with(" ") && line.size() > COLUMN && line[COLUMN - 1] == ' ';
        const std::size_t begin = described ? line.find_first_not_of(' ', COLUMN) : 0;
        text += line.empty() ? "\n" : prose(line.substr(begin), described ? COLUMN : 0, line.substr(0, begin));
    }
    return text;
}

// The compiler's options that a program of several files needs, but for -std, which take_rest sees; folders are meant
// from here.
void add_compiler_options(CLI::App& command, std::vector<std::string>& options) {
    for (const auto& [flag, what] : {std::pair{"-I", "A folder for #include"},
                                     {"-D", "A macro"},
                                     {"-L", "A folder with libraries"},
                                     {"-l", "A library"}}) {
        const std::string name = flag;
        const bool is_folder = name == "-I" || name == "-L";
        command
            .add_option_function<std::vector<std::string>>(
                name,
                [&options, name, is_folder](const std::vector<std::string>& values) {
                    for (const std::string& value : values)
                        options.push_back(name + (is_folder ? fs::absolute(value).string() : value));
                },
                what)
            ->allow_extra_args(false)
            ->type_name(is_folder ? "DIR" : "NAME");
    }
}

int execute(std::vector<std::string> typed) {
    // What follows `--` belongs to the program.
    std::vector<std::string> after_dashes;
    if (const auto dashes = std::find(typed.begin(), typed.end(), "--"); dashes != typed.end()) {
        after_dashes.assign(dashes + 1, typed.end());
        typed.erase(dashes, typed.end());
    }

    CLI::App app("Daybreak: 100 days of CUDA, each one program that proves itself.", "scripts/day");
    app.require_subcommand(0, 1);
    app.set_help_flag("-h,--help", "This text");
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app.footer("Next: scripts/day");
    std::function<int(const Tree&)> action;
    app.add_flag_callback(
        "--version", [&] { action = print_version; }, "Which Daybreak this is");

    constexpr const char* RUN = "Run a day or a program of your own";
    CLI::App* list_command = app.add_subcommand("list", "The table of days")->group(RUN);
    list_command->callback([&] { action = [](const Tree& tree) { return list(tree); }; });

    RunOptions run_options;
    std::string device;
    CLI::App* run_command = app.add_subcommand("run", "Build a day, or any .cu files, and run them")->group(RUN);
    run_command->add_option("target", run_options.target, "A day's number, or the files of one program: .cu, .cpp, .c")
        ->required()
        ->type_name("N|FILE.cu...");
    run_command->add_option("--device", device, "cpu or gpu; without it the GPU, where there is one")
        ->type_name("cpu|gpu");
    run_command
        ->add_option("--order", run_options.order, "Thread order of the CPU device: forward, reverse, random:SEED")
        ->type_name("ORDER");
    add_compiler_options(*run_command, run_options.extras.options);
    run_command->footer(
        "Other options go to the program; all that follows -- does: scripts/day run 99 -- --help\n"
        "Next: scripts/day list");
    run_command->allow_extras();
    run_command->callback([&] {
        run_options.device = device_of(device);
        expect_order(run_options.order);
        take_rest(*run_command, run_options.target, typed, after_dashes, run_options.extras, run_options.arguments);
        action = [&](const Tree& tree) { return run_program(tree, run_options); };
    });

    CheckOptions check_options;
    CLI::App* check_command =
        app.add_subcommand(
               "check", "Run it in three thread orders and look at every access: races, bad addresses, wrong barriers")
            ->group(RUN);
    const auto add_limit = [](CLI::App* to, double& limit_s) {
        to->add_option("--limit", limit_s,
                       fmt::format("End a run that has used so many seconds of a processor, or that waits {:g} times "
                                   "as long; without it, {:g}",
                                   IDLE, limit_s))
            ->type_name("SECONDS")
            ->check(LIMIT);
    };
    check_command
        ->add_option("target", check_options.target, "A day's number, or the files of one program: .cu, .cpp, .c")
        ->required()
        ->type_name("N|FILE.cu...");
    for (const char* word : FINDINGS) {
        const std::string tool = checker_of(word);
        check_command->add_flag_callback(
            "--" + tool, [&, tool] { check_options.tools.push_back(tool); },
            fmt::format("Only {} (and the others that are named)", tool));
    }
    check_command->add_option("--report", check_options.report, "Write the findings as JSON, one object a line")
        ->type_name("FILE");
    add_limit(check_command, check_options.limit_s);
    add_compiler_options(*check_command, check_options.extras.options);
    check_command->footer(
        "Other options go to the program; all that follows -- does: scripts/day check FILE.cu -- --size 9\n"
        "Next: scripts/day list");
    check_command->allow_extras();
    check_command->callback([&] {
        take_rest(*check_command, check_options.target, typed, after_dashes, check_options.extras,
                  check_options.arguments);
        action = [&](const Tree& tree) { return check(tree, check_options); };
    });

    CountsOptions counts_options;
    CLI::App* counts_command =
        app.add_subcommand("counts",
                           "Count what each line of its kernels asks of memory: sectors, conflicts, divergence")
            ->group(RUN);
    counts_command
        ->add_option("target", counts_options.target, "A day's number, or the files of one program: .cu, .cpp, .c")
        ->required()
        ->type_name("N|FILE.cu...");
    counts_command
        ->add_option("--svg", counts_options.picture,
                     "Draw one request, lanes and sectors or banks, of the line that wastes most")
        ->type_name("FILE");
    counts_command->add_option("--line", counts_options.line, "Draw one of this line")->type_name("L")->check(POSITIVE);
    counts_command->add_option("--array", counts_options.array, "Draw one of this array")->type_name("NAME");
    counts_command->add_option("--report", counts_options.report, "Write the counts as JSON, one object a line")
        ->type_name("FILE");
    add_limit(counts_command, counts_options.limit_s);
    add_compiler_options(*counts_command, counts_options.extras.options);
    counts_command->footer(
        "Other options go to the program; all that follows -- does: scripts/day counts FILE.cu -- --size 9\n"
        "Next: scripts/day list");
    counts_command->allow_extras();
    counts_command->callback([&] {
        take_rest(*counts_command, counts_options.target, typed, after_dashes, counts_options.extras,
                  counts_options.arguments);
        action = [&](const Tree& tree) { return counts(tree, counts_options); };
    });

    BenchOptions bench_options;
    CLI::App* bench_command =
        app.add_subcommand("bench", "Time a day's kernels beside a library's, on a GPU")->group(RUN);
    bench_command->add_option("day", bench_options.day, "The day's number")->required()->type_name("N");
    bench_command->add_option("--report", bench_options.report, "Write the rows as JSON, one object a line")
        ->type_name("FILE");
    bench_command->footer("Next: scripts/day list");
    bench_command->callback([&] { action = [&](const Tree& tree) { return bench(tree, bench_options); }; });

    add_learners_commands(app, action);

    constexpr const char* WRITE = "Write a day";
    std::string new_number, slug;
    CLI::App* new_command = app.add_subcommand("new", "Make the folder of a day that is to be written")->group(WRITE);
    new_command->add_option("day", new_number, "Its number")->required()->type_name("NNN");
    new_command->add_option("slug", slug, "Its idea in small letters: gemm-tiled")->required()->type_name("SLUG");
    new_command->callback([&] { action = [&](const Tree& tree) { return new_day(tree, new_number, slug); }; });

    RecordOptions record_options;
    bool no_build = false;
    CLI::App* record_command =
        app.add_subcommand("record", "Run lessons and write down what they did: evidence/")->group(WRITE);
    record_command->add_option("days", record_options.days, "The days' numbers; without one, all days")->type_name("N");
    record_command->add_option("--device", device, "cpu or gpu; without it the GPU, where there is one")
        ->type_name("cpu|gpu");
    record_command->add_flag("--no-build", no_build, "Use the programs in the build folder as they are");
    record_command->add_flag("--bench", record_options.bench,
                             "On a GPU: only the times of the days that are measured, evidence/<device>-bench.json");
    record_command->callback([&] {
        record_options.device = device_of(device);
        record_options.build = !no_build;
        action = [&](const Tree& tree) { return record(tree, record_options); };
    });

    ProveOptions prove_options;
    bool built = false;
    CLI::App* prove_command =
        app.add_subcommand("prove", "Show that every break does what its breaks.toml states")->group(WRITE);
    prove_command->add_option("days", prove_options.days, "The days' numbers; without one, all days")->type_name("N");
    prove_command->add_option("--changed", prove_options.changed, "Only days that differ from this commit")
        ->type_name("REF");
    prove_command
        ->add_option("--break", prove_options.only,
                     "Only this break of the day; empty-NAME is a kernel without its body")
        ->type_name("ID");
    prove_command->add_option("--report", prove_options.report, "Write what every break did as JSON, an object a line")
        ->type_name("FILE");
    prove_command->add_option("--jobs", prove_options.jobs, "How many at once; without it, one a processor")
        ->type_name("N")
        ->check(CLI::Range(1, 500));
    prove_command->add_option("--limit", prove_options.limit_s, "The longest that a broken run may take")
        ->type_name("SECONDS")
        ->check(POSITIVE);
    prove_command
        ->add_option("--stated", prove_options.stated,
                     "Run nothing: the day has so many breaks, they apply, and every gate is in some `fail`")
        ->type_name("COUNT")
        ->check(CLI::Range(0, 500));
    prove_command->add_flag("--kernels", prove_options.kernels,
                            "Only the day's kernels: which gates fail while a body is empty");
    prove_command->add_flag("--copies", prove_options.copies, "Only compile the copies that the proofs run");
    prove_command->add_flag("--no-build", built, "Use the compilers in the build folder as they are");
    prove_command->callback([&] {
        prove_options.build = !built;
        action = [&](const Tree& tree) { return prove(tree, prove_options); };
    });

    bool check_only = false;
    std::vector<std::string> page_paths;
    CLI::App* pages_command = app.add_subcommand("pages", "Write the generated parts of the pages anew")->group(WRITE);
    pages_command->add_option("paths", page_paths, "Pages or their folders; without one, all pages")->type_name("PATH");
    pages_command->add_flag("--check", check_only, "Write nothing; say what is not as it should be");
    pages_command->callback([&] { action = [&](const Tree& tree) { return pages(tree, check_only, page_paths); }; });

    std::string broken_day;
    std::string id;
    CLI::App* apply_command =
        app.add_subcommand("apply", "Make a broken copy of a day's program and print its path")->group(WRITE);
    apply_command->add_option("day", broken_day, "The day's number")->required()->type_name("N");
    apply_command->add_option("id", id, "The break, as the page lists it")->required()->type_name("ID");
    apply_command->callback([&] { action = [&](const Tree& tree) { return apply(tree, broken_day, id); }; });

    bool tour_check = false;
    CLI::App* tour_command = app.add_subcommand("tour", "Run the screens of docs/tour.md anew")->group(WRITE);
    tour_command->add_flag("--check", tour_check, "Write nothing; say what is not as it should be");
    tour_command->callback([&] { action = [&](const Tree& tree) { return tour(tree, tour_check); }; });

    // `help predict` is `predict --help`.
    if (!typed.empty() && typed[0] == "help") {
        if (typed.size() > 2) throw Failure("help takes one command: scripts/day help lists them", 2);
        typed.erase(typed.begin());
        typed.emplace_back("--help");
    }
    const auto is_typed = [&](const CLI::App* command) { return command->get_name() == typed[0]; };
    if (!typed.empty() && !typed[0].starts_with("-") && app.get_subcommands(is_typed).empty())
        throw Failure(what_was_meant(app, typed[0]), 2);
    try {
        app.parse(std::vector<std::string>(typed.rbegin(), typed.rend()));  // CLI11 takes them last first
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", in_columns(app.help()));
        return 0;
    } catch (const CLI::RequiredError& error) {
        throw Failure(app.get_subcommands().empty() ? error.what() : what_is_missing(*app.get_subcommands()[0], error),
                      2);
    } catch (const CLI::ParseError& error) {
        const bool names_command = !typed.empty() && !typed[0].starts_with("-");
        const std::string command = names_command ? " " + typed[0] : "";
        if (const std::string meant = what_option_was_meant(app, app.remaining()); !meant.empty())
            throw Failure(meant, 2);
        for (const CLI::App* parsed : app.get_subcommands()) {
            const std::vector<std::string> unknown = parsed->remaining();
            if (const std::string meant = what_option_was_meant(*parsed, unknown); !meant.empty())
                throw Failure(meant, 2);
            if (!unknown.empty())
                throw Failure(fmt::format("{0} does not take {1}: scripts/day {0} --help lists what it takes",
                                          parsed->get_name(), fmt::join(unknown, " ")),
                              2);
        }
        throw Failure(fmt::format("{} (scripts/day{} --help)", error.what(), command), 2);
    }
    if (!action) action = home;
    return action(Tree::from_environment());
}

}  // namespace

int day_main(std::vector<std::string> arguments) {
    std::string line;
    int code = 1;
    try {
        code = execute(std::move(arguments));
        if (std::fflush(stdout) != 0) throw Failure(fmt::format("cannot write the output: {}", std::strerror(errno)));
        return code;
    } catch (const Failure& failure) {
        line = failure.what();
        code = failure.code;
    } catch (const std::exception& error) {  // a file that vanished while it was looked at, and the like
        line = error.what();
    }
    print_failure(line);
    return code;
}

}  // namespace day
