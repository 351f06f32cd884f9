#include "verify/day/pages/recorded.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/measured/measurement.h"
#include "verify/day/pages/markdown.h"

namespace day {
namespace {

constexpr std::string_view FROM = "<!-- from: ", MARK_END = " -->", UP_TO = "<!-- /from -->";

std::string record_command(const Lesson& lesson, const std::string& device) {
    return fmt::format("scripts/record {} --device {}", lesson.number, device == "cpu" ? "cpu" : "gpu");
}

// Does `text` hold `figure`, and not only as a part of a longer word or number?
bool holds(const std::string& text, const std::string& figure) {
    const auto continues = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = text.find(figure); at != text.npos; at = text.find(figure, at + 1)) {
        const std::size_t end = at + figure.size();
        const char before = at == 0 ? ' ' : text[at - 1], after = end < text.size() ? text[end] : ' ';
        const bool is_cut = after == '.' && end + 1 < text.size() && continues(text[end + 1]);
        if (!continues(before) && !in({".", "+", "-"}, std::string(1, before)) && !continues(after) && !is_cut)
            return true;
    }
    return false;
}

}  // namespace

Quote quote_of(Contents& now, const std::string& name, const Lesson* lesson, std::string& remedy) {
    std::istringstream words(name);
    std::string device, section, word;
    words >> device;
    std::optional<Lesson> other;
    if (const std::optional<int> day = day_number(device)) {
        remedy = "mend the day in the mark";
        other = lesson_of_day(now.tree(), *day);
        device.clear();
        words >> device;
    }
    while (words >> word) section += (section.empty() ? "" : " ") + word;
    if (other) lesson = &*other;
    remedy = "write DEVICE SECTION, as in `cpu run`, and outside a lesson's page DAY DEVICE SECTION";
    if (!lesson || device.empty() || section.empty())
        throw Failure(fmt::format("the evidence `{}` names no {}device and section", name, lesson ? "" : "day, "));

    remedy = record_command(*lesson, device);
    if (section == "bench") {
        remedy += " --bench";
        const fs::path file = measurement_file(*lesson, device);
        const std::string shown = now.tree().shown(file);
        if (!fs::exists(file)) throw Failure(fmt::format("there is no {}: no such run is recorded", shown));
        const Evidence evidence = as_evidence(parse_measurement(read_file(file), shown));
        const Validity validity = validity_of(now, *lesson, evidence, false);
        if (validity.age == Age::edited) throw Failure(fmt::format("{} was {}", shown, validity.why));
        return {*lesson, shown, evidence.sections[0], validity, remedy};
    }
    const fs::path file = lesson->evidence(device);
    const std::string shown = now.tree().shown(file);
    if (!fs::exists(file)) throw Failure(fmt::format("there is no {}: no such run is recorded", shown));
    const std::string text = read_file(file);
    if (was_edited(text)) throw Failure(fmt::format("{} was edited by hand: its checksum does not hold", shown));
    const Evidence evidence = parse_evidence(text, shown);
    const Section* found = evidence.section(section);
    if (!found) throw Failure(fmt::format("{} has no section [{}]", shown, section));
    return {*lesson, shown, *found, validity_of(now, *lesson, evidence, section.starts_with("break ")), remedy};
}

std::vector<std::string> without_ages(const std::vector<std::string>& lines) {
    std::vector<std::string> kept;
    for (std::string line : lines) {
        if (line.starts_with("(older: ") || line.starts_with("(stale: ")) continue;
        for (const std::string_view age : {" (older)", " (stale)"})
            for (std::size_t at = line.find(age); at != line.npos; at = line.find(age)) line.erase(at, age.size());
        kept.push_back(std::move(line));
    }
    return kept;
}

std::vector<Problem> wrong_figures(Contents& now, const fs::path& page, const Lesson* lesson) {
    std::vector<Problem> problems;
    const std::vector<std::string> lines = prose_of(lines_of(read_file(page)));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& line = lines[i];
        for (std::size_t at = line.find(FROM); at != line.npos; at = line.find(FROM, at + 1)) {
            std::string remedy = "write `<!-- from: h200 run -->425<!-- /from -->`, all on one line";
            try {
                const std::size_t begin = line.find(MARK_END, at), end = line.find(UP_TO, at);
                if (begin == line.npos || end == line.npos || begin + MARK_END.size() >= end)
                    throw Failure("a `<!-- from: -->` without its figure and its end");
                const std::string name = line.substr(at + FROM.size(), begin - at - FROM.size());
                const std::string figure = line.substr(begin + MARK_END.size(), end - begin - MARK_END.size());
                const Quote quote = quote_of(now, name, lesson, remedy);
                remedy = "write what was recorded, or " + quote.again;
                if (!holds(quote.section.output, figure))
                    throw Failure(
                        fmt::format("{} does not stand in [{}] of {}", figure, quote.section.name, quote.file));
            } catch (const Failure& failure) {
                problems.push_back({page, int(i) + 1, failure.what(), remedy});
            }
        }
    }
    return problems;
}

std::vector<Problem> edited_evidence(Contents& now, const Lesson& lesson) {
    std::vector<Problem> problems;
    for (const Recorded& run : recorded(now, lesson))
        if (run.validity.age == Age::edited)
            problems.push_back({lesson.evidence(run.device), 1, "edited by hand: its checksum does not hold",
                                record_command(lesson, run.device)});
    std::error_code none;
    for (fs::directory_iterator it(lesson.folder / "evidence", none), end; !none && it != end; it.increment(none))
        if (it->path().extension() == ".json" &&
            !parse_measurement(read_file(it->path()), now.tree().shown(it->path())).checksum_holds)
            problems.push_back({it->path(), 1, "edited by hand: its checksum does not hold",
                                record_command(lesson, "gpu") + " --bench"});
    return problems;
}

}  // namespace day
