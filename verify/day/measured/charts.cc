#include "verify/day/measured/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"

namespace day {
namespace {

// Colours that can be told apart on white by everybody, and in print.
constexpr const char* COLOURS[] = {"#0b62a8", "#c1440e", "#2b7a3d", "#8a3ea8", "#a07000", "#555555"};

constexpr const char* FRAME =
    "set encoding utf8\n"
    "set terminal svg size 900,480 dynamic background '#ffffff' font 'sans-serif,15'\n"
    "set border 3 linecolor rgb '#444444'\n"
    "set tics nomirror textcolor rgb '#222222'\n"
    "set grid linecolor rgb '#dddddd'\n";

// A name between gnuplot's single quotes, with nothing that its enhanced text would take for a command.
std::string quoted_name(const std::string& name) {
    std::string out = "'";
    for (const char c : name) {
        if (in({"_", "^", "@", "{", "}", "&", "~"}, std::string(1, c))) out += '\\';
        out += c == '\'' ? '"' : c;
    }
    return out + "'";
}

// What the file says of the script that it was drawn from.
std::string mark_of(const std::string& script) { return fmt::format("<!-- drawn from {} -->", hash_text(script)); }

}  // namespace

std::string sweep_script(const std::vector<MeasuredRow>& rows) {
    std::map<std::string, std::map<double, double>> rates;  // by curve and size
    std::vector<std::string> curves;                        // as they come
    std::set<double> sizes;
    const auto add = [&](const std::string& curve, double size, double per_s) {
        if (std::find(curves.begin(), curves.end(), curve) == curves.end()) curves.push_back(curve);
        rates[curve][size] = per_s / 1e12;
        sizes.insert(size);
    };
    std::string unit;
    for (const MeasuredRow& row : rows) {
        const std::optional<double> size = size_of(row);
        if (!size || !row.per_s() || (!unit.empty() && row.unit != unit)) continue;
        unit = row.unit;
        add(row.kernel, *size, *row.per_s());
        if (row.library_ms) add(row.library, *size, row.amount / (*row.library_ms * 1e-3));
        if (row.ceiling_per_s && *row.ceiling_per_s > 0.0) add("ceiling: " + row.ceiling, *size, *row.ceiling_per_s);
    }
    if (sizes.size() < 3) return "";
    std::string data, plots;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const bool is_ceiling = curves[i].starts_with("ceiling: ");
        data += fmt::format("$curve{} << END\n", i);
        for (const auto& [size, rate] : rates[curves[i]]) data += fmt::format("{:g} {:.5g}\n", size, rate);
        data += "END\n";
        plots += fmt::format("{} $curve{} using 1:2 with linespoints title {} linewidth 2 linecolor rgb '{}'{}",
                             i == 0 ? "plot" : ",", i, quoted_name(curves[i]), COLOURS[i % std::size(COLOURS)],
                             is_ceiling ? " dashtype 2 pointtype -1" : " pointtype 7");
    }
    std::string tics;
    double last = 0.0;
    for (const double size : sizes) {
        if (size < 1.1 * last) continue;  // its label would lie on the last one
        tics += fmt::format("{}'{:g}' {:g}", tics.empty() ? "" : ", ", size, size);
        last = size;
    }
    return fmt::format(
        "{}set logscale x 2\nset xrange [{:g}:{:g}]\nset xtics ({})\nset yrange [0:*]\nset xlabel 'size'\nset ylabel "
        "'{}'\n"
        "set key outside right center Left reverse samplen 2\n{}{}\n",
        FRAME, 0.9 * *sizes.begin(), 1.1 * *sizes.rbegin(), tics, unit == "flops" ? "TFLOP/s" : "TB/s", data, plots);
}

std::string roofline_script(const std::string& device, const std::vector<std::string>& names,
                            const std::vector<MeasuredRow>& rows) {
    double bandwidth = 0.0, fma = 0.0;
    std::string points, legend;
    int count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const MeasuredRow& row = rows[i];
        if (row.ceiling == "copy" || row.ceiling == "read")
            bandwidth = std::max(bandwidth, row.ceiling_per_s.value_or(0));
        if (row.ceiling == "fp32 FMA") fma = std::max(fma, row.ceiling_per_s.value_or(0));
        if (!row.ms || row.other <= 0.0) continue;
        const bool is_flops = row.unit == "flops";
        const double flops = is_flops ? row.amount : row.other, bytes = is_flops ? row.other : row.amount;
        points += fmt::format("{:.5g} {:.5g} {}\n", flops / bytes, flops / (*row.ms * 1e-3) / 1e12, ++count);
        legend += fmt::format("set label {} at screen 0.64, screen {:.3f} font 'sans-serif,12'\n",
                              quoted_name(fmt::format("{}  {}", count, names[i])), 0.95 - 0.028 * count);
    }
    if (count < 3 || bandwidth <= 0.0 || fma <= 0.0) return "";
    return fmt::format(
        "{}set terminal svg size 1100,640 dynamic background '#ffffff' font 'sans-serif,15'\n"
        "set title {}\nset rmargin at screen 0.62\nset logscale xy\nset format '%g'\n"
        "set xlabel 'flops for each byte that has to be moved'\nset ylabel 'TFLOP/s'\nunset key\n{}"
        "$points << END\n{}END\nbandwidth = {:.5g}\nfma = {:.5g}\n"
        "roof(x) = x * bandwidth < fma ? x * bandwidth : fma\nset samples 400\n"
        "plot roof(x) with lines linewidth 2 linecolor rgb '#444444', "
        "$points using 1:2 with points pointtype 7 linecolor rgb '#c1440e', "
        "$points using 1:2:3 with labels font 'sans-serif,12' offset 1,0.5\n",
        FRAME, quoted_name(device), legend, points, bandwidth / 1e12, fma / 1e12);
}

bool is_drawn(const fs::path& file, const std::string& script) {
    return fs::exists(file) && read_file(file).find(mark_of(script)) != std::string::npos;
}

void draw(const fs::path& file, const std::string& script) {
    if (!which("gnuplot")) throw Failure("gnuplot is missing, which draws the charts: run scripts/setup --test");
    const fs::path folder =
        fs::temp_directory_path() / fmt::format("daybreak-chart-{}", hash_text(file.string() + script));
    make_folder(folder);
    write_file(folder / "script", script);
    const Outcome outcome = capture({.words = {"gnuplot", (folder / "script").string()}});
    fs::remove_all(folder);
    const std::size_t head = outcome.output.find("<svg");
    if (!outcome.good() || head == std::string::npos)
        throw Failure(fmt::format("gnuplot cannot draw {}: {}", file.string(), outcome.output));
    write_file(file, outcome.output.substr(0, head) + mark_of(script) + "\n" + outcome.output.substr(head));
}

}  // namespace day
