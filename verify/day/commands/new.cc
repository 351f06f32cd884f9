#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"

namespace day {
namespace {

// {0}: the day, {1}: its title, {2}: the program's path, {3}: day045. It builds, and fails until it checks a gate.
constexpr const char* PROGRAM = R"(// Day {0} - {1}
//
// Needs:  nothing
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . {2} -o {3}

#include <cuda_runtime.h>

#include "verify/gate.h"

// ---- Reference --------------------------------------------------------------------------------

// ---- Kernels ----------------------------------------------------------------------------------

// ---- Check ------------------------------------------------------------------------------------

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {{
    verify::Gates gates(argc, argv, {{"y"}});
    return gates.finish();
}}
)";

constexpr const char* PAGE = R"(# Day {0} - {1}

## Question

## Idea

## Code

## Run
<!-- evidence: cpu run -->

## Break it
<!-- breaks -->
<!-- /breaks -->

## Pitfalls

## Go deeper

## Next
)";

// "gemm-tiled" -> "Gemm tiled"
std::string title_of(std::string slug) {
    std::replace(slug.begin(), slug.end(), '-', ' ');
    slug[0] = char(std::toupper(static_cast<unsigned char>(slug[0])));
    return slug;
}

void expect_slug(const std::string& slug) {
    const auto good = [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '-'; };
    if (slug.empty() || !std::all_of(slug.begin(), slug.end(), good) || slug.front() == '-' || slug.back() == '-' ||
        slug.find("--") != slug.npos)
        throw Failure(
            fmt::format("{} is no slug: small letters and digits, single hyphens between them, like gemm-tiled",
                        quoted(slug)),
            2);
}

}  // namespace

int new_day(const Tree& tree, const std::string& day, const std::string& slug) {
    const int number = day_number(day).value_or(0);
    if (number < 1 || number > 999) throw Failure(fmt::format("{} is no day: a number from 1 to 999", quoted(day)), 2);
    expect_slug(slug);
    for (const Lesson& lesson : lessons_of(tree))
        if (lesson.number == number)
            throw Failure(fmt::format("day {} is there already: {}", number, tree.shown(lesson.folder)));

    Lesson lesson;
    lesson.number = number;
    lesson.folder = tree.source / "lessons" / fmt::format("{}-{}", lesson.id(), slug);
    std::string stem = slug;
    std::replace(stem.begin(), stem.end(), '-', '_');
    lesson.program = lesson.folder / (stem + ".cu");
    const std::string title = title_of(slug);

    // All of it or nothing.
    const fs::path unfinished = tree.source / "lessons" / fmt::format(".new-{}", getpid());
    try {
        write_file(unfinished / lesson.program.filename(),
                   fmt::format(PROGRAM, number, title, tree.shown(lesson.program), lesson.id()));
        write_file(unfinished / "README.md", fmt::format(PAGE, number, title));
        write_file(unfinished / "breaks.toml", "format = 1\n");
        fs::rename(unfinished, lesson.folder);
    } catch (...) {
        std::error_code none;
        fs::remove_all(unfinished, none);
        throw;
    }

    const std::string program = tree.shown(lesson.program);
    fmt::print("Made {}: a program that fails until it checks a gate, a page and breaks.toml.\nStill to be written:\n",
               tree.shown(lesson.folder));
    int step = 0;
    for (const std::string& what :
         {fmt::format("{}: the title, the days under Needs, the picture, reference, kernels, check", program),
          fmt::format("breaks.toml: five breaks or more (scripts/day try {} --save NAME), each gate failed by one; "
                      "a [[kernel]] for each kernel",
                      number),
          fmt::format("evidence/: scripts/record {}, here and on a GPU", number),
          std::string("picture.svg, and README.md; scripts/pages fills in its excerpts, its runs and its breaks")})
        fmt::print("{}", prose(what, 5, fmt::format("  {}. ", ++step)));
    print_next(fmt::format("run {}", number));
    return 0;
}

}  // namespace day
