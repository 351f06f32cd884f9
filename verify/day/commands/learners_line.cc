// The command line of the learner's loop.
#include <CLI/CLI.hpp>
#include <memory>

#include "verify/day/base/failure.h"
#include "verify/day/commands/learn.h"

namespace day {

void add_learners_commands(CLI::App& app, std::function<int(const Tree&)>& action) {
    // What is typed lives as long as the commands that ask for it.
    struct Typed {
        std::string day, id;
        PredictOptions predict;
        TryOptions own;
        WriteOptions write;
        WhodunitOptions whodunit;
        std::optional<unsigned> whodunit_seed;
        std::string device = "cpu";
        bool give_up = false, all = false, run = false, fresh = false;
    };
    const auto typed = std::make_shared<Typed>();
    const char* group = "Break it";
    const auto command = [&](const char* name, const char* what, const std::function<int(const Tree&)>& act) {
        CLI::App* added = app.add_subcommand(name, what)->group(group);
        added->callback([&action, act] { action = act; });
        return added;
    };
    const auto add_day = [&](CLI::App* to, std::string& day) {
        to->add_option("day", day, "The day's number")->required()->type_name("N");
    };
    const auto add_id = [&](CLI::App* to, std::string& id) {
        to->add_option("id", id, "The break, or enough of its name to tell it from the others")
            ->required()
            ->type_name("ID");
    };

    CLI::App* show_command = command("show", "The breaks of a day, or the edit of one of them; not what it does",
                                     [typed](const Tree& tree) { return show(tree, typed->day, typed->id); });
    add_day(show_command, typed->day);
    show_command->add_option("id", typed->id, "The break")->type_name("ID");

    CLI::App* predict_command =
        command("predict", "Say what a break will make fail; then it is built and run", [typed](const Tree& tree) {
            if (typed->device != "cpu" && typed->device != "gpu")
                throw Failure("--device is " + typed->device + " and must be cpu or gpu", 2);
            typed->predict.device = typed->device == "gpu" ? Device::gpu : Device::cpu;
            return predict(tree, typed->predict);
        });
    add_day(predict_command, typed->predict.day);
    add_id(predict_command, typed->predict.id);
    predict_command
        ->add_option("words", typed->predict.words,
                     "The gates that will fail, or none; race, memory, init, sync: what the checker finds; "
                     "crash, hang, nobuild. Without words you are asked")
        ->type_name("WORDS");
    predict_command->footer("Example: scripts/day predict N ID GATE...\nNext: scripts/day list");
    predict_command->add_option("--device", typed->device, "cpu, or gpu (findings are the CPU device's checker's)")
        ->type_name("cpu|gpu");

    CLI::App* hint_command =
        command("hint", "One more hint", [typed](const Tree& tree) { return hint(tree, typed->day, typed->id); });
    add_day(hint_command, typed->day);
    add_id(hint_command, typed->id);

    CLI::App* explain_command =
        command("explain", "What a break that you have predicted does, and why",
                [typed](const Tree& tree) { return explain(tree, typed->day, typed->id, typed->give_up); });
    add_day(explain_command, typed->day);
    add_id(explain_command, typed->id);
    explain_command->add_flag("--give-up", typed->give_up, "Without a prediction");

    CLI::App* reset_command =
        command("reset", "Forget a prediction, a kernel, a day or everything",
                [typed](const Tree& tree) { return reset(tree, typed->day, typed->id, typed->all); });
    reset_command->add_option("day", typed->day, "The day's number")->type_name("N");
    reset_command->add_option("id", typed->id, "The break, or the kernel")->type_name("ID");
    reset_command->add_flag("--all", typed->all, "Everything");

    CLI::App* try_command = command("try", "A copy of a day's program to break as you like",
                                    [typed](const Tree& tree) { return try_own(tree, typed->own); });
    add_day(try_command, typed->own.day);
    try_command->add_flag("--run", typed->own.run, "Build it and say which gates fail");
    try_command->add_flag("--fresh", typed->own.fresh, "Begin with the lesson's text again");
    try_command->add_option("--save", typed->own.save, "Write it into the lesson's breaks.toml, under this name")
        ->type_name("NAME");
    try_command->add_option("--title", typed->own.title, "What the edit is, in a line, for --save")->type_name("TEXT");

    CLI::App* write_command = command("write", "The body of a kernel is empty: write it until every gate passes",
                                      [typed](const Tree& tree) { return write_kernel(tree, typed->write); });
    add_day(write_command, typed->write.day);
    write_command
        ->add_option(
            "kernel", typed->write.kernel,
            "The kernel, or enough of its name to tell it from the others; without it, the first not written yet")
        ->type_name("KERNEL");
    write_command->add_flag("--run", typed->write.run, "Build your copy and run it, with the checker too");
    write_command->add_flag("--hint", typed->write.hint, "One more hint");
    write_command->add_flag("--compare", typed->write.compare, "Yours beside the lesson's, when it has passed");
    write_command->add_flag("--give-up", typed->write.give_up, "The lesson's; the kernel counts as given up");
    write_command->add_flag("--fresh", typed->write.fresh, "Begin with an empty body again; the old file is kept");

    CLI::App* whodunit_command =
        command("whodunit", "Something is broken; from what fails, say which line it is", [typed](const Tree& tree) {
            if (typed->whodunit_seed) typed->whodunit.seed = *typed->whodunit_seed;
            return whodunit(tree, typed->whodunit);
        });
    add_day(whodunit_command, typed->whodunit.day);
    whodunit_command->add_option("line", typed->whodunit.line, "Your answer: a line of the lesson's program")
        ->type_name("LINE");
    whodunit_command->add_flag("--give-up", typed->whodunit.give_up, "Tell");
    whodunit_command->add_option("--seed", typed->whodunit_seed, "Choose the same one every time")->type_name("NUMBER");

    CLI::App* kill_command = command(
        "kill", "Find data, shapes or tolerances that make a surviving break fail",
        [typed](const Tree& tree) { return kill_survivor(tree, typed->day, typed->id, typed->run, typed->fresh); });
    add_day(kill_command, typed->day);
    add_id(kill_command, typed->id);
    kill_command->add_flag("--run", typed->run, "Run your copy, without the break and with it");
    kill_command->add_flag("--fresh", typed->fresh, "Begin with the lesson's text again");

    CLI::App* watch_command = command("watch", "Run a day, or your copy of it, whenever you save it",
                                      [typed](const Tree& tree) { return watch_until_interrupted(tree, typed->day); });
    add_day(watch_command, typed->day);

    group = "Help";
    command("doctor", "Look at this machine: what is wrong, and which command mends it", doctor);
    command("help", "This list; with a command's name, more about it", {});  // command_line.cc does it
}

}  // namespace day
