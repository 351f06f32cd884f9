#include "verify/day/commands/ncu.h"

#include <gtest/gtest.h>

#include "verify/tests/day/scratch.h"

namespace day {
namespace {

// As ncu 2025.3 writes it with --csv --page raw, with fewer columns.
const std::string TABLE =
    R"csv(==PROF== Connected to process 7
"ID","Kernel Name","Block Size","Grid Size","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","l1tex__t_requests_pipe_lsu_mem_global_op_red.sum","l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum","smsp__inst_executed_op_shared_ld.sum","l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
"","","","","request","sector","request","request","inst",""
"0","k","(16, 16, 1)","(4, 4, 1)","512","2,048","0","0","4096","0"
"1","k","(16, 16, 1)","(4, 4, 1)","512","2048","0","0","4096","0"
"2","a ""b"", c","(32, 1, 1)","(1, 1, 1)","0","0","3","4","0","0"
"3","none","(32, 1, 1)","(1, 1, 1)","0","0","0","0","0","0"
"4","k","(16, 16, 1)","(4, 4, 1)","512","2048","0","0","4096","7"
)csv";
const std::string LAUNCHES =
    "k grid (4, 4, 1) block (16, 16, 1): global_load 512 requests, 2048 sectors; shared_load 4096 requests (2 "
    "launches)\n"
    "a \"b\", c grid (1, 1, 1) block (32, 1, 1): global_atomic 7 requests\n"
    "none grid (1, 1, 1) block (32, 1, 1): nothing\n"
    "k grid (4, 4, 1) block (16, 16, 1): global_load 512 requests, 2048 sectors; shared_load 4096 requests, 7 "
    "conflicts\n";

TEST(Ncu, ATableIsALineALaunch) {
    EXPECT_EQ(counted_launches(TABLE), LAUNCHES);
    EXPECT_EQ(counted_launches(TABLE.substr(0, TABLE.find("\"0\",\"k\""))), "no kernel was launched\n");
    EXPECT_EQ(failure_of([] { counted_launches("==ERROR== no\n"); }), "it wrote no table");
}

// The counters are those that the tests of counting compare the CPU device with.
TEST(Ncu, TheCountersAreThoseOfTheCountingTests) {
    const std::string script = read_file("verify/tests/counts/ncu.sh");
    for (const Counter& counter : COUNTERS)
        EXPECT_NE(
            script.find(std::string("\n") + counter.access + " " + counter.quantity + " " + counter.metric + "\n"),
            script.npos)
            << counter.metric;
}

// A lesson that gates on counts, recorded on a pretended GPU with an `ncu` of this body.
class RecordWithNcu : public testing::Test {
 protected:
    RecordWithNcu() {
        fs::remove(lesson.breaks());
        scratch.pretend("nvidia-smi", "echo 'NVIDIA H200, 580.1'");
        scratch.pretend("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.88'");
        scratch.pretend("compute-sanitizer", "exit 0");
        scratch.set("CUDACXX", (scratch.root / "bin" / "nvcc").string());
        scratch.set("PATH", (scratch.root / "bin").string() + ":/usr/bin:/bin");  // no ncu of this machine
        write_file(scratch.tree.source / "verify" / "counts.h", "counts");
        reads("verify/counts.h");
        write_file(scratch.root / "table", TABLE);
    }

    void reads(const std::string& name) {
        write_file(scratch.tree.build / "gpu" / "day007.d",
                   "day007: " + lesson.program.string() + " " + (scratch.tree.source / name).string() + "\n");
    }

    // Records it; it passes whatever ncu does.
    std::optional<Section> recorded_section() {
        const Said said = say({"record", "7", "--no-build"});
        EXPECT_EQ(said.code, 0) << said.err;
        out = said.out;
        const Evidence evidence = parse_evidence(read_file(lesson.evidence("h200")), "h200.txt");
        EXPECT_EQ(evidence.value("verdict"), "pass");
        const Section* section = evidence.section("ncu");
        return section ? std::optional(*section) : std::nullopt;
    }

    Scratch scratch;
    const Lesson lesson = scratch.lesson();
    std::string out;
};

TEST_F(RecordWithNcu, ItsNumbersAreWrittenDown) {
    scratch.pretend("ncu",
                    "if [ \"$1\" = --query-metrics ]; then\n"
                    "  echo 'smsp__inst_executed_op_shared_ld  # of them'\n"
                    "  echo 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld  # of them'; exit\n"
                    "fi\n"
                    "echo \"$*\" >" +
                        (scratch.root / "asked").string() + "\nwhile [ \"$1\" != --log-file ]; do shift; done\ncat " +
                        (scratch.root / "table").string() + " >$2\nshift 2; exec \"$@\"");
    const auto section = recorded_section();
    ASSERT_TRUE(section);
    EXPECT_EQ(section->output, LAUNCHES);
    EXPECT_EQ(section->ending, "exit 0");
    EXPECT_EQ(section->command,  // only the counters that this ncu knows
              "ncu --csv --page raw --clock-control none --print-units base --print-kernel-base function --metrics "
              "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,smsp__inst_executed_op_shared_ld.sum "
              "build/day/gpu/day007");
    const std::string asked = read_file(scratch.root / "asked");
    EXPECT_NE(asked.find((scratch.tree.build / "gpu" / "day007").string() + "\n"), asked.npos) << asked;

    reads("verify/gate.h");  // no gate that counts
    write_file(scratch.tree.source / "verify" / "gate.h", "gate");
    EXPECT_FALSE(recorded_section());
}

TEST_F(RecordWithNcu, WithoutItTheSectionSaysSo) {
    auto section = recorded_section();
    ASSERT_TRUE(section);
    EXPECT_EQ(section->output, "ncu: not found; nothing was counted\n");
    EXPECT_EQ(section->ending, "exit 127");

    scratch.pretend("ncu", "echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission'; exit 1");
    section = recorded_section();
    ASSERT_TRUE(section);
    EXPECT_EQ(section->output,
              "ncu: this machine does not permit reading the GPU's counters (ERR_NVGPUCTRPERM); nothing was counted\n"
              "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n");
    EXPECT_EQ(section->ending, "exit 1");
    EXPECT_NE(out.find("ncu: this machine does not permit"), out.npos) << out;

    scratch.pretend("ncu", "exit 3");
    section = recorded_section();
    ASSERT_TRUE(section);
    EXPECT_EQ(section->output, "ncu: it wrote no table; nothing was counted\n");
    EXPECT_EQ(section->ending, "exit 3");
}

}  // namespace
}  // namespace day
