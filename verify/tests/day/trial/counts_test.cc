// The arithmetic of the counts, and what `day` makes of a file of them.
#include <gtest/gtest.h>

#include "verify/cpu/checker/requests.h"
#include "verify/day/course/evidence.h"
#include "verify/day/pages/counts_picture.h"
#include "verify/day/pages/counts_table.h"
#include "verify/day/trial/counted.h"
#include "verify/tests/day/scratch.h"

namespace {

using cpu_device::checker::counts::addresses_of;
using cpu_device::checker::counts::lanes_on_one_address;
using cpu_device::checker::counts::Request;
using cpu_device::checker::counts::sectors_of;
using cpu_device::checker::counts::wavefronts_of;

constexpr std::uintptr_t BASE = 0x7000'0000;

// All lanes, each at BASE + its own offset.
template <class Offset>
Request request(Offset offset, unsigned lanes = 32) {
    Request all;
    for (unsigned lane = 0; lane < lanes; ++lane) all.add(lane, BASE + static_cast<std::uintptr_t>(offset(lane)));
    return all;
}

TEST(Sectors, AreCountedOnce) {
    EXPECT_EQ(sectors_of(request([](unsigned n) { return 4 * n; }), 4), 4u);
    EXPECT_EQ(sectors_of(request([](unsigned n) { return 4 * (31 - n); }), 4), 4u);  // in any order
    EXPECT_EQ(sectors_of(request([](unsigned n) { return 4 * n + 4; }), 4), 5u);
    EXPECT_EQ(sectors_of(request([](unsigned n) { return 8 * n; }), 8), 8u);
    EXPECT_EQ(sectors_of(request([](unsigned n) { return 16 * n; }), 16), 16u);
    EXPECT_EQ(sectors_of(request([](unsigned n) { return 1024 * n; }), 4), 32u);
    EXPECT_EQ(sectors_of(request([](unsigned) { return 12; }), 4), 1u);
    EXPECT_EQ(sectors_of(request([](unsigned n) { return n; }), 1), 1u);
    EXPECT_EQ(sectors_of(request([](unsigned) { return 30; }), 4), 2u);  // x86 allows what a GPU does not
    EXPECT_EQ(sectors_of(Request{}, 4), 0u);
}

TEST(Banks, OnePassAWordOfTheFullestBank) {
    const auto passes = [](auto offset, unsigned bytes) { return wavefronts_of(request(offset), bytes).needed; };
    EXPECT_EQ(passes([](unsigned n) { return 4 * n; }, 4), 1u);
    EXPECT_EQ(passes([](unsigned n) { return 4 * (n ^ 13); }, 4), 1u);
    EXPECT_EQ(passes([](unsigned) { return 8; }, 4), 1u);                // one word, told to all
    EXPECT_EQ(passes([](unsigned n) { return n; }, 1), 1u);              // four lanes a word
    EXPECT_EQ(passes([](unsigned n) { return 8 * n; }, 4), 2u);          // every second bank twice
    EXPECT_EQ(passes([](unsigned n) { return 128 * n; }, 4), 32u);       // a column of 32 floats
    EXPECT_EQ(passes([](unsigned n) { return 132 * n; }, 4), 1u);        // with one unused
    EXPECT_EQ(passes([](unsigned n) { return 128 * (n % 3); }, 4), 3u);  // three words, each wanted often
}

TEST(Banks, WideAccessesGoInParts) {
    const auto eight = wavefronts_of(request([](unsigned n) { return 8 * n; }), 8);
    EXPECT_EQ(eight.needed, 2u);
    EXPECT_EQ(eight.least, 2u);
    const auto sixteen = wavefronts_of(request([](unsigned n) { return 16 * n; }), 16);
    EXPECT_EQ(sixteen.needed, 4u);
    EXPECT_EQ(sixteen.least, 4u);
    const auto strided = wavefronts_of(request([](unsigned n) { return 16 * n; }), 8);
    EXPECT_EQ(strided.needed, 4u);
    EXPECT_EQ(strided.least, 2u);
    const auto few = wavefronts_of(request([](unsigned n) { return 16 * n; }, 5), 16);  // one quarter and a lane
    EXPECT_EQ(few.needed, 1u);
    EXPECT_EQ(few.least, 1u);
}

TEST(Atomics, TheMostWantedAddress) {
    EXPECT_EQ(lanes_on_one_address(request([](unsigned) { return 0; })), 32u);
    EXPECT_EQ(lanes_on_one_address(request([](unsigned n) { return 4 * n; })), 1u);
    EXPECT_EQ(lanes_on_one_address(request([](unsigned n) { return 4 * (n % 5); })), 7u);
    EXPECT_EQ(addresses_of(request([](unsigned n) { return 4 * (n % 5); })), 5u);
}

}  // namespace

namespace day {
namespace {

const std::string COUNTS =
    "{\"kernel\": \"k\", \"launches\": 2, \"grid\": [2, 1, 1], \"block\": [32, 1, 1], \"blocks\": 4, \"bytes_read\": "
    "1000, \"bytes_written\": 24, \"bytes_moved\": 2048}\n"
    "{\"kernel\": \"k\", \"file\": \"/x/k.cu\", \"line\": 7, \"function\": \"k()\", \"access\": \"global_load\", "
    "\"array\": \"a\", \"bytes\": 4, \"requests\": 4, \"lanes\": 128, \"partial\": 0, \"bytes_asked\": 512, "
    "\"sectors\": 64, \"bytes_moved\": 2048, \"sample\": {\"block\": 0, \"warp\": 0, \"offsets\": [0, 64, null]}}\n"
    "{\"kernel\": \"k\", \"file\": \"/x/k.cu\", \"line\": 9, \"function\": \"k()\", \"access\": \"shared_load\", "
    "\"array\": \"s\", \"bytes\": 4, \"requests\": 4, \"lanes\": 128, \"partial\": 1, \"bytes_asked\": 512, "
    "\"wavefronts\": 128, \"conflicts\": 124, \"sample\": {\"block\": 0, \"warp\": 0, \"offsets\": [0, 128, 256]}}\n"
    "cut off";

TEST(Counted, IsReadAndAddedUp) {
    Scratch scratch;
    write_file(scratch.root / "c.jsonl", COUNTS);
    const std::vector<CountedKernel> kernels = read_counts(scratch.root / "c.jsonl");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_EQ(kernels[0].lines.size(), 2u);
    EXPECT_EQ(kernels[0].lines[0].sample[1], 64);
    EXPECT_FALSE(kernels[0].lines[0].sample[2]);
    EXPECT_EQ(counted(kernels, {"k", "global_load", "sectors"}), 64u);
    EXPECT_EQ(counted(kernels, {"k", "bytes", "read"}), 1000u);
    EXPECT_EQ(counted(kernels, {"k", "global_store", "sectors"}), 0u);
    EXPECT_FALSE(counted(kernels, {"none", "global_load", "sectors"}));
    EXPECT_FALSE(counted(kernels, {"k", "global_load", "pears"}));
    EXPECT_TRUE(read_counts(scratch.root / "none").empty());
}

TEST(Counted, IsDrawn) {
    Scratch scratch;
    write_file(scratch.root / "c.jsonl", COUNTS);
    const std::vector<CountedKernel> kernels = read_counts(scratch.root / "c.jsonl");
    const std::string sectors = counts_picture(kernels[0], kernels[0].lines[0]);
    EXPECT_NE(sectors.find("k, line 7: loads from a"), sectors.npos);
    EXPECT_NE(sectors.find("the request moves 2 sectors, 64 bytes"), sectors.npos);
    EXPECT_TRUE(sectors.ends_with("</svg>\n"));
    const std::string banks = counts_picture(kernels[0], kernels[0].lines[1]);
    EXPECT_NE(banks.find("the fullest bank holds 3 different words"), banks.npos);
    EXPECT_NE(banks.find(">x3<"), banks.npos);
}

TEST(Expected, AreReadFromComments) {
    const auto all = expected_counts("// Words.\n// expect: k global_load requests=4 sectors=64\nint x;\n");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[1].kernel + all[1].access + all[1].quantity, "kglobal_loadsectors");
    EXPECT_EQ(all[1].value, 64u);
    EXPECT_EQ(failure_of([] { expected_counts("// expect: k global_load four\n"); }),
              "`four` must be quantity=value: // expect: k global_load four");
}

class Table : public testing::Test {
 protected:
    Table() {
        write_file(program, "// expect: k global_load requests=4 sectors=64 lanes=9\n");
        hash = sha256_of({program})[0];
    }
    std::string table() { return counts_table({program}, scratch.root / "docs"); }
    void record(const std::string& sectors) {
        write_file(expected / "h200.csv",
                   "# device: NVIDIA H200\nprogram,kernel,access,quantity,value\nk,,source,sha256," + hash +
                       "\nk,k,global_load,requests,4\nk,k,global_load,sectors," + sectors + "\n");
    }

    Scratch scratch;
    const fs::path program = scratch.root / "counts" / "k.cu";
    const fs::path expected = scratch.root / "counts" / "expected";
    std::string hash;
};

TEST_F(Table, SaysThatNothingIsRecorded) {
    EXPECT_TRUE(table().starts_with("3 quantities; none is recorded on a GPU yet.\n"));
    EXPECT_NE(table().find("| [k](../counts/k.cu) | global_load | sectors | 64 | - |  |\n"), std::string::npos);
}

TEST_F(Table, ADifferenceNeedsAReason) {
    record("64");
    EXPECT_TRUE(
        table().starts_with("3 quantities, of which 2 have a counter on the NVIDIA H200: 2 agree, 0 do not.\n"));
    record("80");
    EXPECT_EQ(failure_of([&] { table(); }),
              "the counts of k global_load sectors (64 here, 80 there) differ from the recording, and "
              "expected/reasons.txt does not say why");
    write_file(expected / "reasons.txt", "# why\nk global_load sectors: it is wide\n");
    EXPECT_NE(table().find("| 64 | 80 | it is wide |\n"), std::string::npos);
    record("64");
    EXPECT_EQ(failure_of([&] { table(); }),
              "expected/reasons.txt explains k global_load sectors, which does not differ");
}

TEST_F(Table, AnOldRecordingIsNotShown) {
    hash = "another";
    record("64");
    EXPECT_EQ(failure_of([&] { table(); }), "expected/h200.csv was recorded from another k: record it again");
}

}  // namespace
}  // namespace day
