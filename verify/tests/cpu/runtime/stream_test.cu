// Streams run late: work is done when the host waits for it, and not before. So a program that lacks a wait shows it,
// in at least one order of the streams, and the same program with its wait is right in all.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "verify/tests/cpu/runtime/child.h"

namespace {

using testing::ExitedWithCode;

__global__ void put(int* x, int value) { *x = value; }
__global__ void add(int* x, int value) { *x += value; }
__global__ void copy(int* to, const int* from) { *to = *from; }
__global__ void fail() { __trap(); }

// Two streams that wait for nobody, and a few integers that host and device share.
class Streams : public testing::Test {
 protected:
    void SetUp() override {
        ASSERT_EQ(cudaStreamCreateWithFlags(&first_, cudaStreamNonBlocking), cudaSuccess);
        ASSERT_EQ(cudaStreamCreateWithFlags(&second_, cudaStreamNonBlocking), cudaSuccess);
        ASSERT_EQ(cudaEventCreate(&event_), cudaSuccess);
        ASSERT_EQ(cudaMallocManaged(&x_, N * sizeof(int)), cudaSuccess);
        for (int i = 0; i < N; ++i) x_[i] = 0;
    }
    void TearDown() override {
        EXPECT_EQ(cudaFree(x_), cudaSuccess);
        EXPECT_EQ(cudaEventDestroy(event_), cudaSuccess);
        EXPECT_EQ(cudaStreamDestroy(first_), cudaSuccess);
        EXPECT_EQ(cudaStreamDestroy(second_), cudaSuccess);
        cudaGetLastError();
    }

    static constexpr int N = 8;
    cudaStream_t first_ = nullptr, second_ = nullptr;
    cudaEvent_t event_ = nullptr;
    int* x_ = nullptr;
};

// ---- When work runs ---------------------------------------------------------------------------

#ifdef DAYBREAK_CPU  // a GPU may be early, and mostly is

TEST_F(Streams, RunWhenTheHostWaits) {
    put<<<1, 1, 0, first_>>>(x_, 1);
    EXPECT_EQ(x_[0], 0);
    put<<<1, 1, 0, second_>>>(x_ + 1, 2);
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(x_[0], 1);
    EXPECT_EQ(x_[1], 0);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x_[1], 2);
}

TEST_F(Streams, RunUpToTheEventThatIsWaitedFor) {
    put<<<1, 1, 0, first_>>>(x_, 1);
    EXPECT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
    put<<<1, 1, 0, first_>>>(x_, 2);
    EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess);
    EXPECT_EQ(x_[0], 1);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x_[0], 2);
}

TEST_F(Streams, DoOnePieceOfWorkForEachQuery) {
    add<<<1, 1, 0, first_>>>(x_, 1);
    add<<<1, 1, 0, first_>>>(x_, 1);
    EXPECT_EQ(cudaStreamQuery(first_), cudaErrorNotReady);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);  // an answer, and no error
    EXPECT_EQ(x_[0], 1);
    EXPECT_EQ(cudaStreamQuery(first_), cudaErrorNotReady);
    EXPECT_EQ(x_[0], 2);
    EXPECT_EQ(cudaStreamQuery(first_), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(event_), cudaErrorNotReady);
    EXPECT_EQ(cudaEventQuery(event_), cudaSuccess);
}

TEST_F(Streams, HoldNoMoreThanAQueueDoes) {
    for (int i = 0; i < 5000; ++i) add<<<1, 1, 0, i % 2 ? first_ : second_>>>(x_ + i % 2, 1);
    EXPECT_GT(x_[0] + x_[1], 3000);
    EXPECT_LT(x_[0] + x_[1], 5000);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x_[0] + x_[1], 5000);
}

TEST_F(Streams, AreWaitedForByFreeing) {
    int* d = nullptr;
    ASSERT_EQ(cudaMalloc(&d, 4), cudaSuccess);
    put<<<1, 1, 0, first_>>>(x_, 1);
    EXPECT_EQ(x_[0], 0);
    EXPECT_EQ(cudaFree(d), cudaSuccess);
    EXPECT_EQ(x_[0], 1);
}

TEST_F(Streams, TakeArgumentsAtTheLaunch) {
    struct Pair {
        int value;
        operator int() const { return value; }
    };
    int value = 5;
    Pair pair{6};
    void (*kernel)(int*, int) = put;
    kernel<<<1, 1, 0, first_>>>(x_, value);
    kernel<<<1, 1, 0, first_>>>(x_ + 1, pair);
    int* where = x_ + 2;
    void* arguments[] = {&where, &value};
    EXPECT_EQ(cudaLaunchKernel(kernel, 1, 1, arguments, 0, first_), cudaSuccess);
    kernel = add;
    value = pair.value = 9;
    where = x_;
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(x_[0], 5);
    EXPECT_EQ(x_[1], 6);
    EXPECT_EQ(x_[2], 5);
}

TEST_F(Streams, CountTimeWhereItPasses) {
    cudaEvent_t end;
    float ms = -1;
    ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(end, first_), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&ms, event_, end), cudaErrorNotReady);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&ms, event_, end), cudaSuccess);
    EXPECT_LT(ms, 20.0f);
    EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
}

// ---- Copies -----------------------------------------------------------------------------------

TEST_F(Streams, ReadPinnedMemoryLateAndPageableMemoryAtOnce) {
    int *pinned = nullptr, pageable = 1, *d = nullptr, got[2] = {};
    ASSERT_EQ(cudaMallocHost(&pinned, sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&d, 2 * sizeof(int)), cudaSuccess);
    *pinned = 1;
    EXPECT_EQ(cudaMemcpyAsync(d, pinned, sizeof(int), cudaMemcpyHostToDevice, first_), cudaSuccess);
    EXPECT_EQ(cudaMemcpyAsync(d + 1, &pageable, sizeof(int), cudaMemcpyHostToDevice, first_), cudaSuccess);
    EXPECT_EQ(cudaMemcpyAsync(x_, &pageable, sizeof(int), cudaMemcpyDefault, first_), cudaSuccess);
    *pinned = pageable = 2;
    EXPECT_EQ(cudaMemcpyAsync(got, d, sizeof got, cudaMemcpyDeviceToHost, first_), cudaSuccess);  // waits: pageable
    EXPECT_EQ(got[0], 2);
    EXPECT_EQ(got[1], 1);
    EXPECT_EQ(x_[0], 1);
    *pinned = 7;
    EXPECT_EQ(cudaMemcpyAsync(pinned, d + 1, sizeof(int), cudaMemcpyDeviceToHost, first_), cudaSuccess);
    EXPECT_EQ(*pinned, 7);
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(*pinned, 1);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
    EXPECT_EQ(cudaFree(d), cudaSuccess);
}

// A copy without a stream waits for the blocking streams and not for the others.
TEST_F(Streams, ThatAreNonBlockingAreNotWaitedForByACopy) {
    cudaStream_t blocking;
    int *d = nullptr, got = -1;
    ASSERT_EQ(cudaStreamCreate(&blocking), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&d, sizeof(int)), cudaSuccess);
    EXPECT_EQ(cudaMemset(d, 0, sizeof(int)), cudaSuccess);
    put<<<1, 1, 0, blocking>>>(d, 3);
    EXPECT_EQ(cudaMemcpy(&got, d, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(got, 3);
    put<<<1, 1, 0, first_>>>(d, 4);
    EXPECT_EQ(cudaMemcpy(&got, d, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(got, 3);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&got, d, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(got, 4);
    EXPECT_EQ(cudaFree(d), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(blocking), cudaSuccess);
}

// cudaMemset does not wait, and a kernel on a stream that does not either may see what was there before.
TEST_F(Streams, MayOvertakeAMemset) {
    int *d = nullptr, got = -1;
    ASSERT_EQ(cudaMalloc(&d, sizeof(int)), cudaSuccess);
    EXPECT_EQ(cudaMemset(d, 0, sizeof(int)), cudaSuccess);
    add<<<1, 1, 0, first_>>>(d, 1);
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&got, d, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(got, 0);  // -1 + 1, then set to 0
    EXPECT_EQ(cudaFree(d), cudaSuccess);
}

// ---- Errors -----------------------------------------------------------------------------------

using Late = Child;

[[noreturn]] void see_fault_late() {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fail<<<1, 1, 0, stream>>>();
    int* d = nullptr;
    if (cudaGetLastError() != cudaSuccess || cudaMalloc(&d, 4) != cudaSuccess) std::exit(1);
    if (cudaMemset(d, 0, 4) != cudaSuccess || cudaStreamSynchronize(nullptr) != cudaSuccess) std::exit(2);
    if (cudaStreamSynchronize(stream) != cudaErrorLaunchFailure) std::exit(3);
    if (cudaFree(d) != cudaErrorLaunchFailure) std::exit(4);
    std::exit(0);
}
TEST_F(Late, IsTheErrorOfAKernel) { EXPECT_EXIT(see_fault_late(), ExitedWithCode(0), "^[^\n]*__trap[^\n]*\n$"); }

[[noreturn]] void callback_after_fault() {
    fail<<<1, 1>>>();
    cudaLaunchHostFunc(
        nullptr, [](void*) { std::fputs("host function\n", stderr); }, nullptr);
    const auto callback = [](cudaStream_t, cudaError_t status, void*) {
        std::fprintf(stderr, "callback %s\n", cudaGetErrorName(status));
    };
    cudaStreamAddCallback(nullptr, callback, nullptr, 0);
    cudaDeviceSynchronize();
    std::exit(0);
}
TEST_F(Late, IsWhatACallbackLearnsAndAHostFunctionIsNotCalled) {
    EXPECT_EXIT(callback_after_fault(), ExitedWithCode(0), "^[^\n]*__trap[^\n]*\ncallback cudaErrorLaunchFailure\n$");
}

[[noreturn]] void end_without_waiting(int exit_code) {
    int* d = nullptr;
    cudaMalloc(&d, sizeof(int));
    put<<<1, 1>>>(d, 1);
    std::exit(exit_code);
}
TEST_F(Late, IsToEndWithoutWaiting) {
    EXPECT_EXIT(end_without_waiting(0), ExitedWithCode(0),
                "^CPU device: the kernel put \\([^ ]*stream_test.cu:[0-9]+\\) never ran: the program ended and had not "
                "waited for it\n$");
    EXPECT_EXIT(end_without_waiting(3), ExitedWithCode(3), "^$");
}

__global__ void call_the_host() { cudaDeviceSynchronize(); }
[[noreturn]] void call_from_kernel() {
    call_the_host<<<1, 1>>>();
    std::fprintf(stderr, "%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    std::exit(0);
}
TEST_F(Late, IsNoReasonForAKernelToWait) {
    EXPECT_EXIT(call_from_kernel(), ExitedWithCode(0),
                "^CPU device: a call of the host's API from inside a kernel: kernel call_the_host, [^\n]*\n"
                "cudaErrorNotSupported\n$");
}

// ---- A wait that is missing -------------------------------------------------------------------

// Programs that end with 1 where they are right. The wait that matters is there if `waits`.
using Program = int (*)(bool waits, cudaStream_t first, cudaStream_t second, cudaEvent_t event, int* x);

// One stream makes what the other uses.
int use_before_it_is_made(bool waits, cudaStream_t first, cudaStream_t second, cudaEvent_t event, int* x) {
    put<<<1, 1, 0, first>>>(x, 1);
    cudaEventRecord(event, first);
    if (waits) cudaStreamWaitEvent(second, event);
    copy<<<1, 1, 0, second>>>(x + 1, x);
    cudaDeviceSynchronize();
    return x[1];
}

// One stream overwrites what the other still reads.
int overwrite_before_it_is_read(bool waits, cudaStream_t first, cudaStream_t second, cudaEvent_t event, int* x) {
    x[0] = 1;
    copy<<<1, 1, 0, first>>>(x + 1, x);
    cudaEventRecord(event, first);
    if (waits) cudaStreamWaitEvent(second, event);
    put<<<1, 1, 0, second>>>(x, 5);
    cudaDeviceSynchronize();
    return x[1];
}

// The host waits for one stream and reads what the other wrote.
int wait_for_the_wrong_stream(bool waits, cudaStream_t first, cudaStream_t second, cudaEvent_t event, int* x) {
    put<<<1, 1, 0, first>>>(x, 1);
    cudaEventRecord(event, first);
    if (waits) cudaStreamWaitEvent(second, event);
    cudaStreamSynchronize(second);
    return x[0];
}

// The host reads what it did not wait for.
int read_without_waiting(bool waits, cudaStream_t first, cudaStream_t, cudaEvent_t, int* x) {
    int *pinned = nullptr, *d = nullptr;
    cudaMallocHost(&pinned, sizeof(int));
    cudaMalloc(&d, sizeof(int));
    *pinned = 0;
    put<<<1, 1, 0, first>>>(d, 1);
    cudaMemcpyAsync(pinned, d, sizeof(int), cudaMemcpyDeviceToHost, first);
    if (waits) cudaStreamSynchronize(first);
    x[0] = *pinned;
    cudaDeviceSynchronize();
    return x[0];
}

// The host changes the source of a copy that may not have been made.
int change_before_it_is_copied(bool waits, cudaStream_t first, cudaStream_t, cudaEvent_t event, int* x) {
    int* pinned = nullptr;
    cudaMallocHost(&pinned, sizeof(int));
    *pinned = 1;
    cudaMemcpyAsync(x, pinned, sizeof(int), cudaMemcpyHostToDevice, first);
    cudaEventRecord(event, first);
    if (waits) cudaEventSynchronize(event);
    *pinned = 2;
    cudaDeviceSynchronize();
    return x[0];
}

[[noreturn]] void end_with(Program program, bool waits, const char* order) {
    steer("DAYBREAK_ORDER", order);
    cudaStream_t first, second;
    cudaEvent_t event;
    int* x = nullptr;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMallocManaged(&x, 2 * sizeof(int));
    x[0] = x[1] = 0;
    const int result = program(waits, first, second, event, x);
    if (cudaDeviceSynchronize() != cudaSuccess) std::_Exit(9);
    std::_Exit(result);
}

class MissingWait : public Child {
 protected:
    // What the program ends with where the wait is missing, in the orders forward and reverse.
    void show(Program program, int forward, int reverse) {
        EXPECT_EXIT(end_with(program, false, "forward"), ExitedWithCode(forward), "");
        EXPECT_EXIT(end_with(program, false, "reverse"), ExitedWithCode(reverse), "");
        for (const char* order : {"forward", "reverse", "random:1", "random:2"})
            EXPECT_EXIT(end_with(program, true, order), ExitedWithCode(1), "");
    }
};

TEST_F(MissingWait, BetweenStreamsShowsInOneOrder) {
    show(use_before_it_is_made, 1, 0);
    show(overwrite_before_it_is_read, 1, 5);
}
TEST_F(MissingWait, OfTheHostShowsInAll) {
    show(wait_for_the_wrong_stream, 0, 0);
    show(read_without_waiting, 0, 0);
    show(change_before_it_is_copied, 2, 2);
}

#endif

// ---- The legacy default stream ------------------------------------------------------------------

TEST_F(Streams, ThatAreBlockingTakeTurnsWithTheDefaultStream) {
    cudaStream_t one, two;
    ASSERT_EQ(cudaStreamCreate(&one), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&two), cudaSuccess);
    put<<<1, 1, 0, one>>>(x_, 1);
    copy<<<1, 1>>>(x_ + 1, x_);
    copy<<<1, 1, 0, two>>>(x_ + 2, x_ + 1);
    EXPECT_EQ(cudaStreamSynchronize(two), cudaSuccess);
    EXPECT_EQ(x_[2], 1);
    put<<<1, 1, 0, one>>>(x_, 2);
    EXPECT_EQ(cudaStreamDestroy(one), cudaSuccess);  // its work goes on
    copy<<<1, 1, 0, cudaStreamLegacy>>>(x_ + 1, x_);
    copy<<<1, 1, 0, cudaStreamPerThread>>>(x_ + 2, x_ + 1);
    EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
    EXPECT_EQ(x_[2], 2);
    EXPECT_EQ(cudaStreamDestroy(two), cudaSuccess);
}

// ---- Events -----------------------------------------------------------------------------------

TEST_F(Streams, WaitForTheRecordThatWasLastWhenTheyWereTold) {
    EXPECT_EQ(cudaStreamWaitEvent(second_, event_), cudaSuccess);  // never recorded: no wait
    put<<<1, 1, 0, first_>>>(x_, 1);
    EXPECT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(second_, event_), cudaSuccess);
    copy<<<1, 1, 0, second_>>>(x_ + 1, x_);
    EXPECT_EQ(cudaEventRecordWithFlags(event_, second_, cudaEventRecordDefault), cudaSuccess);
    EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess);
    EXPECT_EQ(x_[1], 1);
    EXPECT_EQ(cudaEventRecordWithFlags(event_, first_, 7), cudaErrorInvalidValue);
}

// ---- Functions of the host ----------------------------------------------------------------------

struct Notes {
    std::vector<int> seen;
    const int* x;
    cudaError_t errors[4];
};

TEST_F(Streams, CallFunctionsOfTheHostInTurn) {
    Notes notes{{}, x_, {}};
    const auto note = [](void* argument) {
        Notes& mine = *static_cast<Notes*>(argument);
        mine.seen.push_back(*mine.x);
    };
    const auto note_status = [](cudaStream_t, cudaError_t status, void* argument) {
        static_cast<Notes*>(argument)->seen.push_back(static_cast<int>(status));
    };
    put<<<1, 1, 0, first_>>>(x_, 3);
    EXPECT_EQ(cudaLaunchHostFunc(first_, note, &notes), cudaSuccess);
    put<<<1, 1, 0, first_>>>(x_, 4);
    EXPECT_EQ(cudaStreamAddCallback(first_, note_status, &notes, 0), cudaSuccess);
    EXPECT_EQ(cudaLaunchHostFunc(first_, note, &notes), cudaSuccess);
    EXPECT_EQ(cudaStreamAddCallback(first_, note_status, &notes, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(notes.seen, (std::vector<int>{3, 0, 4}));
}

TEST_F(Streams, PermitNoCallsInThem) {
    Notes notes{};
    const auto call = [](void* argument) {
        Notes& mine = *static_cast<Notes*>(argument);
        void* d;
        cudaEvent_t event;
        mine.errors[0] = cudaMalloc(&d, 4);
        mine.errors[1] = cudaStreamQuery(nullptr);
        mine.errors[2] = cudaEventCreate(&event);
        cudaGetLastError();
        put<<<1, 1>>>(nullptr, 1);
        mine.errors[3] = cudaGetLastError();
    };
    EXPECT_EQ(cudaLaunchHostFunc(first_, call, &notes), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (const cudaError_t error : notes.errors) EXPECT_EQ(error, cudaErrorNotPermitted);
}

TEST_F(Streams, ServeSeveralHostThreads) {
    const auto work = [](cudaStream_t stream, int* x) {
        for (int i = 0; i < 2000; ++i) {
            add<<<1, 1, 0, stream>>>(x, 1);
            if (i % 10 == 0)
                cudaLaunchHostFunc(
                    stream, [](void*) { std::this_thread::yield(); }, nullptr);
            const bool waits = i % 7 == 0;
            EXPECT_EQ(waits ? cudaStreamSynchronize(stream) : cudaSuccess, cudaSuccess);
            EXPECT_EQ(i % 100 == 0 ? cudaDeviceSynchronize() : cudaSuccess, cudaSuccess);
        }
    };
    std::thread other(work, second_, x_ + 1);
    work(first_, x_);
    other.join();
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x_[0], 2000);
    EXPECT_EQ(x_[1], 2000);
}

// ---- Memory of a stream -------------------------------------------------------------------------

TEST_F(Streams, TakeAndGiveMemoryInTurn) {
    int *d = nullptr, *again = nullptr;
    EXPECT_EQ(cudaMallocAsync(&d, sizeof(int), first_), cudaSuccess);
    put<<<1, 1, 0, first_>>>(d, 8);
    copy<<<1, 1, 0, first_>>>(x_, d);
    EXPECT_EQ(cudaFreeAsync(d, first_), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(d, first_), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(d), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMalloc(&again, sizeof(int)), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(again, first_), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(&d, first_), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(x_[0], 8);
}

TEST_F(Streams, TakeMemoryFromPools) {
    cudaMemPool_t standard, mine, current;
    unsigned long long bytes = 1;
    int* d = nullptr;
    ASSERT_EQ(cudaDeviceGetDefaultMemPool(&standard, 0), cudaSuccess);
    EXPECT_EQ(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &bytes), cudaSuccess);
    EXPECT_EQ(bytes, 0u);
    bytes = 1 << 20;
    EXPECT_EQ(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &bytes), cudaSuccess);
    cudaMemPoolProps properties{};
    EXPECT_EQ(cudaMemPoolCreate(&mine, &properties), cudaErrorInvalidValue);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    ASSERT_EQ(cudaMemPoolCreate(&mine, &properties), cudaSuccess);
    EXPECT_EQ(cudaMallocFromPoolAsync(&d, 1 << 20, mine, first_), cudaSuccess);
    put<<<1, 1, 0, first_>>>(d, 1);
    EXPECT_EQ(cudaFreeAsync(d, first_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
    EXPECT_EQ(cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &bytes), cudaSuccess);
    EXPECT_EQ(bytes, 0u);
    EXPECT_EQ(cudaDeviceSetMemPool(0, mine), cudaSuccess);
    EXPECT_EQ(cudaDeviceGetMemPool(&current, 0), cudaSuccess);
    EXPECT_EQ(current, mine);
    EXPECT_EQ(cudaMemPoolTrimTo(mine, 0), cudaSuccess);
    EXPECT_EQ(cudaMemPoolDestroy(mine), cudaSuccess);
}

}  // namespace
