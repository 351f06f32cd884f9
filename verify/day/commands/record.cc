#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <thread>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/commands/ncu.h"
#include "verify/day/course/evidence.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/measured/measurement.h"
#include "verify/day/proof/prove.h"
#include "verify/day/trial/build.h"

namespace day {
namespace {

using Header = std::vector<std::pair<std::string, std::string>>;

// The device as the evidence names it.
struct Place {
    Choice choice;
    std::string slug, name, driver, toolkit;
};

std::string first_line_of(const Command& command) {
    if (!which(command.words[0])) return "unknown";
    return std::string(trimmed(lines_of(capture(command).output + "\n")[0]));
}

std::string processor() {
    std::ifstream facts("/proc/cpuinfo");
    for (std::string line; std::getline(facts, line);)
        if (line.starts_with("model name")) return std::string(trimmed(line.substr(line.find(':') + 1)));
    return "unknown processor";
}

Place place_of(std::optional<Device> wanted) {
    Place place{.choice = choose_device(wanted, false), .slug = {}, .name = {}, .driver = {}, .toolkit = {}};
    if (place.choice.device == Device::cpu) {
        place.slug = "cpu";
        place.name = fmt::format("CPU device, {} cores of {}", std::thread::hardware_concurrency(), processor());
        place.driver = "none";
        place.toolkit = first_line_of({.words = {"c++", "--version"}});
        return place;
    }
    place.slug = device_slug(place.choice.gpu->name);
    place.name = place.choice.gpu->name;
    place.driver = place.choice.gpu->driver;
    if (const auto nvcc = find_cuda_tool("nvcc"))
        for (const std::string& line : lines_of(capture({.words = {nvcc->string(), "--version"}}).output))
            if (const std::size_t at = line.find("release "); at != std::string::npos)
                place.toolkit = "CUDA " + line.substr(at + 8);
    return place;
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

// What one section runs: the command as a reader types it, and the one that is executed.
struct Step {
    std::string name, typed;
    Command command;
    std::string heading{};  // what `scripts/day run` prints before the program's output
    std::string missing{};  // the tool that is not there
};

std::map<std::string, std::optional<std::string>> plain_environment() {
    std::map<std::string, std::optional<std::string>> environment;
    clear_settings(environment);
    return environment;
}

// A lesson's program as a reader names it.
std::string built_program(const Lesson& lesson) { return "build/day/gpu/" + lesson.id(); }

std::vector<Step> steps_of(const Lesson& lesson, const fs::path& binary, const Place& place) {
    const char* device = device_word(place.choice.device);
    const std::string typed = fmt::format("scripts/day run {} --device {}", lesson.number, device);
    Choice choice = place.choice;
    choice.why = fmt::format("--device {}", device);
    const std::string heading = run_heading(lesson.heading(), choice);

    std::vector<Step> steps = {
        {"run", typed, {.words = {binary.string()}, .environment = plain_environment()}, heading}};
    if (place.choice.device == Device::cpu) {
        for (const char* order : ORDERS) {
            Step step = steps[0];
            step.name = fmt::format("order {}", order);
            step.typed += fmt::format(" --order {}", order);
            step.command.environment["DAYBREAK_ORDER"] = order;
            steps.push_back(step);
        }
        return steps;
    }
    const auto sanitizer = find_cuda_tool("compute-sanitizer");
    for (const char* tool : {"memcheck", "racecheck", "initcheck", "synccheck"}) {
        Step step{.name = tool, .typed = {}, .command = {.words = {}, .environment = plain_environment()}};
        step.command.environment["DAYBREAK_EXACT"] = "1";
        step.command.words = {"compute-sanitizer", "--tool", tool, "--error-exitcode", "9", built_program(lesson)};
        step.typed = step.command.text();
        step.command.words.back() = binary.string();
        if (sanitizer)
            step.command.words[0] = sanitizer->string();
        else
            step.missing = "compute-sanitizer";
        steps.push_back(step);
    }
    return steps;
}

// What a broken program printed, without the rows that pass.
std::string failing_rows(const std::string& output) {
    std::string kept;
    std::string last;
    bool failing = false;  // what is indented under a row belongs to it
    for (const std::string& line : lines_of(recordable(output))) {
        if (trimmed(line).empty()) continue;
        failing = line.ends_with("FAIL") || line.ends_with("FAIL  reference") || (failing && line.starts_with("    "));
        if (failing) kept += line + "\n";
        if (!line.starts_with("    ")) last = line;
    }
    const bool shown = !last.empty() && last.ends_with("FAIL");
    return kept + (last.empty() || shown ? "" : last + "\n");
}

// What a stated finding came to on a GPU, which has no checker of its own.
std::string finding_line(const Proof& proof) {
    const Trial& trial = proof.runs.at(0).trial;
    const std::vector<std::string> failed = trial.failed();
    const std::string& finding = proof.exercise.finding;
    return fmt::format("{} here, and compute-sanitizer {}\n",
                       trial.end != Trial::End::ran ? fmt::format("stated: {}; it ends with {}", finding, trial.ending)
                       : failed.empty()             ? fmt::format("stated: {}; it does no harm", finding)
                                        : fmt::format("stated: {}; it makes {} fail", finding, listed(failed)),
                       !proof.sanitizer_finds   ? "says nothing of it"
                       : *proof.sanitizer_finds ? "reports it"
                                                : "does not report it");
}

// Proves the breaks of a lesson on the GPU; a section for each. Returns those that are not proved.
std::vector<std::string> record_breaks(const Tree& tree, const Lesson& lesson, const Place& place, Evidence& evidence) {
    std::vector<std::string> bad;
    const std::vector<LessonProof> all = prove_lessons(tree, {lesson}, place.choice.device, {});
    for (const std::string& fault : all[0].faults) bad.push_back(fault);
    for (const Proof& proof : all[0].proofs) {
        const std::string& id = proof.exercise.id;
        Section section{"break " + id,
                        fmt::format("scripts/day run $(scripts/day apply {} {}) --device {} --all-gates", lesson.number,
                                    id, device_word(place.choice.device)),
                        "", verdict_word(proof.verdict)};
        for (const std::string& flag : proof.exercise.flags) section.command += " " + quoted(flag);
        if (!proof.runs.empty()) {
            const Trial& trial = proof.runs[0].trial;
            section.output = fails_line(trial.failed()) + failing_rows(trial.output) + trial.ending + "\n";
            if (!proof.sanitizer.empty())
                section.output += fmt::format("$ compute-sanitizer --tool {} ... --all-gates\n{}\n{}",
                                              checker_of(proof.exercise.finding), proof.sanitizer, finding_line(proof));
        }
        if (!proof.why.empty()) section.output += proof.why + "\n";
        const bool good = !is_fault(proof.verdict);
        if (!good) bad.push_back(fmt::format("break {} ({})", id, verdict_word(proof.verdict)));
        fmt::print("{} {} break {:<28} {}\n", lesson.id(), place.slug, id,
                   good ? green(verdict_word(proof.verdict)) : red(verdict_word(proof.verdict)));
        evidence.sections.push_back(std::move(section));
    }
    return bad;
}

// What a record is keyed by: the program, and what the compiler of `binary` read with it.
Header sources_of(Contents& now, const Lesson& lesson, const fs::path& binary) {
    Header sources = {{"lesson", lesson.name()},
                      {"source", lesson.program.filename().string()},
                      {"sha256", sha256_of({lesson.program})[0]}};
    const std::vector<std::string> read = files_read(now.tree(), binary.string() + ".d", lesson.program);
    for (const std::string& name : read) sources.emplace_back("read", name + " " + now.digest(name));
    if (read.empty()) sources.emplace_back("read", "nothing");
    return sources;
}

// The lesson's program, built before unless it is to be used as it is.
fs::path program_of(const Tree& tree, const Lesson& lesson, Build kind, bool build_first) {
    if (build_first) return build(tree, {lesson, lesson.program, lesson.heading(), {}, {}}, kind);
    fs::path binary = lesson_binary(tree, lesson, kind);
    if (!fs::exists(binary)) throw Failure(fmt::format("{} is missing: record without --no-build", tree.shown(binary)));
    return binary;
}

// Runs the lesson's steps and writes the file. Returns whether all is well.
bool record_lesson(const Tree& tree, const Lesson& lesson, const Place& place, bool build_first) {
    const Device device = place.choice.device;
    const fs::path binary = program_of(tree, lesson, build_for(device), build_first);
    // The sources as they are now, so that an edit during the recording makes the file stale. On a GPU the breaks are
    // run, too.
    Contents now(tree);
    Header sources = sources_of(now, lesson, binary);
    if (device == Device::gpu)
        sources.emplace_back("breaks", breaks_hash(readable_breaks(tree, lesson)));
    else
        sources.emplace_back("cpu-device", now.cpu_device());

    Evidence evidence;
    std::vector<std::string> failed;
    std::string missing;
    for (const Step& step : steps_of(lesson, binary, place)) {
        fmt::print("{} {} {:<16}", lesson.id(), place.slug, step.name), std::fflush(stdout);
        Section section{step.name, step.typed, "", ""};
        if (!step.missing.empty()) {
            missing = step.missing;
            section.output = fmt::format("{}: not found; this tool did not run\n", missing);
            section.ending = "exit 127";
            fmt::print("{}\n", yellow("not run: no " + missing));
        } else {
            const Outcome outcome = capture(step.command);
            section.output = (step.heading.empty() ? "" : step.heading + "\n") + recordable(outcome.output);
            section.ending = outcome.verdict();
            if (!outcome.good()) failed.push_back(fmt::format("{} ({})", step.name, outcome.verdict()));
            fmt::print("{}  {:.1f} s\n", outcome.good() ? green("exit 0") : red(outcome.verdict()), outcome.seconds);
        }
        evidence.sections.push_back(std::move(section));
    }

    const auto reads = [](const auto& line) { return line.second.starts_with("verify/counts.h "); };
    if (device == Device::gpu && std::any_of(sources.begin(), sources.end(), reads)) {
        fmt::print("{} {} {:<16}", lesson.id(), place.slug, "ncu"), std::fflush(stdout);
        Section section = ncu_section({.words = {binary.string()}, .environment = plain_environment()},
                                      built_program(lesson), tree.build / "ncu" / (lesson.id() + ".csv"));
        const std::string first = lines_of(section.output)[0];
        fmt::print("{}\n", first.starts_with("ncu: ") ? yellow(first) : green(section.ending));
        evidence.sections.push_back(std::move(section));
    }
    if (device == Device::gpu && fs::exists(lesson.breaks()))
        for (const std::string& fault : record_breaks(tree, lesson, place, evidence)) failed.push_back(fault);

    const std::string verdict = !failed.empty()    ? "fail: " + listed(failed)
                                : !missing.empty() ? fmt::format("incomplete: {} is missing", missing)
                                                   : "pass";
    evidence.header = sources;
    evidence.header.insert(
        evidence.header.end(),
        {{"device", place.name},
         {"driver", place.driver},
         {"toolkit", place.toolkit},
         {"date", today()},
         {"command", fmt::format("scripts/record {} --device {}", lesson.number, device_word(device))},
         {"verdict", verdict}});
    const fs::path file = lesson.evidence(place.slug);
    write_file(file, evidence.text());
    fmt::print("{} {} wrote {}: {}\n", lesson.id(), place.slug, tree.shown(file),
               verdict == "pass" ? green(verdict) : red(verdict));
    return verdict == "pass";
}

// What nvidia-smi says of the clocks, as they are found: "SM 1980 MHz of 1980 MHz, memory 3201 MHz, 700.00 W allowed".
std::string clocks() {
    const std::string found =
        first_line_of({.words = {"nvidia-smi", "--query-gpu=clocks.sm,clocks.max.sm,clocks.mem,power.limit",
                                 "--format=csv,noheader"}});
    std::vector<std::string> parts;
    std::istringstream fields(found);
    for (std::string field; std::getline(fields, field, ',');) parts.emplace_back(trimmed(field));
    if (parts.size() != 4) return "unknown";
    return fmt::format("SM {} of {}, memory {}, {} allowed", parts[0], parts[1], parts[2], parts[3]);
}

// Times a lesson's kernels and writes evidence/<device>-bench.json. Returns whether all is well.
bool record_times(const Tree& tree, const Lesson& lesson, const Place& place, bool build_first) {
    const fs::path binary = program_of(tree, lesson, Build::bench, build_first);
    const fs::path report = binary.string() + ".report";
    fs::remove(report);
    Contents now(tree);
    Measurement measurement{.header = sources_of(now, lesson, binary), .rows = {}, .table = {}};
    fmt::print("{} {} {:<16}", lesson.id(), place.slug, "bench"), std::fflush(stdout);
    const Outcome outcome = capture(
        {.words = {binary.string(), "--bench", "--report", report.string()}, .environment = plain_environment()});
    fmt::print("{}  {:.1f} s\n", outcome.good() ? green("exit 0") : red(outcome.verdict()), outcome.seconds);
    if (!outcome.good()) {
        fmt::print("{}{} {} not recorded: its times are no result\n", outcome.output, lesson.id(), place.slug);
        return false;
    }
    const std::string output = recordable(outcome.output);
    const std::size_t begin = output.find("Measured on ");
    if (begin == output.npos) throw Failure(fmt::format("{} has printed no times", tree.shown(binary)));
    measurement.table = output.substr(begin);
    measurement.rows = read_rows(read_file(report));
    measurement.header.insert(measurement.header.end(),
                              {{"device", place.name},
                               {"driver", place.driver},
                               {"toolkit", place.toolkit},
                               {"clocks", clocks()},
                               {"date", today()},
                               {"command", fmt::format("scripts/day bench {}", lesson.number)}});
    const fs::path file = measurement_file(lesson, place.slug);
    write_file(file, measurement.text());
    fmt::print("{} {} wrote {}\n", lesson.id(), place.slug, tree.shown(file));
    return true;
}

// Says of which days the evidence of other devices is not of today's sources.
void tell_of_others(const Tree& tree, const std::string& slug) {
    std::map<std::pair<std::string, std::string>, std::vector<Lesson>> days;  // by device and age
    Contents now(tree);
    for (const Lesson& lesson : lessons_of(tree)) {
        if (!lesson.problem.empty()) continue;
        for (const Recorded& run : recorded(now, lesson))
            if (run.device != slug && run.validity.age != Age::current)
                days[{run.device, age_words(run.validity.age)}].push_back(lesson);
    }
    for (const auto& [key, lessons] : days) {
        const auto& [device, age] = key;
        fmt::print("evidence of {} is {}: {} {}; scripts/record N --device {} there records it again\n", device, age,
                   lessons.size() == 1 ? "day" : "days", days_listed(lessons), device == "cpu" ? "cpu" : "gpu");
    }
}

}  // namespace

int record(const Tree& tree, const RecordOptions& options) {
    std::vector<Lesson> lessons;
    for (const std::string& day : options.days) lessons.push_back(lesson_named(tree, day));
    if (options.days.empty()) lessons = lessons_of(tree);
    for (const Lesson& lesson : lessons)
        if (!lesson.problem.empty()) throw Failure(lesson.problem);
    if (options.bench) {
        std::erase_if(lessons, [](const Lesson& lesson) { return !is_measured(read_file(lesson.program)); });
        if (lessons.empty()) throw Failure("none of these days has a Measure section: nothing to time", 2);
        if (options.device == Device::cpu)
            throw Failure("on the CPU device times mean nothing: --bench needs a GPU", 2);
    }
    const Place place = place_of(options.bench ? Device::gpu : options.device);
    int bad = 0;
    std::vector<Lesson> left_out;
    for (const Lesson& lesson : lessons) {
        try {
            expect_device(tree, lesson, place.choice);
        } catch (const Failure& failure) {
            if (!options.days.empty()) throw;
            fmt::print("{} {} left out: {}\n", lesson.id(), place.slug, failure.what());
            left_out.push_back(lesson);
            continue;
        }
        bad += options.bench ? !record_times(tree, lesson, place, options.build)
                             : !record_lesson(tree, lesson, place, options.build);
    }
    tell_of_others(tree, place.slug);
    if (!left_out.empty())
        fmt::print("left out, as {} cannot run them: {} {}\n", place.name, left_out.size() == 1 ? "day" : "days",
                   days_listed(left_out));
    if (bad == 0)
        fmt::print("Next: scripts/pages\n");
    else
        fmt::print(stderr, "day: {} of {} lessons did not pass: the files say so\n", bad,
                   lessons.size() - left_out.size());
    return bad != 0;
}

}  // namespace day
