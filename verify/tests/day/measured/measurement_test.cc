// Measured lessons from end to end: the command, the record, the tables and the charts. The programs are pretended.
#include "verify/day/measured/measurement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "verify/day/base/process.h"
#include "verify/day/measured/charts.h"
#include "verify/day/measured/performance.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != text.npos; }

// A line of a program's report.
std::string line(int size, double ms, double library_ms, const std::string& verdict = "ok") {
    const double ratio = library_ms / ms;
    return fmt::format(
        "{{\"kind\": \"bench\", \"problem\": \"{}\", \"kernel\": \"doubling\", \"ms\": {}, \"library\": "
        "\"cublasSgemm\", \"settings\": \"13.1, no TF32\", \"library_ms\": {}, \"ratio\": {}, \"low\": {}, \"high\": "
        "{}, \"amount\": {}, "
        "\"unit\": \"flops\", \"other\": {}, \"formula\": \"2 M N K\", \"ceiling\": \"fp32 FMA\", \"ceiling_per_s\": "
        "6e13, \"share\": 0.5, \"verdict\": \"{}\", \"why\": \"\"}}",
        size, ms, library_ms, ratio, 0.99 * ratio, 1.01 * ratio, 2.0 * size * size * size, 12.0 * size * size, verdict);
}

const std::string COPY =
    "{\"kind\": \"bench\", \"problem\": \"big\", \"kernel\": \"copy\", \"ms\": 1, \"library\": \"\", \"library_ms\": "
    "null, "
    "\"ratio\": null, \"amount\": 4e9, \"unit\": \"bytes\", \"other\": 1e9, \"formula\": \"8 N\", \"ceiling\": "
    "\"copy\", "
    "\"ceiling_per_s\": 4.2e12, \"share\": 0.95, \"verdict\": \"ok\", \"why\": \"\"}";

// Day 7 with a Measure section, on a machine with a GPU, and a program that reports `lines`.
struct MeasuredCourse : Scratch {
    explicit MeasuredCourse(const std::vector<std::string>& lines, int exit = 0) : day(lesson()) {
        std::string program = PROGRAM;
        program.replace(program.find("{\"y\", \"sum\"}"), 12, "{\"y\", \"sum\"}, {verify::BENCH}");
        write_file(day.program, program);
        std::string body =
            "[ \"$1 $2\" = '--bench --report' ] || exit 9\necho y passes\necho\necho 'Measured on Test'\n";
        for (const std::string& line : lines) body += "echo '" + line + "' >>\"$3\"\n";
        script(tree.build / "bench" / "day007", body + fmt::format("exit {}", exit));
        write_file(tree.build / "bench" / "day007.d", "day007: " + day.program.string() + "\n");
        pretend("nvidia-smi",
                "case \"$1\" in *clocks*) echo '1980 MHz, 1980 MHz, 3201 MHz, 700.00 W';; "
                "*) echo 'NVIDIA H200, 580.1';; esac");
        set("CUDACXX", script_of("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.88'"));
        day = lesson_of_day(tree, 7);
    }
    std::string script_of(const std::string& name, const std::string& body) {
        pretend(name, body);
        return (root / "bin" / name).string();
    }
    Lesson day;
};

TEST(Bench, WithoutAGpuItSaysWhyAndSkips) {
    MeasuredCourse course({});
    course.pretend("nvidia-smi", "echo 'No devices were found'; exit 6");
    const Said said = say({"bench", "7"});
    EXPECT_EQ(said.code, 77);
    EXPECT_TRUE(has(said.err, "day 7 is not measured")) << said.err;
    EXPECT_TRUE(has(said.err, "times mean nothing"));
    EXPECT_EQ(said.out, "");
}

TEST(Bench, ALessonThatClaimsNoSpeedIsNotMeasured) {
    Scratch scratch;
    scratch.lesson();
    const Said said = say({"bench", "7"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(has(said.err, "day 7 claims nothing about speed")) << said.err;
    EXPECT_TRUE(has(say({"record", "--bench", "7"}).err, "none of these days has a Measure section"));
}

TEST(Bench, TheProgramsExitCodeIsTheCommands) {
    MeasuredCourse course({}, 1);
    write_file(course.tree.build / "bench" / "day007", "#!/bin/sh\necho \"$@\"; exit 1\n");
    const Said said = say({"bench", "7"});
    EXPECT_EQ(said.code, 1);
}

TEST(RecordBench, WritesWhatWasMeasuredAndWhere) {
    MeasuredCourse course({"{\"case\": \"hand\", \"gate\": \"y\", \"verdict\": \"pass\"}", line(1024, 1.0, 0.5), COPY});
    const Said said = say({"record", "--bench", "7"});
    ASSERT_EQ(said.code, 0) << said.err << said.out;
    const fs::path file = measurement_file(course.day, "h200");
    const Measurement read = parse_measurement(read_file(file), "h200-bench.json");
    EXPECT_TRUE(read.checksum_holds);
    EXPECT_EQ(read.text(), read_file(file));
    EXPECT_EQ(read.value("device"), "NVIDIA H200");
    EXPECT_EQ(read.value("clocks"), "SM 1980 MHz of 1980 MHz, memory 3201 MHz, 700.00 W allowed");
    EXPECT_EQ(read.table, "Measured on Test\n");
    ASSERT_EQ(read.rows.size(), 2u);  // the gate's line is none
    EXPECT_EQ(read.rows[0].library_ms, 0.5);
    EXPECT_EQ(read.rows[1].ratio, std::nullopt);
    EXPECT_EQ(read.rows[1].per_s(), 4e12);
}

TEST(RecordBench, WhatIsNoResultIsNotRecorded) {
    MeasuredCourse course({line(1024, 1.0, 0.5, "wide")}, 1);
    const Said said = say({"record", "--bench", "7"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "not recorded: its times are no result")) << said.out;
    EXPECT_FALSE(fs::exists(measurement_file(course.day, "h200")));
}

TEST(Measurement, AnotherNumberIsAnEdit) {
    MeasuredCourse course({line(1024, 1.0, 0.5)});
    ASSERT_EQ(say({"record", "--bench", "7"}).code, 0);
    const fs::path file = measurement_file(course.day, "h200");
    std::string text = read_file(file);
    const std::size_t at = text.find("\"ms\": 1.0");
    ASSERT_NE(at, text.npos) << text;
    write_file(file, text.replace(at, 9, "\"ms\": 0.1"));
    EXPECT_FALSE(parse_measurement(read_file(file), "x").checksum_holds);
    EXPECT_TRUE(measurements_of(course.tree, course.day).empty());
    write_file(course.day.page(), "# Day 7 - Doubling: y is twice x\n<!-- evidence: h200 bench -->\n");
    const Said said = say({"pages", "--check"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(has(said.out, "h200-bench.json was edited by hand")) << said.out;
    EXPECT_TRUE(has(said.out, "scripts/record 7 --device gpu --bench")) << said.out;
}

TEST(Measurement, AFileOfAnotherKindIsOneLine) {
    EXPECT_EQ(failure_of([] { parse_measurement("hello", "a.json"); }),
              "a.json is no measurement: it needs header, rows and table");
    EXPECT_EQ(failure_of([] { parse_measurement("{\"header\": [\"x\"], \"rows\": [], \"table\": []}", "a.json"); }),
              "a.json: `x` in its header is no `key: value`");
    EXPECT_EQ(failure_of([] { read_rows("{}\n7\n"); }), "a line of the report is no JSON object: 7");
}

TEST(Performance, TablesSayWhereOursIsSlower) {
    MeasuredCourse course({line(1024, 1.0, 0.5), line(2048, 1.0, 1.2), COPY});
    ASSERT_EQ(say({"record", "--bench", "7"}).code, 0);
    Contents now(course.tree);
    const std::string table = performance_table(now, course.tree.source / "docs");
    EXPECT_TRUE(has(table, "NVIDIA H200, driver 580.1, CUDA 13.0")) << table;
    EXPECT_TRUE(has(table, "| [7](../lessons/day007-doubling/) | `doubling` | 1024 |")) << table;
    EXPECT_TRUE(has(table, "0.500 (0.495 to 0.505), **slower** |")) << table;
    EXPECT_TRUE(has(table, "1.200 (1.188 to 1.212) |")) << table;
    EXPECT_TRUE(has(table, "| `copy` | big | 4 TB/s | 95.0 % of copy | - | - |")) << table;

    EXPECT_FALSE(has(table, "geometric mean"));  // of two sizes

    const std::string ladder = ladder_table(now, "5-9 2048", course.tree.source / "docs");
    EXPECT_TRUE(has(ladder, "| `doubling` | 17.2 TFLOP/s | 50.0 % of fp32 FMA | 120.0 % |")) << ladder;
    EXPECT_FALSE(has(ladder, "copy"));
    EXPECT_TRUE(has(failure_of([&] { ladder_table(now, "5-9 77", ""); }), "nothing is measured of `5-9 77`"));
    EXPECT_TRUE(has(failure_of([&] { ladder_table(now, "2048", ""); }), "as in `42-50 4096`"));

    // A program that has changed since is told.
    write_file(course.day.program, read_file(course.day.program) + "// more\n");
    Contents later(course.tree);
    EXPECT_TRUE(has(performance_table(later, course.tree.source / "docs"), "[7](../lessons/day007-doubling/) (stale)"));
}

TEST(Performance, ThreeSizesHaveAWorstAndAGeometricMean) {
    MeasuredCourse course({line(1024, 1.0, 0.5), line(2048, 1.0, 1.0), line(4096, 1.0, 4.0), COPY});
    ASSERT_EQ(say({"record", "--bench", "7"}).code, 0);
    Contents now(course.tree);
    const std::string table = performance_table(now, course.tree.source / "docs");
    EXPECT_TRUE(has(table, "| `doubling` | 1024 to 4096 | | | cublasSgemm | worst 0.500, geometric mean 1.260 |\n"))
        << table;
}

TEST(Charts, AreDrawnFromThreeSizesOnAndToldFromOthers) {
    const auto rows = [](int sizes) {
        std::vector<MeasuredRow> rows;
        for (int i = 0; i < sizes; ++i) rows.push_back(read_rows(line(1024 << i, 1.0, 0.5))[0]);
        return rows;
    };
    EXPECT_EQ(sweep_script(rows(2)), "");
    const std::string script = sweep_script(rows(3));
    EXPECT_TRUE(has(script, "$curve0 << END\n1024 2.1475\n2048 17.18\n4096 137.44\nEND\n")) << script;
    EXPECT_TRUE(has(script, "title 'cublasSgemm'")) << script;
    EXPECT_TRUE(has(script, "title 'ceiling: fp32 FMA'")) << script;
    std::vector<MeasuredRow> named = rows(3);
    named[0].problem = "17 x 4";
    EXPECT_EQ(sweep_script(named), "");

    std::vector<MeasuredRow> all = rows(2);
    all.push_back(read_rows(COPY)[0]);
    const std::string roofline = roofline_script("H200", {"a_b", "b", "c"}, all);
    EXPECT_TRUE(has(roofline, "170.67 2.1475 1\n341.33 17.18 2\n0.25 1 3\n")) << roofline;
    EXPECT_TRUE(has(roofline, "bandwidth = 4.2\nfma = 60\n")) << roofline;
    EXPECT_TRUE(has(roofline, "'1  a\\_b'")) << roofline;

    Scratch scratch;
    const fs::path file = scratch.root / "a.svg";
    scratch.pretend("gnuplot", "echo '<?xml?>'; echo '<svg>'; grep -c curve \"$1\"; echo '</svg>'");
    EXPECT_FALSE(is_drawn(file, script));
    draw(file, script);
    EXPECT_TRUE(is_drawn(file, script));
    EXPECT_FALSE(is_drawn(file, roofline));
    EXPECT_TRUE(read_file(file).starts_with("<?xml?>\n<!-- drawn from ")) << read_file(file);
    scratch.pretend("gnuplot", "echo 'no such terminal' >&2; exit 1");
    EXPECT_TRUE(has(failure_of([&] { draw(file, roofline); }), "no such terminal"));
    EXPECT_TRUE(is_drawn(file, script));  // as it was
}

// What gnuplot itself makes of the scripts.
TEST(Charts, GnuplotDrawsThem) {
    if (!which("gnuplot")) GTEST_SKIP() << "gnuplot is not here";
    const fs::path folder = fs::temp_directory_path() / fmt::format("daybreak_charts_{}", getpid());
    make_folder(folder);
    std::vector<MeasuredRow> rows;
    std::vector<std::string> names;
    for (int i = 0; i < 4; ++i) {
        rows.push_back(read_rows(line(1024 << i, 1.0 * (1 << (3 * i)), 0.9 * (1 << (3 * i))))[0]);
        names.push_back(fmt::format("day 44 gemm_tiled, {}", 1024 << i));
    }
    draw(folder / "sweep.svg", sweep_script(rows));
    rows.push_back(read_rows(COPY)[0]);
    names.push_back("day 26 copy");
    draw(folder / "roofline.svg", roofline_script("NVIDIA H200", names, rows));
    for (const char* name : {"sweep.svg", "roofline.svg"}) {
        const std::string drawn = read_file(folder / name);
        EXPECT_TRUE(has(drawn, "</svg>")) << drawn;
        EXPECT_TRUE(has(drawn, "TFLOP/s"));
    }
    fs::remove_all(folder);
}

}  // namespace
}  // namespace day
