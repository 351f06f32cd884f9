// The command line of the learner's loop.
#include <CLI/CLI.hpp>
#include <memory>

#include "verify/day/failure.h"
#include "verify/day/learn.h"

namespace day {

void add_learners_commands(CLI::App& app, std::function<int(const Tree&)>& action) {
    // What is typed lives as long as the commands that ask for it.
    struct Typed {
        std::string day, id, line;
        PredictOptions predict;
        TryOptions own;
        WhodunitOptions whodunit;
        unsigned seed = 0;
        std::string device = "cpu";
        bool give_up = false, all = false, run = false, fresh = false, check_only = false;
    };
    const auto typed = std::make_shared<Typed>();
    const auto command = [&](const char* name, const char* what, const std::function<int(const Tree&)>& act) {
        CLI::App* added = app.add_subcommand(name, what);
        added->callback([&action, act] { action = act; });
        return added;
    };
    const auto add_day = [&](CLI::App* to, std::string& day) {
        to->add_option("day", day, "The day's number")->required()->type_name("N");
    };
    const auto add_id = [&](CLI::App* to, std::string& id) {
        to->add_option("id", id, "The break, or as much of its name as no other shares")->required()->type_name("ID");
    };

    CLI::App* show_command = command("show", "The breaks of a day, or the edit that one of them is; not what it does",
                                     [typed](const Tree& tree) { return show(tree, typed->day, typed->id); });
    add_day(show_command, typed->day);
    show_command->add_option("id", typed->id, "The break")->type_name("ID");

    CLI::App* predict_command =
        command("predict", "Say what a break will fail; then it is built and run", [typed](const Tree& tree) {
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
                     "crash, hang, nobuild. Without one you are asked")
        ->type_name("WORDS");
    predict_command->add_option("--device", typed->device, "cpu, or gpu (findings are the CPU device's checker's)")
        ->type_name("cpu|gpu");

    CLI::App* hint_command =
        command("hint", "One hint more", [typed](const Tree& tree) { return hint(tree, typed->day, typed->id); });
    add_day(hint_command, typed->day);
    add_id(hint_command, typed->id);

    CLI::App* explain_command =
        command("explain", "What a break that you have predicted does, and why",
                [typed](const Tree& tree) { return explain(tree, typed->day, typed->id, typed->give_up); });
    add_day(explain_command, typed->day);
    add_id(explain_command, typed->id);
    explain_command->add_flag("--give-up", typed->give_up, "Without a prediction");

    CLI::App* reset_command = command("reset", "Forget a prediction, a day or everything", [typed](const Tree& tree) {
        return reset(tree, typed->day, typed->id, typed->all);
    });
    reset_command->add_option("day", typed->day, "The day's number")->type_name("N");
    reset_command->add_option("id", typed->id, "The break")->type_name("ID");
    reset_command->add_flag("--all", typed->all, "Everything");
}

}  // namespace day
