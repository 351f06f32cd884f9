// The Markdown of the pages: marks, fences, pictures, and how text is put into a table.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace day {

// `<!-- excerpt: a.cu#b -->` is {"excerpt", "a.cu#b"}; `<!-- breaks -->` is {"breaks", ""}.
struct Mark {
    std::string kind, value;
};
std::optional<Mark> mark_of(std::string_view line);

// The run of three or more ` or ~ that opens a fence, or "".
std::string fence_of(std::string_view line);

// The index of the line that closes the fence which opens at index `open`; lines.size() if none does.
std::size_t fence_end(const std::vector<std::string>& lines, std::size_t open);

// `text`, which is whole lines, in a fence that it cannot close.
std::string fenced(const std::string& language, const std::string& text);

// Does this opening of a fence say that C++ or CUDA follows?
bool is_cpp(std::string_view opening);

// Of every `![alt](path "title")` in a line, the path.
std::vector<std::string> pictures_of(std::string_view line);

// Of every `[text](target "title")` in a line that is no picture, the target.
std::vector<std::string> links_of(std::string_view line);

// The lines with what is code in them taken out: fences and indented code are empty lines, `code` is blanks.
std::vector<std::string> prose_of(std::vector<std::string> lines);

// Text for a cell of a table.
std::string cell(std::string text);

// A comment as a page's text: what Markdown would take for emphasis or a tag, outside `code`, is escaped.
std::string plain(std::string_view comment);

}  // namespace day
