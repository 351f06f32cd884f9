#include "verify/day/commands/printed.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "verify/day/base/files.h"

namespace day {
namespace {

// A line as words around numbers: "took 0.12 ms" is "took # ms" and 0.12. Blanks count as one.
struct Line {
    std::string text, words;
    std::vector<std::string> numbers;
    std::size_t nth = 0;  // of the lines with these words
};

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

Line read_line(const std::string& text) {
    Line line{text, {}, {}};
    for (std::size_t at = 0; at < text.size();) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const bool minus = text[at] == '-' && at + 1 < text.size() && is_digit(text[at + 1]);
        if (!is_of_word(before) && before != '.' && (is_digit(text[at]) || minus)) {
            std::size_t end = at + 1;
            while (end < text.size() &&
                   (is_of_word(text[end]) || text[end] == '.' ||
                    ((text[end] == '-' || text[end] == '+') && (text[end - 1] == 'e' || text[end - 1] == 'E'))))
                ++end;
            line.numbers.push_back(text.substr(at, end - at));
            line.words += '#';
            at = end;
        } else {
            const bool blank = std::isspace(static_cast<unsigned char>(text[at]));
            if (!blank || line.words.empty() || line.words.back() != ' ') line.words += blank ? ' ' : text[at];
            ++at;
        }
    }
    return line;
}

std::vector<Line> read_all(const std::string& text) {
    std::vector<Line> lines;
    std::map<std::string, std::size_t> count;
    for (const std::string& line : lines_of(text)) {
        lines.push_back(read_line(line));
        lines.back().nth = count[lines.back().words]++;
    }
    return lines;
}

// Which numbers of which lines are not the order's doing: they differ between a run and another in the same order.
// `other` is the run of another order: a line of the same words may hold a time here and a value there, and the two are
// told apart where each run has as many of them.
class Noise {
 public:
    Noise(const std::vector<Line>& run, const std::vector<Line>& again, const std::vector<Line>& other) {
        const ByWords one = by_words(run), two = by_words(again), three = by_words(other);
        for (const auto& [words, lines] : one) {
            const std::vector<const Line*>& same = of(two, words);
            if (same.size() != lines.size()) whole_.insert(words);
            Columns& noisy = columns_[words];
            noisy.of_each = same.size() == lines.size() && of(three, words).size() == lines.size();
            for (std::size_t i = 0; i < std::min(lines.size(), same.size()); ++i)
                for (std::size_t j = 0; j < lines[i]->numbers.size(); ++j)
                    if (lines[i]->numbers[j] != same[i]->numbers[j]) noisy.at.emplace(noisy.of_each ? i : 0, j);
        }
        for (const auto& [words, lines] : two)
            if (!one.contains(words)) whole_.insert(words);
    }
    Noise() = default;

    bool is_whole(const Line& line) const { return whole_.contains(line.words); }
    // What must be the same in every order.
    std::string rest(const Line& line) const {
        const auto noisy = columns_.find(line.words);
        std::string rest = line.words;
        for (std::size_t j = 0; j < line.numbers.size(); ++j)
            rest += '\n' + (noisy != columns_.end() && noisy->second.contains(line.nth, j) ? "" : line.numbers[j]);
        return rest;
    }

 private:
    // Of the lines of the same words: the first of them, the second, ... or all of them as one.
    struct Columns {
        bool of_each = false;
        std::set<std::pair<std::size_t, std::size_t>> at;
        bool contains(std::size_t nth, std::size_t column) const { return at.contains({of_each ? nth : 0, column}); }
    };
    using ByWords = std::map<std::string, std::vector<const Line*>>;
    static ByWords by_words(const std::vector<Line>& lines) {
        ByWords all;
        for (const Line& line : lines) all[line.words].push_back(&line);
        return all;
    }
    static const std::vector<const Line*>& of(const ByWords& all, const std::string& words) {
        static const std::vector<const Line*> none;
        const auto found = all.find(words);
        return found == all.end() ? none : found->second;
    }

    std::set<std::string> whole_;  // lines of which there is not the same number
    std::map<std::string, Columns> columns_;
};

// Lines of `some` that `others` has not, each as often as it has them more.
std::vector<std::string> only_in(const std::vector<Line>& some, const std::vector<Line>& others, const Noise& noise) {
    std::map<std::string, long> there;
    for (const Line& line : others)
        if (!noise.is_whole(line)) ++there[noise.rest(line)];
    std::vector<std::string> only;
    for (const Line& line : some)
        if (!noise.is_whole(line) && --there[noise.rest(line)] < 0) only.push_back(line.text);
    return only;
}

}  // namespace

Difference compare_printed(const std::string& first, const std::string& second,
                           const std::function<std::string()>& first_again) {
    Difference difference;
    if (first == second) return difference;
    const std::vector<Line> one = read_all(first), other = read_all(second);
    Noise noise;
    difference.by_clock = only_in(one, other, noise);
    if (!difference.by_clock.empty() || !only_in(other, one, noise).empty()) {
        noise = Noise(one, read_all(first_again()), other);
        difference.first_only = only_in(one, other, noise);
        difference.second_only = only_in(other, one, noise);
        for (const std::string& value : difference.first_only)
            if (const auto at = std::find(difference.by_clock.begin(), difference.by_clock.end(), value);
                at != difference.by_clock.end())
                difference.by_clock.erase(at);
    }
    // In the same order where nothing is a clock's?
    std::vector<std::string> here, there;
    for (const Line& line : one)
        if (!noise.is_whole(line)) here.push_back(noise.rest(line));
    for (const Line& line : other)
        if (!noise.is_whole(line)) there.push_back(noise.rest(line));
    difference.moved = !difference.changes_values() && here != there;
    return difference;
}

}  // namespace day
