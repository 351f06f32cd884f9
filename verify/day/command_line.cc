// The command line of `day`: what is typed becomes a call of one command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <functional>

#include "verify/day/commands.h"
#include "verify/day/failure.h"
#include "verify/day/files.h"
#include "verify/day/learn.h"
#include "verify/day/prove.h"

namespace day {
namespace {

std::optional<Device> device_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (text == "cpu") return Device::cpu;
    if (text == "gpu") return Device::gpu;
    throw Failure(fmt::format("--device is {} and must be cpu or gpu", text), 2);
}

void expect_order(const std::string& order) {
    const bool random = order.starts_with("random:") && order.size() > 7 && order.size() < 27 &&
                        order.find_first_not_of("0123456789", 7) == order.npos;
    if (!order.empty() && order != "forward" && order != "reverse" && !random)
        throw Failure(fmt::format("--order is {} and must be forward, reverse or random:SEED", order), 2);
}

// What a command does not know itself is the program's, but only after the day or file: before it, nobody could
// tell whether `--epochs 5 100` means day 5 or day 100.
std::vector<std::string> program_arguments(const CLI::App& command, const std::string& target,
                                           const std::vector<std::string>& typed,
                                           const std::vector<std::string>& after_dashes) {
    std::vector<std::string> arguments = command.remaining();
    if (!arguments.empty()) {
        const auto first = std::find(typed.begin() + 1, typed.end(), arguments[0]);
        const auto named = std::find(typed.begin() + 1, typed.end(), target);
        if (first < named)
            throw Failure(fmt::format("the program's options come after the day: scripts/day {} N {} ...",
                                      command.get_name(), arguments[0]),
                          2);
    }
    arguments.insert(arguments.end(), after_dashes.begin(), after_dashes.end());
    return arguments;
}

// Further .cu files directly after the first: sources of the same program.
std::vector<std::string> take_sources(std::vector<std::string>& arguments) {
    const auto last = std::find_if(arguments.begin(), arguments.end(),
                                   [](const std::string& word) { return !word.ends_with(".cu"); });
    std::vector<std::string> sources(arguments.begin(), last);
    arguments.erase(arguments.begin(), last);
    return sources;
}

// The compiler's options that a program of several files needs; folders are meant from here.
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
    // What follows `--` is the program's and none of our business.
    std::vector<std::string> after_dashes;
    if (const auto dashes = std::find(typed.begin(), typed.end(), "--"); dashes != typed.end()) {
        after_dashes.assign(dashes + 1, typed.end());
        typed.erase(dashes, typed.end());
    }

    CLI::App app("Daybreak: 100 days of CUDA, each one program that proves itself.", "scripts/day");
    app.require_subcommand(0, 1);
    app.footer("Next: scripts/day");
    app.failure_message([](const CLI::App*, const CLI::Error& error) { return std::string(error.what()); });
    std::function<int(const Tree&)> action;

    CLI::App* list_command = app.add_subcommand("list", "The table of days");
    list_command->callback([&] { action = [](const Tree& tree) { return list(tree); }; });

    RunOptions run_options;
    std::string device;
    CLI::App* run_command = app.add_subcommand("run", "Build a day, or any .cu file, and run it");
    run_command->add_option("target", run_options.target, "A day's number, or a .cu file")
        ->required()
        ->type_name("N|FILE.cu");
    run_command->add_option("--device", device, "cpu or gpu; without it the GPU, where there is one")
        ->type_name("cpu|gpu");
    run_command
        ->add_option("--order", run_options.order, "Thread order of the CPU device: forward, reverse, random:SEED")
        ->type_name("ORDER");
    add_compiler_options(*run_command, run_options.extras.options);
    run_command->footer("Other options go to the program; all that follows -- does: scripts/day run 99 -- --help");
    run_command->allow_extras();
    run_command->callback([&] {
        run_options.device = device_of(device);
        expect_order(run_options.order);
        run_options.arguments = program_arguments(*run_command, run_options.target, typed, after_dashes);
        run_options.extras.sources = take_sources(run_options.arguments);
        action = [&](const Tree& tree) { return run(tree, run_options); };
    });

    CheckOptions check_options;
    CLI::App* check_command = app.add_subcommand(
        "check", "Run it in three thread orders and look at every access: races, bad addresses, wrong barriers");
    check_command->add_option("target", check_options.target, "A day's number, or .cu files")
        ->required()
        ->type_name("N|FILE.cu...");
    for (const char* tool : {"racecheck", "memcheck", "initcheck", "synccheck"})
        check_command->add_flag_callback(
            fmt::format("--{}", tool), [&, tool] { check_options.tools.push_back(tool); },
            fmt::format("Only {} (and what else is named)", tool));
    check_command->add_option("--report", check_options.report, "Write the findings as JSON, one object a line")
        ->type_name("FILE");
    add_compiler_options(*check_command, check_options.extras.options);
    check_command->footer("Other options go to the program; all that follows -- does.");
    check_command->allow_extras();
    check_command->callback([&] {
        check_options.arguments = program_arguments(*check_command, check_options.target, typed, after_dashes);
        check_options.extras.sources = take_sources(check_options.arguments);
        action = [&](const Tree& tree) { return check(tree, check_options); };
    });

    CountsOptions counts_options;
    CLI::App* counts_command = app.add_subcommand(
        "counts", "Count what each line of its kernels asks of memory: sectors, conflicts, divergence");
    counts_command->add_option("target", counts_options.target, "A day's number, or .cu files")
        ->required()
        ->type_name("N|FILE.cu...");
    counts_command->add_option("--svg", counts_options.picture, "Draw one request: lanes and sectors, or banks")
        ->type_name("FILE");
    counts_command->add_option("--line", counts_options.line, "Draw one of this line")->type_name("L");
    counts_command->add_option("--report", counts_options.report, "Write the counts as JSON, one object a line")
        ->type_name("FILE");
    add_compiler_options(*counts_command, counts_options.extras.options);
    counts_command->footer("Other options go to the program; all that follows -- does.");
    counts_command->allow_extras();
    counts_command->callback([&] {
        counts_options.arguments = program_arguments(*counts_command, counts_options.target, typed, after_dashes);
        counts_options.extras.sources = take_sources(counts_options.arguments);
        action = [&](const Tree& tree) { return counts(tree, counts_options); };
    });

    RecordOptions record_options;
    bool no_build = false;
    CLI::App* record_command = app.add_subcommand("record", "Run lessons and write down what they did: evidence/");
    record_command->add_option("days", record_options.days, "The days' numbers; without one, all days")->type_name("N");
    record_command->add_option("--device", device, "cpu or gpu; without it the GPU, where there is one")
        ->type_name("cpu|gpu");
    record_command->add_flag("--no-build", no_build, "Use the programs in the build folder as they are");
    record_command->callback([&] {
        record_options.device = device_of(device);
        record_options.build = !no_build;
        action = [&](const Tree& tree) { return record(tree, record_options); };
    });

    ProveOptions prove_options;
    bool built = false;
    CLI::App* prove_command = app.add_subcommand("prove", "Show that every break does what its breaks.toml states");
    prove_command->add_option("days", prove_options.days, "The days' numbers; without one, all days")->type_name("N");
    prove_command->add_option("--changed", prove_options.changed, "Only days that differ from this commit")
        ->type_name("REF");
    prove_command->add_option("--break", prove_options.only, "Only this break of the day")->type_name("ID");
    prove_command->add_option("--report", prove_options.report, "Write what every break did as JSON, an object a line")
        ->type_name("FILE");
    prove_command->add_option("--jobs", prove_options.jobs, "How many at once; without it, one a processor")
        ->type_name("N")
        ->check(CLI::Range(1, 500));
    prove_command->add_option("--limit", prove_options.limit_s, "The longest that a broken run may take")
        ->type_name("SECONDS")
        ->check(CLI::PositiveNumber);
    prove_command
        ->add_option("--stated", prove_options.stated,
                     "Run nothing: the day has so many breaks, they apply, and every gate is in some `fail`")
        ->type_name("COUNT")
        ->check(CLI::NonNegativeNumber);
    prove_command->add_flag("--no-build", built, "Use the compilers in the build folder as they are");
    prove_command->callback([&] {
        prove_options.build = !built;
        action = [&](const Tree& tree) { return prove(tree, prove_options); };
    });

    bool check_only = false;
    std::vector<std::string> page_paths;
    CLI::App* pages_command = app.add_subcommand("pages", "Write the generated parts of the pages anew");
    pages_command->add_option("paths", page_paths, "Pages or their folders; without one, all pages")->type_name("PATH");
    pages_command->add_flag("--check", check_only, "Write nothing; say what is not as it should be");
    pages_command->callback([&] { action = [&](const Tree& tree) { return pages(tree, check_only, page_paths); }; });

    std::string broken_day;
    std::string id;
    CLI::App* apply_command = app.add_subcommand("apply", "Make a broken copy of a day's program and print its path");
    apply_command->add_option("day", broken_day, "The day's number")->required()->type_name("N");
    apply_command->add_option("id", id, "The break, as the page lists it")->required()->type_name("ID");
    apply_command->callback([&] { action = [&](const Tree& tree) { return apply(tree, broken_day, id); }; });

    add_learners_commands(app, action);

    if (!typed.empty() && !typed[0].starts_with("-")) {
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
        if (std::find(names.begin(), names.end(), typed[0]) == names.end())
            throw Failure(fmt::format("there is no command {}: the commands are {}", typed[0], listed(names)), 2);
    }
    try {
        app.parse(std::vector<std::string>(typed.rbegin(), typed.rend()));  // CLI11 takes them last first
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        const std::string command = typed.empty() ? "" : " " + typed[0];
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
    std::fflush(stdout);
    fmt::print(stderr, "day: {}\n", line);
    return code;
}

}  // namespace day
