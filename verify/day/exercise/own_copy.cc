#include "verify/day/exercise/own_copy.h"

#include <fmt/format.h>

#include "verify/day/base/files.h"
#include "verify/day/base/limit.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/screens.h"

namespace day {

fs::path copies_folder() { return progress_file().parent_path(); }

fs::path free_old_name(const fs::path& file) {
    fs::path name = file.string() + ".old";
    for (int i = 2; fs::exists(name); ++i) name = fmt::format("{}.old{}", file.string(), i);
    return name;
}

fs::path make_copy(const fs::path& file, const std::string& text, bool fresh) {
    const bool there = fs::exists(file);
    if (there && (!fresh || read_file(file) == text)) return {};
    fs::path kept;
    if (there) {
        kept = free_old_name(file);
        fs::rename(file, kept);
    }
    write_file(file, text);
    return kept;
}

std::string with_place(const std::string& text, const fs::path& file) {
    return fmt::format("#line 1 \"{}\"\n{}", file.string(), text);
}

Trial tried(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
            const TrialOptions& options, const std::string& what) {
    TrialOptions limited = options;
    limited.advice = advice_of(lesson);
    if (options.device == Device::cpu) limited.limit_cpu_s = options.limit_s, limited.limit_s = IDLE * options.limit_s;
    const Waiting waiting(fmt::format("{} (at most {:.0f} s{})", what, options.limit_s,
                                      options.device == Device::cpu ? " of processor time" : ""));
    return try_source(tree, lesson, source, name, limited);
}

Result result_of(const Tree& tree, const Lesson& lesson, const fs::path& copy, const std::string& text,
                 const std::string& name, const std::vector<std::string>& flags) {
    const std::string placed = with_place(text, copy);
    prepare_trials(tree, Build::check);
    TrialOptions options{.arguments = flags};
    Result result{tried(tree, lesson, placed, name, options, "building your copy and running it"), {}};
    // A copy that hangs would hang as long again.
    if (!result.builds() || result.plain.end == Trial::End::hang) return result;
    options.check_build = true;
    result.checked = tried(tree, lesson, placed, name, options, "checking every access");
    return result;
}

bool cut_off(const Trial& plain, const Trial& checked) {
    const auto died = [](const Trial& trial) {
        return trial.end == Trial::End::crash || trial.end == Trial::End::stopped;
    };
    if (checked.end == Trial::End::ran || checked.end == plain.end) return false;
    return !died(checked) || (!died(plain) && checked.findings.empty());  // what it found is why it died
}

bool cut_off(const Result& result) { return result.checked && cut_off(result.plain, *result.checked); }

std::string cut_off_text(const Trial& checked) {
    return fmt::format("the checker did not come to its end ({})", checked.ending);
}

std::string result_text(const Tree& tree, const Lesson& lesson, const fs::path& copy, const Result& result) {
    if (!result.builds()) return result.plain.log + "\nIt does not build; the lines above say why.\n";
    std::string text = table(trial_rows(lesson, result.plain, result.checked, true), screen_width()) + "\n";
    if (result.found()) text += findings_text(tree, result.checked->findings) + "\n";
    if (result.plain.end == Trial::End::hang)
        text += prose(fmt::format("The place where it spins is named by scripts/day check {}", quoted(copy.string())));
    if (cut_off(result))
        text += prose(fmt::format("But {}: it may find more when it is asked again.", cut_off_text(*result.checked)));
    return text;
}

}  // namespace day
