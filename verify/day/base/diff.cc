#include "verify/day/base/diff.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/screen.h"

namespace day {

std::vector<Change> changes_of(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    // What both begin and end with is no part of the search, which takes the product of the lengths.
    const int old_size = int(before.size()), new_size = int(after.size());
    int first = 0, last = 0;
    while (first < std::min(old_size, new_size) && before[first] == after[first]) ++first;
    while (last < std::min(old_size, new_size) - first && before[old_size - 1 - last] == after[new_size - 1 - last])
        ++last;
    const int rows = old_size - first - last, columns = new_size - first - last;

    // common[i][j]: the longest common sequence of what follows old line i and new line j
    std::vector<std::vector<int>> common(rows + 1, std::vector<int>(columns + 1));
    for (int i = rows - 1; i >= 0; --i)
        for (int j = columns - 1; j >= 0; --j)
            common[i][j] = before[first + i] == after[first + j] ? common[i + 1][j + 1] + 1
                                                                 : std::max(common[i + 1][j], common[i][j + 1]);
    std::vector<Change> changes;
    for (int i = 0, j = 0; i < rows || j < columns;) {
        if (i < rows && j < columns && before[first + i] == after[first + j]) {
            ++i, ++j;
            continue;
        }
        Change change{first + i, first + i, first + j, first + j};
        while ((i < rows || j < columns) && !(i < rows && j < columns && before[first + i] == after[first + j])) {
            if (j == columns || (i < rows && common[i + 1][j] >= common[i][j + 1]))
                ++i;
            else
                ++j;
        }
        change.old_end = first + i, change.new_end = first + j;
        changes.push_back(change);
    }
    return changes;
}

std::string unified(const std::vector<std::string>& before, const std::vector<std::string>& after,
                    const std::string& place, const std::function<std::string(int)>& region) {
    constexpr int CONTEXT = 3;
    const std::vector<Change> changes = changes_of(before, after);
    std::string text;
    for (std::size_t i = 0; i < changes.size();) {
        std::size_t end = i + 1;  // changes [i, end) share a piece
        while (end < changes.size() && changes[end].old_begin - changes[end - 1].old_end <= 2 * CONTEXT) ++end;
        const Change &first = changes[i], &last = changes[end - 1];
        const int begin = std::max(0, first.old_begin - CONTEXT);
        const int stop = std::min(int(before.size()), last.old_end + CONTEXT);
        const int new_begin = first.new_begin - (first.old_begin - begin),
                  new_stop = last.new_end + stop - last.old_end;
        const std::string where = region(first.old_begin + 1);
        text += flow(fmt::format("{}:{}:{}", place, first.old_begin + 1, where.empty() ? "" : " in " + where));
        text += fmt::format("@@ -{},{} +{},{} @@\n", begin + 1, stop - begin, new_begin + 1, new_stop - new_begin);
        int line = begin;
        for (; i < end; ++i) {
            for (; line < changes[i].old_begin; ++line) text += " " + before[line] + "\n";
            for (; line < changes[i].old_end; ++line) text += red("-" + before[line]) + "\n";
            for (int k = changes[i].new_begin; k < changes[i].new_end; ++k) text += green("+" + after[k]) + "\n";
        }
        for (; line < stop; ++line) text += " " + before[line] + "\n";
    }
    return text;
}

}  // namespace day
