// How a run is steered from outside: the variables are gone before the program's own code, copies to the host arrive
// scrambled where that is asked for, and the first error is written down.
#include "verify/cpu/runtime/ground/environment.h"

#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

using testing::ExitedWithCode;

// What the program's own code finds in the environment, and it could not look earlier.
const std::string found_before_main = [] {
    std::string found;
    for (const char* name :
         {"DAYBREAK_CHECK", "DAYBREAK_CORES", "DAYBREAK_COUNTS", "DAYBREAK_EXACT", "DAYBREAK_FINDINGS",
          "DAYBREAK_LEAKS", "DAYBREAK_ORDER", "DAYBREAK_SCRAMBLE", "DAYBREAK_STATUS", "DAYBREAK_SYNC", "AFTER_ALL"})
        if (std::getenv(name) != nullptr) found += std::string(" ") + name;
    return found;
}();

// ---- The variables ----------------------------------------------------------------------------

using Environment = Child;

[[noreturn]] void look_around() {
    std::fprintf(stderr, "found:%s; order: %s; cores: %s", found_before_main.c_str(),
                 cpu_device::asked("DAYBREAK_ORDER"), cpu_device::asked("DAYBREAK_CORES"));
    std::_Exit(0);
}

TEST_F(Environment, IsReadAndTakenAwayBeforeMain) {
    for (const char* name : {"DAYBREAK_CHECK", "DAYBREAK_CORES", "DAYBREAK_COUNTS", "DAYBREAK_EXACT",
                             "DAYBREAK_FINDINGS", "DAYBREAK_LEAKS", "DAYBREAK_SCRAMBLE", "AFTER_ALL"})
        setenv(name, "2", 1);
    setenv("DAYBREAK_ORDER", "reverse", 1);
    // common/ reads this one, and is no part of the device.
    EXPECT_EXIT(look_around(), ExitedWithCode(0), "^found: DAYBREAK_EXACT AFTER_ALL; order: reverse; cores: 2$");
    for (const char* name : {"DAYBREAK_CHECK", "DAYBREAK_COUNTS", "DAYBREAK_EXACT", "DAYBREAK_FINDINGS",
                             "DAYBREAK_LEAKS", "DAYBREAK_SCRAMBLE", "AFTER_ALL"})
        unsetenv(name);
}

// ---- Scrambled copies -------------------------------------------------------------------------

using Scramble = Child;

__device__ unsigned symbol[2] = {5, 6};

__global__ void add_one(unsigned* x) { x[threadIdx.x] += 1; }

// Ends the process: 0 if every way to the host inverts every bit, else the number of the first that does not.
[[noreturn]] void copy_in_all_ways() {
    steer("DAYBREAK_SCRAMBLE", "1");
    const std::vector<unsigned> plain = {1, 2, 3, 4};
    std::vector<unsigned> got(4);
    unsigned *d = nullptr, *e = nullptr, *pinned = nullptr;
    cudaMalloc(&d, 16);
    cudaMalloc(&e, 16);
    cudaMallocHost(&pinned, 16);
    int way = 0;
    const auto expect = [&](const unsigned* values, unsigned first, int count) {
        ++way;
        for (int i = 0; i < count; ++i)
            if (values[i] != ~(first + i)) std::_Exit(way);
    };
    cudaMemcpy(d, plain.data(), 16, cudaMemcpyHostToDevice);  // not this way
    cudaMemcpy(e, d, 16, cudaMemcpyDeviceToDevice);           // nor this
    add_one<<<1, 4>>>(e);                                     // and a kernel sees what is there
    cudaMemcpy(got.data(), e, 16, cudaMemcpyDeviceToHost);
    expect(got.data(), 2, 4);
    cudaMemcpy(got.data(), d, 16, cudaMemcpyDefault);
    expect(got.data(), 1, 4);
    cudaMemcpyAsync(pinned, d, 16, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    expect(pinned, 1, 4);
    cudaMemcpyAsync(got.data(), e, 16, cudaMemcpyDeviceToHost);
    expect(got.data(), 2, 4);
    cudaMemcpyFromSymbol(got.data(), symbol, 8);
    expect(got.data(), 5, 2);
    cudaMemcpy2D(got.data(), 8, d, 8, 8, 2, cudaMemcpyDeviceToHost);
    expect(got.data(), 1, 4);

    got = {9, 9, 9, 9};  // rows of 4 bytes: what lies between them is left alone
    cudaMemcpy2D(got.data(), 8, d, 8, 4, 2, cudaMemcpyDeviceToHost);
    if (got != std::vector<unsigned>{~1u, 9, ~3u, 9}) std::_Exit(50);

    cudaMemcpy3DParms box{};
    box.srcPtr = make_cudaPitchedPtr(d, 8, 2, 2);
    box.dstPtr = make_cudaPitchedPtr(got.data(), 8, 2, 2);
    box.extent = make_cudaExtent(8, 2, 1);
    box.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&box);
    expect(got.data(), 1, 4);

    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
    cudaMallocArray(&array, &format, 4);
    cudaMemcpy2DToArray(array, 0, 0, plain.data(), 16, 16, 1, cudaMemcpyHostToDevice);
    cudaMemcpy2DFromArray(got.data(), 16, array, 0, 0, 16, 1, cudaMemcpyDeviceToHost);
    expect(got.data(), 1, 4);
    cudaMemcpy(got.data(), plain.data(), 16, cudaMemcpyHostToHost);
    if (got != plain) std::_Exit(51);
    std::_Exit(cudaGetLastError() == cudaSuccess ? 0 : 52);
}

TEST_F(Scramble, InvertsEveryCopyToTheHost) { EXPECT_EXIT(copy_in_all_ways(), ExitedWithCode(0), ""); }

// An input that no kernel changed is no damage, and one that a kernel changed is.
[[noreturn]] void use_input(bool change) {
    steer("DAYBREAK_SCRAMBLE", "1");
    setenv("DAYBREAK_EXACT", "1", 1);  // canaries come back scrambled
    {
        const common::DeviceArray<unsigned> input(std::vector<unsigned>{1, 2, 3, 4});
        if (change) add_one<<<1, 4>>>(const_cast<unsigned*>(input.data()));
        if (input.to_host()[0] == 1) std::_Exit(9);
    }
    std::exit(0);
}

TEST_F(Scramble, LeavesTheCheckOfInputsAsItIs) {
    EXPECT_EXIT(use_input(false), ExitedWithCode(0), "^$");
    EXPECT_EXIT(use_input(true), ExitedWithCode(1), "this input was changed, first at element \\[0\\]");
}

// ---- The status -------------------------------------------------------------------------------

class Status : public Child {
 protected:
    Status() {
        char pattern[] = "/tmp/status_test.XXXXXX";
        folder = mkdtemp(pattern);
        setenv("DAYBREAK_STATUS", file().c_str(), 1);  // for the child; in this process it was read long ago
    }
    ~Status() override {
        unsetenv("DAYBREAK_STATUS");
        unlink(file().c_str());
        rmdir(folder.c_str());
    }
    std::string file() const { return folder + "/status"; }
    std::string written() const {
        std::ifstream in(file());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::string folder;
};

__global__ void trap() { __trap(); }
__global__ void nothing() {}

[[noreturn]] void end_well() {
    nothing<<<1, 1>>>();
    std::exit(cudaDeviceSynchronize() == cudaSuccess ? 3 : 4);
}
[[noreturn]] void meet_two_errors() {
    nothing<<<1, 2000>>>();
    cudaGetLastError();
    trap<<<1, 1>>>();
    std::_Exit(cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 3 : 4);
}
[[noreturn]] void crash_unseen() {
    trap<<<1, 1>>>();
    std::exit(3);  // nobody waited: no call reported anything
}

TEST_F(Status, IsSuccessWhateverTheProgramReturns) {
    EXPECT_EXIT(end_well(), ExitedWithCode(3), "");
    EXPECT_EQ(written(), "cudaSuccess\n");
    EXPECT_EXIT(crash_unseen(), ExitedWithCode(3), "");
    EXPECT_EQ(written(), "cudaSuccess\n");
}

TEST_F(Status, IsTheFirstErrorThatWasReported) {
    EXPECT_EXIT(meet_two_errors(), ExitedWithCode(3), "");
    EXPECT_EQ(written(), "cudaErrorInvalidValue\n");
}

[[noreturn]] void ask_too_early() {
    cudaEvent_t event;
    cudaEventCreate(&event);
    nothing<<<1, 1>>>();
    cudaEventRecord(event);
    std::exit(cudaEventQuery(event) == cudaErrorNotReady ? 3 : 4);
}

// What a query answers while there is work left does not become the last error, and is told all the same.
TEST_F(Status, IsAlsoTheAnswerOfAQuery) {
    EXPECT_EXIT(ask_too_early(), ExitedWithCode(3), "");
    EXPECT_EQ(written(), "cudaErrorNotReady\n");
}

TEST_F(Status, ThatCannotBeWrittenEndsTheProgram) {
    setenv("DAYBREAK_STATUS", "/nowhere/status", 1);
    EXPECT_EXIT(end_well(), ExitedWithCode(2),
                "^CPU device: cannot write the status to /nowhere/status: No such file or directory: name another file "
                "in DAYBREAK_STATUS\n$");
}

}  // namespace
