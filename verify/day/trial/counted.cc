#include "verify/day/trial/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"

namespace day {
namespace {

using Json = nlohmann::json;

std::uint64_t number(const Json& row, const char* key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string text(const Json& row, const char* key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : "";
}

std::array<unsigned, 3> shape(const Json& row, const char* key) {
    std::array<unsigned, 3> size{};
    const auto found = row.find(key);
    for (std::size_t i = 0; found != row.end() && found->is_array() && i < 3 && i < found->size(); ++i)
        if ((*found)[i].is_number_unsigned()) size[i] = (*found)[i].get<unsigned>();
    return size;
}

CountedLine line_of(const Json& row) {
    CountedLine line{.file = text(row, "file"),
                     .line = int(number(row, "line")),
                     .access = text(row, "access"),
                     .array = text(row, "array"),
                     .bytes = number(row, "bytes"),
                     .requests = number(row, "requests"),
                     .lanes = number(row, "lanes"),
                     .partial = number(row, "partial"),
                     .asked = number(row, "bytes_asked"),
                     .sectors = number(row, "sectors"),
                     .wavefronts = number(row, "wavefronts"),
                     .conflicts = number(row, "conflicts"),
                     .addresses = number(row, "addresses"),
                     .same_most = number(row, "same_most"),
                     .same = number(row, "same"),
                     .divergent = number(row, "divergent")};
    const auto sample = row.find("sample");
    if (sample == row.end() || !sample->is_object()) return line;
    line.block = number(*sample, "block");
    line.warp = number(*sample, "warp");
    const auto offsets = sample->find("offsets");
    for (std::size_t i = 0; offsets != sample->end() && offsets->is_array() && i < 32 && i < offsets->size(); ++i)
        if ((*offsets)[i].is_number_integer()) line.sample[i] = (*offsets)[i].get<long>();
    return line;
}

}  // namespace

std::vector<CountedKernel> read_counts(const std::filesystem::path& file) {
    std::vector<CountedKernel> kernels;
    if (!fs::exists(file)) return kernels;
    for (const std::string& written : lines_of(read_file(file))) {
        const Json row = Json::parse(written, nullptr, /*allow_exceptions=*/false);
        if (!row.is_object()) continue;
        if (row.contains("launches"))
            kernels.push_back({.name = text(row, "kernel"),
                               .launches = number(row, "launches"),
                               .blocks = number(row, "blocks"),
                               .grid = shape(row, "grid"),
                               .block = shape(row, "block"),
                               .bytes_read = number(row, "bytes_read"),
                               .bytes_written = number(row, "bytes_written"),
                               .bytes_moved = number(row, "bytes_moved"),
                               .lines = {}});
        else if (!kernels.empty() && row.contains("access"))
            kernels.back().lines.push_back(line_of(row));
    }
    return kernels;
}

std::vector<ExpectedCount> expected_counts(std::string_view source) {
    std::vector<ExpectedCount> all;
    for (const std::string& line : lines_of(source)) {
        const std::string_view mark = "// expect: ";
        if (!line.starts_with(mark)) continue;
        std::istringstream words(line.substr(mark.size()));
        ExpectedCount one;
        words >> one.kernel >> one.access;
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            if (equals == word.npos) throw Failure(fmt::format("`{}` must be quantity=value: {}", word, line));
            one.quantity = word.substr(0, equals);
            one.value = std::strtoull(word.c_str() + equals + 1, nullptr, 10);
            all.push_back(one);
        }
    }
    return all;
}

std::optional<std::uint64_t> counted(const std::vector<CountedKernel>& kernels, const ExpectedCount& what) {
    const auto kernel =
        std::find_if(kernels.begin(), kernels.end(), [&](const CountedKernel& one) { return one.name == what.kernel; });
    if (kernel == kernels.end()) return std::nullopt;
    if (what.access == "bytes") {
        if (what.quantity == "read") return kernel->bytes_read;
        if (what.quantity == "written") return kernel->bytes_written;
        if (what.quantity == "moved") return kernel->bytes_moved;
        return std::nullopt;
    }
    const std::map<std::string, std::uint64_t CountedLine::*> quantities = {
        {"requests", &CountedLine::requests},     {"lanes", &CountedLine::lanes},
        {"partial", &CountedLine::partial},       {"sectors", &CountedLine::sectors},
        {"wavefronts", &CountedLine::wavefronts}, {"conflicts", &CountedLine::conflicts},
        {"addresses", &CountedLine::addresses},   {"same", &CountedLine::same},
        {"same_most", &CountedLine::same_most},   {"divergent", &CountedLine::divergent}};
    const auto member = quantities.find(what.quantity);
    if (member == quantities.end()) return std::nullopt;
    std::uint64_t sum = 0;
    for (const CountedLine& line : kernel->lines) {
        if (line.access != what.access) continue;
        const std::uint64_t value = line.*member->second;
        sum = what.quantity == "same_most" ? std::max(sum, value) : sum + value;
    }
    return sum;
}

}  // namespace day
