#include "verify/day/pages/counts_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace day {
namespace {

constexpr double LEFT = 24, WIDTH = 852, TOP = 96, LANE = 22, GAP = 190, UNIT = 26;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
}

// A box of the lower row: a sector or a bank.
struct Unit {
    double x = 0, width = 0;
    std::set<long> words;  // of a bank: the different ones that are wanted
    std::string label, note;
};

struct Line {
    int lane;
    double to;
    bool conflict;
};

std::string picture(const std::string& title, const std::string& about, const std::array<bool, 32>& active,
                    const std::vector<Unit>& units, const std::vector<Line>& lines, const std::string& below) {
    const double bottom = TOP + LANE + GAP;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 {0:.0f}\" width=\"900\" height=\"{0:.0f}\" "
        "role=\"img\" aria-labelledby=\"title about\">\n"
        "  <title id=\"title\">{1}</title>\n"
        "  <desc id=\"about\">{2}</desc>\n"
        "  <style>\n"
        "    svg {{ color: #24292f; }}\n"
        "    @media (prefers-color-scheme: dark) {{ svg {{ color: #e6edf3; }} }}\n"
        "    text {{ font: 15px system-ui, \"DejaVu Sans\", sans-serif; fill: currentColor; }}\n"
        "    .name {{ font: bold 15px ui-monospace, \"DejaVu Sans Mono\", Consolas, monospace; }}\n"
        "    .small {{ font: 10px ui-monospace, \"DejaVu Sans Mono\", Consolas, monospace; }}\n"
        "    .mid {{ text-anchor: middle; }}\n"
        "    .box {{ fill: #3b82d6; fill-opacity: 0.25; stroke: currentColor; stroke-opacity: 0.6; }}\n"
        "    .rest {{ fill: none; stroke: currentColor; stroke-opacity: 0.25; }}\n"
        "    .crowded {{ fill: #d0741f; fill-opacity: 0.5; stroke: currentColor; stroke-opacity: 0.6; }}\n"
        "    .way {{ stroke: #3b82d6; stroke-width: 1.5; }}\n"
        "    .clash {{ stroke: #d0741f; stroke-width: 1.5; }}\n"
        "  </style>\n"
        "  <text class=\"name\" x=\"{3}\" y=\"34\">{1}</text>\n"
        "  <text x=\"{3}\" y=\"60\">{2}</text>\n"
        "  <text class=\"small\" x=\"{3}\" y=\"{4}\">lane</text>\n",
        bottom + UNIT + 58, escaped(title), escaped(about), LEFT, TOP - 8);
    const double step = WIDTH / 32;
    for (const Line& line : lines)
        svg +=
            fmt::format("  <line class=\"{}\" x1=\"{:.1f}\" y1=\"{}\" x2=\"{:.1f}\" y2=\"{}\"/>\n",
                        line.conflict ? "clash" : "way", LEFT + (line.lane + 0.5) * step, TOP + LANE, line.to, bottom);
    for (int lane = 0; lane < 32; ++lane)
        svg += fmt::format(
            "  <rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>\n"
            "  <text class=\"small mid\" x=\"{:.1f}\" y=\"{}\">{}</text>\n",
            active[std::size_t(lane)] ? "box" : "rest", LEFT + lane * step + 1, TOP, step - 2, LANE,
            LEFT + (lane + 0.5) * step, TOP + 15, lane);
    for (const Unit& unit : units) {
        svg += fmt::format("  <rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>\n",
                           unit.words.size() > 1 ? "crowded"
                           : unit.words.empty()  ? "rest"
                                                 : "box",
                           unit.x, bottom, unit.width, UNIT);
        if (!unit.note.empty())
            svg += fmt::format("  <text class=\"small mid\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", unit.x + unit.width / 2,
                               bottom + 17, unit.note);
        if (!unit.label.empty())
            svg += fmt::format("  <text class=\"small mid\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", unit.x + unit.width / 2,
                               bottom + UNIT + 14, unit.label);
    }
    return svg + fmt::format("  <text class=\"small\" x=\"{}\" y=\"{}\">{}</text>\n</svg>\n", LEFT, bottom + UNIT + 38,
                             escaped(below));
}

std::string verb(const CountedLine& line) {
    return line.is("load") ? "loads from" : line.is("store") ? "stores to" : "updates";
}

}  // namespace

std::string counts_picture(const CountedKernel& kernel, const CountedLine& line) {
    std::array<bool, 32> active{};
    int lanes = 0;
    for (std::size_t lane = 0; lane < 32; ++lane) lanes += active[lane] = line.sample[lane].has_value();
    const long size = std::max<long>(1, long(line.bytes));
    std::vector<Unit> units;
    std::vector<Line> lines;
    std::string about, below;
    const std::string title = fmt::format("{}, line {}: {} {}", kernel.name, line.line, verb(line),
                                          line.array.empty() ? "memory" : line.array);

    if (line.is("shared")) {
        for (int bank = 0; bank < 32; ++bank)
            units.push_back({LEFT + bank * WIDTH / 32 + 1, WIDTH / 32 - 2, {}, std::to_string(bank), ""});
        for (const auto& offset : line.sample)
            for (long word = offset.value_or(0) / 4; offset && word <= (*offset + size - 1) / 4; ++word)
                units[std::size_t(word % 32)].words.insert(word);
        std::size_t most = 0;
        for (Unit& unit : units) {
            most = std::max(most, unit.words.size());
            if (unit.words.size() > 1) unit.note = fmt::format("x{}", unit.words.size());
        }
        for (int lane = 0; lane < 32; ++lane) {
            const auto& offset = line.sample[std::size_t(lane)];
            for (long word = offset.value_or(0) / 4; offset && word <= (*offset + size - 1) / 4; ++word) {
                const Unit& unit = units[std::size_t(word % 32)];
                lines.push_back({lane, unit.x + unit.width / 2, unit.words.size() > 1});
            }
        }
        about = fmt::format("{} lanes ask for {} bytes each; the fullest bank holds {} different {}.", lanes, size,
                            most, most == 1 ? "word" : "words");
        below = "the 32 banks of shared memory; xN: N different words of one bank";
    } else {
        std::map<long, Unit> sectors;
        for (const auto& offset : line.sample)
            if (offset)
                for (long sector = *offset / 32; sector <= (*offset + size - 1) / 32; ++sector) sectors[sector];
        const double step = WIDTH / double(std::max<std::size_t>(4, sectors.size()));
        double x = LEFT;
        const std::size_t every = sectors.size() <= 16 ? 1 : sectors.size() <= 32 ? 4 : 8;
        std::size_t i = 0;
        for (auto& [number, sector] : sectors) {
            sector = {x + 1, step - 2, {number}, i++ % every == 0 ? std::to_string(number * 32) : "", ""};
            x += step;
        }
        for (int lane = 0; lane < 32; ++lane)
            if (const auto& offset = line.sample[std::size_t(lane)]) {
                const Unit& unit = sectors[*offset / 32];
                lines.push_back(
                    {lane, unit.x + unit.width * (double(*offset % 32) + double(std::min<long>(size, 32)) / 2) / 32,
                     false});
            }
        for (const auto& [number, sector] : sectors) units.push_back(sector);
        about = fmt::format("{} lanes ask for {} bytes each, {} in all; the request moves {} sectors, {} bytes.", lanes,
                            size, lanes * size, sectors.size(), sectors.size() * 32);
        below =
            fmt::format("the sectors that it touches, 32 bytes each, by their distance in bytes from the beginning{}",
                        line.array.empty() ? "" : " of " + line.array);
    }
    below += fmt::format("; block {}, warp {}", line.block, line.warp);
    return picture(title, about, active, units, lines, below);
}

}  // namespace day
