#include "verify/day/commands/ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/trial/device.h"

namespace day {
namespace {

constexpr double LIMIT_S = 600;  // ncu runs every kernel several times

// A line of the table: every field stands in quotes, and a quote in one is written twice.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[i++];
        else if (line[i] == '"' && (quoted = !quoted))
            fields.emplace_back();
        else if (quoted && line[i] != '"')
            fields.back() += line[i];
    }
    return fields;
}

// Does ncu have the counter? `list` is what it says that it has: the metric without its `.sum`, and what it is.
bool is_known(const std::string& list, std::string_view metric) {
    const std::string start = fmt::format("\n{} ", metric.substr(0, metric.rfind('.')));
    return list.empty() || ("\n" + list).find(start) != std::string::npos;
}

}  // namespace

// The same as in verify/tests/counts/ncu.sh.
const std::vector<Counter> COUNTERS = {
    {"global_load", "requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load", "sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_store", "requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {"global_store", "sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"global_atomic", "requests", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"},
    {"global_atomic", "requests", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
    {"global_atomic", "sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
    {"global_atomic", "sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
    {"shared_load", "requests", "smsp__inst_executed_op_shared_ld.sum"},
    {"shared_load", "wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"shared_load", "conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {"shared_store", "requests", "smsp__inst_executed_op_shared_st.sum"},
    {"shared_store", "wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {"shared_store", "conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {"shared_atomic", "requests", "smsp__inst_executed_op_shared_atom.sum"},
    {"branch", "divergent", "smsp__sass_branch_targets_threads_divergent.sum"},
};

std::string counted_launches(const std::string& csv) {
    std::map<std::string, std::size_t> column;
    std::vector<std::pair<std::string, int>> launches;  // the line, and how many have it
    for (const std::string& line : lines_of(csv)) {
        const std::vector<std::string> fields = fields_of(line);
        if (!line.starts_with("\"")) continue;  // ncu's own messages
        if (column.empty()) {
            for (std::size_t i = 0; i < fields.size(); ++i) column[fields[i]] = i;
            continue;
        }
        const auto field = [&](const std::string& name) {
            const auto found = column.find(name);
            return found == column.end() || found->second >= fields.size() ? "" : fields[found->second];
        };
        if (field("ID").empty()) continue;  // the row of units
        std::string text =
            fmt::format("{} grid {} block {}:", field("Kernel Name"), field("Grid Size"), field("Block Size"));
        std::string access;
        for (std::size_t i = 0; i < COUNTERS.size(); ++i) {
            const auto is_same = [&](const Counter& other) {
                return std::string_view(other.access) == COUNTERS[i].access &&
                       std::string_view(other.quantity) == COUNTERS[i].quantity;
            };
            if (i > 0 && is_same(COUNTERS[i - 1])) continue;  // is added already
            double sum = 0;
            for (std::size_t k = i; k < COUNTERS.size() && is_same(COUNTERS[k]); ++k) {
                std::string value = field(COUNTERS[k].metric);
                std::erase(value, ',');
                sum += std::atof(value.c_str());
            }
            if (sum == 0) continue;
            text += access.empty() ? " " : access == COUNTERS[i].access ? ", " : "; ";
            if (access != COUNTERS[i].access) text += (access = COUNTERS[i].access) + " ";
            text += fmt::format("{:.0f} {}", sum, COUNTERS[i].quantity);
        }
        if (access.empty()) text += " nothing";
        const auto found =
            std::find_if(launches.begin(), launches.end(), [&](const auto& one) { return one.first == text; });
        found == launches.end() ? launches.emplace_back(text, 1) : (++found->second, *found);
    }
    if (!column.contains("Kernel Name")) throw Failure("it wrote no table");
    std::string all;
    for (const auto& [text, count] : launches)
        all += count == 1 ? text + "\n" : fmt::format("{} ({} launches)\n", text, count);
    return all.empty() ? "no kernel was launched\n" : all;
}

Section ncu_section(const Command& program, const std::string& shown, const fs::path& scratch) {
    const auto ncu = find_cuda_tool("ncu");
    std::string known;
    if (ncu)
        if (const Outcome list = capture({.words = {ncu->string(), "--query-metrics"}, .limit_s = LIMIT_S});
            list.good())
            known = list.output;
    std::string metrics;
    for (const Counter& counter : COUNTERS)
        if (is_known(known, counter.metric)) metrics += (metrics.empty() ? "" : ",") + std::string(counter.metric);
    Command command = program;
    command.limit_s = LIMIT_S;
    command.words = {"ncu",
                     "--csv",
                     "--page",
                     "raw",
                     "--clock-control",
                     "none",
                     "--print-units",
                     "base",
                     "--print-kernel-base",
                     "function",
                     "--metrics",
                     metrics};
    const std::string typed = Command{.words = command.words}.text() + " " + shown;
    if (!ncu) return {"ncu", typed, "ncu: not found; nothing was counted\n", "exit 127"};
    Section section{"ncu", typed, "", ""};
    make_folder(scratch.parent_path());
    fs::remove(scratch);
    command.words.front() = ncu->string();
    command.words.insert(command.words.end(), {"--log-file", scratch.string()});
    command.words.insert(command.words.end(), program.words.begin(), program.words.end());
    const Outcome outcome = capture(command);
    const std::string log = fs::exists(scratch) ? read_file(scratch) : "";
    section.ending = outcome.verdict();
    try {
        if ((log + outcome.output).find("ERR_NVGPUCTRPERM") != std::string::npos)
            throw Failure("this machine does not permit reading the GPU's counters (ERR_NVGPUCTRPERM)");
        section.output = counted_launches(log);
    } catch (const Failure& failure) {
        section.output = fmt::format("ncu: {}; nothing was counted\n", failure.what());
        for (const std::string& line : lines_of(log + outcome.output))
            if (line.starts_with("==ERROR==")) section.output += line + "\n";
    }
    return section;
}

}  // namespace day
