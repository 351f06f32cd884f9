#include "verify/day/pages/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/evidence.h"
#include "verify/day/course/glossary.h"
#include "verify/day/course/needs.h"
#include "verify/day/course/regions.h"
#include "verify/day/measured/charts.h"
#include "verify/day/measured/performance.h"
#include "verify/day/pages/counts_table.h"
#include "verify/day/pages/faults_table.h"
#include "verify/day/pages/footing.h"
#include "verify/day/pages/links.h"
#include "verify/day/pages/markdown.h"
#include "verify/day/pages/recorded.h"

namespace day {
namespace {

constexpr int MOST_EXCERPTS = 6;
constexpr int LEAST_LINES = 60, MOST_LINES = 150;
constexpr const char* REWRITE = "scripts/pages";

class Generator {
 public:
    Generator(Contents& now, const fs::path& file, std::string_view text, const Lesson* lesson)
        : now_(now), tree_(now.tree()), file_(file), lines_(lines_of(text)), lesson_(lesson) {}

    Page generated() {
        while (at_ < lines_.size()) step();
        if (lesson_) check_lesson_page();
        for (const std::string& line : out_) page_.text += line + "\n";
        return std::move(page_);
    }

 private:
    int line() const { return int(at_) + 1; }

    void problem(int line, const std::string& text, const std::string& remedy) {
        page_.problems.push_back({file_, line, text, remedy});
    }

    // Copies one line that stays as it is.
    void keep() {
        check_pictures(lines_[at_]);
        out_.push_back(lines_[at_++]);
        ++by_hand_;
    }

    void step() {
        if (const auto mark = mark_of(lines_[at_]))
            region(*mark);
        else if (!fence_of(lines_[at_]).empty())
            keep_fence();
        else
            keep();
    }

    void keep_fence() {
        if (is_cpp(lines_[at_]))
            problem(line(), "C++ typed by hand: a page shows only code that is compiled",
                    "put `<!-- excerpt: FILE#NAME -->` above the fence, then scripts/pages");
        const std::size_t end = fence_end(lines_, at_);
        if (end == lines_.size()) problem(line(), "this fence is never closed", "close it");
        while (at_ < lines_.size() && at_ <= end) {
            out_.push_back(lines_[at_++]);
            ++by_hand_;
        }
    }

    void region(const Mark& mark) {
        const int at_line = line();
        std::vector<std::string> fresh;
        bool made = false;
        must_tell_age_ = false;
        try {
            if (mark.kind.starts_with("/")) throw Failure(fmt::format("`<!-- {} -->` closes nothing", mark.kind));
            fresh = lines_of(mark.kind == "excerpt"       ? excerpt(mark.value)
                             : mark.kind == "evidence"    ? evidence(mark.value)
                             : mark.kind == "breaks"      ? breaks()
                             : mark.kind == "days"        ? days()
                             : mark.kind == "forms"       ? forms()
                             : mark.kind == "counts"      ? counts()
                             : mark.kind == "faults"      ? faults()
                             : mark.kind == "glossary"    ? glossary()
                             : mark.kind == "performance" ? performance()
                             : mark.kind == "ladder"      ? ladder(mark.value)
                                                          : conformance());
            made = true;
        } catch (const Failure& failure) {
            problem(at_line, failure.what(), remedy_);
            remedy_ = "mend the mark";
        }
        excerpts_ += mark.kind == "excerpt";
        has_breaks_ = has_breaks_ || mark.kind == "breaks";

        keep();  // the mark itself
        const bool is_fence = mark.kind == "excerpt" || mark.kind == "evidence";
        std::optional<std::vector<std::string>> old;  // none: what is there cannot be told from what must stay
        if (!mark.kind.starts_with("/")) old = is_fence ? take_fence() : take_until(mark.kind);
        if (!old) return;
        if (!made) fresh = *old;
        const bool same_but_age = !must_tell_age_ && without_ages(fresh) == without_ages(*old);
        if (fresh != *old) (same_but_age ? page_.aged : page_.drifted).push_back(at_line);
        out_.insert(out_.end(), fresh.begin(), fresh.end());
    }

    // Takes the fence that starts at this line; nothing where none does.
    std::optional<std::vector<std::string>> take_fence() {
        if (at_ == lines_.size() || fence_of(lines_[at_]).empty()) return take(at_);
        const std::size_t end = fence_end(lines_, at_);
        if (end < lines_.size()) return take(end + 1);
        problem(line(), "this fence is never closed", "close it");
        return std::nullopt;
    }

    // Takes the lines up to and with `<!-- /kind -->`.
    std::optional<std::vector<std::string>> take_until(const std::string& kind) {
        for (std::size_t i = at_; i < lines_.size(); ++i)
            if (const auto mark = mark_of(lines_[i]); mark && mark->kind == "/" + kind) return take(i + 1);
        problem(line() - 1, fmt::format("`<!-- {} -->` has no `<!-- /{} -->`", kind, kind), "add it below");
        return std::nullopt;
    }

    std::vector<std::string> take(std::size_t end) {
        std::vector<std::string> taken(lines_.begin() + at_, lines_.begin() + end);
        at_ = end;
        return taken;
    }

    // ---- What is generated ----------------------------------------------------------------------

    std::string excerpt(const std::string& value) {
        const std::size_t hash = value.find('#');
        remedy_ = "write `<!-- excerpt: FILE#NAME -->`";
        if (hash == value.npos || hash == 0 || hash + 1 == value.size())
            throw Failure(fmt::format("the excerpt `{}` names no FILE#NAME", value));
        const std::string name = value.substr(0, hash);
        fs::path source = file_.parent_path() / name;
        if (!fs::is_regular_file(source)) source = tree_.source / name;
        remedy_ = "mend the file's name in the mark";
        if (!fs::is_regular_file(source)) throw Failure(fmt::format("excerpt of {}: there is no such file", name));
        const std::string text = read_file(source);
        remedy_ = "mend the name in the mark or in the source";
        try {
            return fenced("cpp", region_text(text, find_region(text, value.substr(hash + 1))));
        } catch (const Failure& failure) {
            throw Failure(fmt::format("excerpt of {}: {}", name, failure.what()));
        }
    }

    std::string evidence(const std::string& value) {
        const Quote quote = quote_of(now_, value, lesson_, remedy_);
        const auto& [age, why] = quote.validity;
        must_tell_age_ = age == Age::stale;
        std::string text;
        if (age != Age::current) text += fmt::format("({}: {}; {})\n", age_words(age), why, quote.again);
        text += fmt::format("$ {}\n{}", quote.section.command, quote.section.output);
        if (quote.section.ending != "exit 0") text += quote.section.ending + "\n";
        return fenced("text", text);
    }

    std::string breaks() {
        remedy_ = "put it into a lesson's page";
        if (!lesson_) throw Failure("breaks belong to a lesson");
        remedy_ = fmt::format("mend {}", tree_.shown(lesson_->breaks()));
        std::string text = "| break | in | level | id |\n|---|---|---|---|\n";
        for (const Break& exercise : breaks_of(tree_, *lesson_)) {
            std::vector<std::string> places;
            for (const Edit& edit : exercise.edits)
                if (std::find(places.begin(), places.end(), "`" + edit.in + "`") == places.end())
                    places.push_back("`" + edit.in + "`");
            text += fmt::format("| {} | {} | {}, {} | `{}` |\n", cell(exercise.title), listed(places), exercise.level,
                                level_text(exercise.level), exercise.id);
        }
        text += fmt::format(
            "\nSay which gates will fail; then the broken copy is built and run, and you are told why:\n\n"
            "    scripts/day show {0} ID         the edit\n"
            "    scripts/day hint {0} ID         if you do not know where to begin\n"
            "    scripts/day predict {0} ID      your answer, and the machine's\n\n"
            "Or write a kernel: `scripts/day write {0}` takes one body out, and the gates say when yours is right.\n\n"
            "The answers stand in [breaks.toml](breaks.toml), all together: look last.\n",
            lesson_->number);
        return text + "<!-- /breaks -->\n";
    }

    std::string days() {
        remedy_ = "scripts/day list";
        std::string text = "| day | lesson | recorded on |\n|---:|---|---|\n";
        for (const Lesson& lesson : lessons_of(tree_)) {
            if (!lesson.problem.empty()) throw Failure(lesson.problem);
            const std::vector<Recorded> runs = recorded(now_, lesson);
            for (const Recorded& run : runs) must_tell_age_ = must_tell_age_ || run.validity.age == Age::stale;
            text += fmt::format("| {} | [{}]({}/) | {} |\n", lesson.number, cell(lesson.title),
                                lesson.folder.lexically_relative(file_.parent_path()).string(), runs_text(runs));
        }
        return text + "<!-- /days -->\n";
    }

    // The .cu files of verify/tests/FOLDER, sorted; none is a failure.
    std::vector<fs::path> programs(std::string_view folder_name) {
        const fs::path folder = tree_.source / "verify" / "tests" / folder_name;
        remedy_ = "add the programs";
        std::vector<fs::path> programs;
        if (fs::is_directory(folder))
            for (const auto& entry : fs::directory_iterator(folder))
                if (entry.path().extension() == ".cu") programs.push_back(entry.path());
        if (programs.empty()) throw Failure(fmt::format("there are no programs in {}", tree_.shown(folder)));
        std::sort(programs.begin(), programs.end());
        return programs;
    }

    std::string link_to(const fs::path& program) const {
        return fmt::format("[{}]({})", program.stem().string(),
                           program.lexically_relative(file_.parent_path()).string());
    }

    // The conformance programs, each with the comment that it starts with.
    std::string conformance() {
        const std::vector<fs::path> all = programs("conformance");
        std::string text = fmt::format("{} programs:\n\n| program | what it shows |\n|---|---|\n", all.size());
        for (const fs::path& program : all) {
            remedy_ = "start the program with a comment";
            std::string shows;
            for (std::string_view comment : lines_of(read_file(program))) {
                if (!comment.starts_with("//")) break;
                shows += (shows.empty() ? "" : " ") + std::string(trimmed(comment.substr(2)));
            }
            if (shows.empty()) throw Failure(fmt::format("{} does not say what it shows", tree_.shown(program)));
            text += fmt::format("| {} | {} |\n", link_to(program), cell(plain(shows)));
        }
        return text + "<!-- /conformance -->\n";
    }

    // The programs whose counts are known, compared with a GPU's own counters.
    std::string counts() {
        const std::vector<fs::path> all = programs("counts");
        remedy_ = "verify/tests/counts/ncu.sh on a GPU, or a reason in verify/tests/counts/expected/reasons.txt";
        return counts_table(all, file_.parent_path()) + "<!-- /counts -->\n";
    }

    // The planted faults, compared with what compute-sanitizer found of them on a GPU.
    std::string faults() {
        const std::vector<fs::path> all = programs("faults");
        remedy_ = "verify/tests/faults/sanitize.sh on a GPU, or a reason in verify/tests/faults/expected/reasons.txt";
        return faults_table(all, file_.parent_path()) + "<!-- /faults -->\n";
    }

    // What was measured: all of it, or one problem over several days.
    std::string performance() {
        remedy_ = "scripts/record --bench on a GPU";
        return "\n" + performance_table(now_, file_.parent_path()) + "<!-- /performance -->\n";
    }
    std::string ladder(const std::string& words) {
        remedy_ = "scripts/record --bench on a GPU, or mend the mark";
        return ladder_table(now_, words, file_.parent_path()) + "<!-- /ladder -->\n";
    }

    // The terms of all pages.
    std::string glossary() {
        const std::vector<Lesson> lessons = lessons_of(tree_);
        std::vector<std::pair<const Lesson*, Term>> terms;
        const auto end = std::find(lines_.begin(), lines_.end(), "<!-- /glossary -->");
        std::vector<std::string> kept(lines_.begin(), lines_.begin() + std::ptrdiff_t(at_));  // written by hand
        kept.insert(kept.end(), end, lines_.end());
        for (const Lesson& lesson : lessons) {
            if (!fs::exists(lesson.page())) continue;  // told when that page is looked at
            int line = 1;
            remedy_ = fmt::format("mend {}", tree_.shown(lesson.page()));
            terms.emplace_back(&lesson, term_of(read_file(lesson.page()), line));
            const std::string heading = fmt::format("### {}", anchor_of(terms.back().second.name));
            remedy_ = "take out the entry that is written by hand";
            for (const std::string& text : kept)
                if (text.starts_with("### ") && "### " + anchor_of(text.substr(4)) == heading)
                    throw Failure(fmt::format("day {} defines {}, which has an entry already", lesson.number,
                                              terms.back().second.name));
        }
        remedy_ = "let one of them link to the other's";
        return "\n" + glossary_of(std::move(terms)) + "<!-- /glossary -->\n";
    }

    // The form catalogue: each example's `// form: ...`, and whether a line `// refused: ...` follows.
    std::string forms() {
        const std::string_view form = "// form: ", refusal = "// refused: ";
        std::string works, refused;
        int count = 0, refused_count = 0;
        for (const fs::path& program : programs("forms")) {
            remedy_ = "start the program with `// form: ...`";
            const std::vector<std::string> lines = lines_of(read_file(program));
            if (lines.empty() || !lines[0].starts_with(form))
                throw Failure(fmt::format("{} does not say what form it shows", tree_.shown(program)));
            const bool is_refused = lines.size() > 1 && lines[1].starts_with(refusal);
            ++count;
            refused_count += is_refused;
            (is_refused ? refused : works) +=
                fmt::format("| {} | {} | {} |\n", cell(plain(lines[0].substr(form.size()))), link_to(program),
                            is_refused ? "refused" : "works");
        }
        return fmt::format("{} forms work, {} are refused:\n\n| form | example | on the CPU device |\n|---|---|---|\n",
                           count - refused_count, refused_count) +
               works + refused + "<!-- /forms -->\n";
    }

    // ---- What is checked ------------------------------------------------------------------------

    void check_pictures(const std::string& line_text) {
        for (const std::string& path : pictures_of(line_text))
            if (path.find("://") == path.npos && !fs::is_regular_file(file_.parent_path() / path))
                problem(line(), fmt::format("the picture {} does not exist", path), "draw it, or mend the path");
    }

    void check_lesson_page() {
        const std::string title = "# " + lesson_->heading();
        if (lesson_->problem.empty() && (lines_.empty() || lines_[0] != title))
            problem(1, fmt::format("the page's title is not the program's: it must be `{}`", title),
                    "change the first line of one of them");
        int at_line = 1;
        try {
            std::string text;
            for (const std::string& line_text : lines_) text += line_text + "\n";
            term_of(text, at_line);
        } catch (const Failure& failure) {
            problem(at_line, failure.what(),
                    "define one: <!-- term -->A [grid](../../docs/glossary.md#grid) is ...<!-- /term -->");
        }
        if (excerpts_ > MOST_EXCERPTS)
            problem(
                1,
                fmt::format("{} excerpts on one page, and {} are the most a reader follows", excerpts_, MOST_EXCERPTS),
                "leave some out");
        if (!has_breaks_)
            problem(1, "the page has no list of breaks",
                    "add `<!-- breaks -->` and `<!-- /breaks -->`, then scripts/pages");
        if (std::ssize(out_) < LEAST_LINES)
            problem(1,
                    fmt::format("the page has {} lines, and {} are the fewest that explain a day", out_.size(),
                                LEAST_LINES),
                    "say more");
        if (by_hand_ > MOST_LINES)
            problem(1,
                    fmt::format("the page has {} lines written by hand, and {} are the most (generated ones do not "
                                "count)",
                                by_hand_, MOST_LINES),
                    "say less");
    }

    Contents& now_;
    const Tree& tree_;
    const fs::path file_;
    const std::vector<std::string> lines_;
    const Lesson* lesson_;
    Page page_;
    std::vector<std::string> out_;
    std::string remedy_ = "mend the mark";  // of what is being generated
    std::size_t at_ = 0;                    // index of the line that comes next
    int by_hand_ = 0, excerpts_ = 0;
    bool has_breaks_ = false, must_tell_age_ = false;
};

struct Source {
    fs::path file;
    const Lesson* lesson;
};

// All pages, or those under one of `paths`.
std::vector<Source> sources_of(const Tree& tree, const std::vector<Lesson>& lessons,
                               const std::vector<std::string>& paths) {
    std::vector<Source> all;
    if (fs::exists(tree.source / "README.md")) all.push_back({tree.source / "README.md", nullptr});
    std::vector<fs::path> docs;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(tree.source / "docs", none))
        if (entry.path().extension() == ".md") docs.push_back(entry.path());
    std::sort(docs.begin(), docs.end());
    for (const fs::path& file : docs) all.push_back({file, nullptr});
    for (const Lesson& lesson : lessons) all.push_back({lesson.page(), &lesson});
    if (paths.empty()) return all;

    std::vector<Source> chosen;
    for (const std::string& path : paths) {
        const fs::path wanted = tree.named(path);
        bool any = false;
        for (const Source& source : all) {
            if (source.file != wanted && source.file.parent_path() != wanted) continue;
            chosen.push_back(source);
            any = true;
        }
        if (!any)
            throw Failure(
                fmt::format("{} is no page: the pages are README.md, docs/*.md and lessons/*/README.md", path), 2);
    }
    return chosen;
}

}  // namespace

Page generate_page(const Tree& tree, const fs::path& file, std::string_view text, const Lesson* lesson) {
    Contents now(tree);
    return Generator(now, file, text, lesson).generated();
}

int pages(const Tree& tree, bool check_only, const std::vector<std::string>& paths) {
    const std::vector<Lesson> lessons = lessons_of(tree);
    const std::vector<Source> sources = sources_of(tree, lessons, paths);
    std::vector<Problem> problems;
    Contents now(tree);
    Links links(tree);
    int rewritten = 0;
    std::size_t aged = 0;
    const auto add = [&](const std::vector<Problem>& more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    for (const Chart& chart : charts_of(tree)) {
        if (is_drawn(chart.file, chart.script)) continue;
        if (check_only) {
            problems.push_back({chart.file, 1, "it is not drawn from what is recorded", REWRITE});
            continue;
        }
        draw(chart.file, chart.script);
        fmt::print("drew {}\n", tree.shown(chart.file));
    }
    for (const auto& [file, lesson] : sources) {
        if (lesson) {
            if (!lesson->problem.empty()) problems.push_back({lesson->folder, 1, lesson->problem, "mend the folder"});
            try {
                if (lesson->problem.empty()) {
                    for (const Misplaced& found : misplaced(tree, *lesson, lessons, read_file(lesson->program)))
                        problems.push_back({lesson->program, found.line, found.text, found.remedy});
                    check_breaks(tree, *lesson, breaks_of(tree, *lesson));
                    expect_kernels(tree, *lesson);
                    add(unfounded(tree, *lesson, lessons));
                }
            } catch (const Failure& failure) {  // the message starts with file:line
                problems.push_back({{}, 0, failure.what(), "mend breaks.toml"});
            }
        }
        if (!fs::exists(file)) {
            problems.push_back({file, 1, "the day has no page", "write it: docs/contributing.md"});
            continue;
        }
        const std::string old = read_file(file);
        Page page = Generator(now, file, old, lesson).generated();
        problems.insert(problems.end(), page.problems.begin(), page.problems.end());
        if (page.text == old) continue;
        if (check_only) {
            for (const int line : page.drifted)
                problems.push_back({file, line, "what stands under this mark is not what it is made from", REWRITE});
            aged += page.aged.size();
            if (page.drifted.empty() && page.aged.empty())
                problems.push_back({file, 1, "the page does not end with a line end", REWRITE});
        } else {
            write_file(file, page.text);
            fmt::print("wrote {}\n", tree.shown(file));
            ++rewritten;
        }
    }
    for (const auto& [file, lesson] : sources) {  // the glossary is written by now
        if (!fs::exists(file)) continue;
        add(links.dead(file));
        add(wrong_figures(now, file, lesson));
        add(outlived(file, lessons));
        if (lesson) add(edited_evidence(now, *lesson));
    }
    for (const Problem& problem : problems) {
        const std::string where = problem.line ? fmt::format("{}:{}: ", tree.shown(problem.file), problem.line) : "";
        fmt::print("{}{}: {}\n", where, problem.text, problem.remedy);
    }
    if (aged > 0)
        fmt::print(
            "{} on the pages changed {} age since (older, stale): scripts/record N runs a day again, scripts/pages "
            "notes the age; it is no fault\n",
            aged == 1 ? "1 recorded run" : fmt::format("{} recorded runs", aged), aged == 1 ? "its" : "their");
    if (problems.empty())
        fmt::print("{} pages {}\n", sources.size(),
                   check_only      ? "are as their sources say"
                   : rewritten > 0 ? fmt::format("looked at, {} rewritten", rewritten)
                                   : "looked at, none had to change");
    else
        fmt::print(stderr, "day: {} {} on the pages\n", problems.size(), problems.size() == 1 ? "problem" : "problems");
    return problems.empty() ? 0 : 1;
}

}  // namespace day
