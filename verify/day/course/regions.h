// Named pieces of source text: a whole function by its name, or what stands between `// ANCHOR: name` and
// `// ANCHOR_END: name`. Pages quote them, breaks edit inside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace day {

struct Region {
    std::size_t begin = 0;  // byte offset of its first line, the comment lines directly above a function included
    std::size_t code = 0;   // byte offset where the function itself starts; of an ANCHOR region, begin
    std::size_t end = 0;    // byte offset past its last line's text, without the line end
    int line = 0;           // line of begin, counted from 1
};

// The region of that name; an ANCHOR goes before a function. A function is found at namespace or class scope, as
// `name` or `Class::name`, and reaches from `template`, the comment lines directly above it included, to its last
// brace. Failure when there is none, when several functions share the name (it says on which lines), or when an ANCHOR
// has no end. The message does not name the file: the caller knows it.
Region find_region(std::string_view source, std::string_view name);

// Every function of the file, in order, as find_region names it.
struct NamedRegion {
    std::string name;
    Region region;
    std::size_t body = 0;      // byte offset of the { of its body
    std::size_t body_end = 0;  // past the } of it
    bool on_device = false;    // __global__ or __device__
    bool is_global = false;    // a kernel
};
std::vector<NamedRegion> functions_of(std::string_view source);

// The line of a region's end.
int last_line(std::string_view source, const Region& region);

// The function that holds the line, counted from 1, with the comment above it; "" where there is none.
std::string function_at(std::string_view source, int line);

// The text of a region as a page shows it: without the indentation that all its lines share and without ANCHOR
// lines.
std::string region_text(std::string_view source, const Region& region);

}  // namespace day
