#include "verify/day/measured/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"

namespace day {
namespace {

using Json = nlohmann::ordered_json;

// Calls field(key, member) for each that a row has, in the order of the file.
template <class Row, class Field>
void each_field(Row& row, Field field) {
    field("problem", row.problem);
    field("kernel", row.kernel);
    field("ms", row.ms);
    field("library", row.library);
    field("settings", row.settings);
    field("library_ms", row.library_ms);
    field("ratio", row.ratio);
    field("low", row.low);
    field("high", row.high);
    field("amount", row.amount);
    field("unit", row.unit);
    field("other", row.other);
    field("formula", row.formula);
    field("ceiling", row.ceiling);
    field("ceiling_per_s", row.ceiling_per_s);
    field("share", row.share);
    field("verdict", row.verdict);
    field("why", row.why);
}

// What is missing, or of another type, leaves the member as it is.
void read(const Json& value, std::string& member) {
    if (value.is_string()) member = value.get<std::string>();
}
template <class Number>
void read(const Json& value, Number& member) {
    if (value.is_number()) member = value.get<double>();
}

std::string text_in(const Json& object, const char* key) {
    std::string text;
    if (object.contains(key)) read(object[key], text);
    return text;
}

MeasuredRow row_of(const Json& object) {
    MeasuredRow row;
    each_field(row, [&](const char* key, auto& member) {
        if (object.contains(key)) read(object[key], member);
    });
    return row;
}

Json json_of(const MeasuredRow& row) {
    Json object;
    each_field(row, [&](const char* key, const auto& member) {
        if constexpr (std::is_same_v<decltype(member), const std::optional<double>&>)
            object[key] = member ? Json(*member) : Json(nullptr);
        else
            object[key] = member;
    });
    return object;
}

Json body_of(const Measurement& measurement) {
    Json header = Json::array(), rows = Json::array();
    for (const auto& [key, value] : measurement.header) header.push_back(fmt::format("{}: {}", key, value));
    for (const MeasuredRow& row : measurement.rows) rows.push_back(json_of(row));
    return {{"header", header}, {"rows", rows}, {"table", lines_of(measurement.table)}};
}

}  // namespace

std::optional<double> MeasuredRow::per_s() const {
    return ms && *ms > 0.0 ? std::optional(amount / (*ms * 1e-3)) : std::nullopt;
}

std::optional<double> size_of(const MeasuredRow& row) {
    if (row.problem.empty() ||
        !std::all_of(row.problem.begin(), row.problem.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
        return std::nullopt;
    return std::stod(row.problem);
}

std::string Measurement::value(const std::string& key) const {
    for (const auto& [name, value] : header)
        if (name == key) return value;
    return "";
}

std::string Measurement::text() const {
    const Json body = body_of(*this);
    Json whole = {{"checksum", hash_text(body.dump())}};
    whole.update(body);
    return whole.dump(1) + "\n";
}

std::vector<MeasuredRow> read_rows(std::string_view report) {
    std::vector<MeasuredRow> rows;
    for (const std::string& line : lines_of(report)) {
        const Json row = Json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!row.is_object()) throw Failure(fmt::format("a line of the report is no JSON object: {}", line));
        if (text_in(row, "kind") == "bench") rows.push_back(row_of(row));  // the gates' lines are of other kinds
    }
    return rows;
}

Measurement parse_measurement(std::string_view text, const std::string& name) {
    const Json whole = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    const auto is_list = [&](const char* key) { return whole.contains(key) && whole[key].is_array(); };
    if (!whole.is_object() || !is_list("header") || !is_list("rows") || !is_list("table"))
        throw Failure(fmt::format("{} is no measurement: it needs header, rows and table", name));
    Measurement read;
    for (const Json& entry : whole["header"]) {
        const std::string line = entry.is_string() ? entry.get<std::string>() : "";
        const std::size_t colon = line.find(": ");
        if (colon == line.npos) throw Failure(fmt::format("{}: `{}` in its header is no `key: value`", name, line));
        read.header.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
    for (const Json& row : whole["rows"]) {
        if (!row.is_object()) throw Failure(fmt::format("{}: a row is no object", name));
        read.rows.push_back(row_of(row));
    }
    for (const Json& line : whole["table"]) read.table += (line.is_string() ? line.get<std::string>() : "") + "\n";
    read.checksum_holds = text_in(whole, "checksum") == hash_text(body_of(read).dump());
    return read;
}

Evidence as_evidence(const Measurement& measurement) {
    return {.header = measurement.header,
            .sections = {{"bench", measurement.value("command"), measurement.table, "exit 0"}},
            .checksum_holds = measurement.checksum_holds};
}

bool is_measured(const std::string& source) { return source.find("verify::BENCH") != source.npos; }

fs::path measurement_file(const Lesson& lesson, const std::string& device) {
    return lesson.folder / "evidence" / (device + "-bench.json");
}

std::map<std::string, Measurement> measurements_of(const Tree& tree, const Lesson& lesson) {
    constexpr std::string_view END = "-bench.json";
    std::map<std::string, Measurement> all;
    std::error_code none;
    for (fs::directory_iterator it(lesson.folder / "evidence", none), end; !none && it != end; it.increment(none)) {
        const std::string name = it->path().filename();
        if (!name.ends_with(END)) continue;
        Measurement read = parse_measurement(read_file(it->path()), tree.shown(it->path()));
        if (read.checksum_holds) all.emplace(name.substr(0, name.size() - END.size()), std::move(read));
    }
    return all;
}

}  // namespace day
