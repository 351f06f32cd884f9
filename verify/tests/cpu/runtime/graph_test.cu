// Graphs: captured from streams or put together by hand, launched often. A dependency that is missing shows itself in
// one order or another; a pointer that was captured stays as it was.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "verify/tests/cpu/runtime/child.h"

namespace {

using testing::ExitedWithCode;

__global__ void put(int* x, int value) { *x = value; }
__global__ void add(int* x, int value) { *x += value; }
__global__ void copy(int* to, const int* from) { *to = *from; }

class Graphs : public testing::Test {
 protected:
    void SetUp() override {
        ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
        ASSERT_EQ(cudaStreamCreate(&other_), cudaSuccess);
        ASSERT_EQ(cudaEventCreate(&fork_), cudaSuccess);
        ASSERT_EQ(cudaEventCreate(&join_), cudaSuccess);
        ASSERT_EQ(cudaMallocManaged(&x_, N * sizeof(int)), cudaSuccess);
        for (int i = 0; i < N; ++i) x_[i] = 0;
    }
    void TearDown() override {
        EXPECT_EQ(cudaFree(x_), cudaSuccess);
        for (const cudaEvent_t event : {fork_, join_}) EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
        for (const cudaStream_t stream : {stream_, other_}) EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
        cudaGetLastError();
    }

    void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
        EXPECT_EQ(cudaStreamBeginCapture(stream_, mode), cudaSuccess);
    }
    cudaGraph_t end() {
        cudaGraph_t graph = nullptr;
        EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
        return graph;
    }
    void expect_spoilt(cudaError_t error, cudaError_t got, cudaError_t at_end = cudaErrorStreamCaptureInvalidated) {
        EXPECT_EQ(got, error);
        cudaGraph_t graph = nullptr;
        EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), at_end);
        EXPECT_EQ(graph, nullptr);
        EXPECT_EQ(status(stream_), cudaStreamCaptureStatusNone);
    }
    static cudaStreamCaptureStatus status(cudaStream_t stream) {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusInvalidated;
        EXPECT_EQ(cudaStreamIsCapturing(stream, &status), cudaSuccess);
        return status;
    }
    void launch(cudaGraph_t graph, int times = 1) {
        cudaGraphExec_t exec = nullptr;
        EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
        for (int i = 0; i < times; ++i) EXPECT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
        EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
        EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
        EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    }
    static std::size_t nodes(cudaGraph_t graph) {
        std::size_t count = 0;
        EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
        return count;
    }
    static std::size_t edges(cudaGraph_t graph) {
        std::size_t count = 0;
        EXPECT_EQ(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count), cudaSuccess);
        return count;
    }

    static constexpr int N = 8;
    cudaStream_t stream_ = nullptr, other_ = nullptr;
    cudaEvent_t fork_ = nullptr, join_ = nullptr;
    int* x_ = nullptr;
};

// ---- Capture ----------------------------------------------------------------------------------

TEST_F(Graphs, HoldWhatAStreamWasToldAndRunItWhenLaunched) {
    begin();
    EXPECT_EQ(status(stream_), cudaStreamCaptureStatusActive);
    add<<<1, 1, 0, stream_>>>(x_, 2);
    EXPECT_EQ(cudaMemcpyAsync(x_ + 1, x_, sizeof(int), cudaMemcpyDefault, stream_), cudaSuccess);
    EXPECT_EQ(cudaMemsetAsync(x_ + 2, 1, sizeof(int), stream_), cudaSuccess);
    EXPECT_EQ(cudaLaunchHostFunc(
                  stream_, [](void* x) { static_cast<int*>(x)[3] += 5; }, x_),
              cudaSuccess);
    const cudaGraph_t graph = end();
    EXPECT_EQ(status(stream_), cudaStreamCaptureStatusNone);
    EXPECT_EQ(nodes(graph), 4u);
    EXPECT_EQ(edges(graph), 3u);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x_[0], 0);
    launch(graph, 3);
    EXPECT_EQ(std::vector<int>(x_, x_ + 4), (std::vector<int>{6, 6, 0x01010101, 15}));
}

TEST_F(Graphs, ForkAndJoinThroughEvents) {
    begin();
    put<<<1, 1, 0, stream_>>>(x_, 1);
    EXPECT_EQ(cudaEventRecord(fork_, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(other_, fork_), cudaSuccess);
    EXPECT_EQ(status(other_), cudaStreamCaptureStatusActive);
    copy<<<1, 1, 0, other_>>>(x_ + 1, x_);
    copy<<<1, 1, 0, stream_>>>(x_ + 2, x_);
    EXPECT_EQ(cudaEventRecord(join_, other_), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(stream_, join_), cudaSuccess);
    add<<<1, 1, 0, stream_>>>(x_ + 1, 1);
    const cudaGraph_t graph = end();
    EXPECT_EQ(status(other_), cudaStreamCaptureStatusNone);
    EXPECT_EQ(nodes(graph), 4u);
    EXPECT_EQ(edges(graph), 4u);
    launch(graph);
    EXPECT_EQ(std::vector<int>(x_, x_ + 3), (std::vector<int>{1, 2, 1}));
}

TEST_F(Graphs, KeepThePointersAndValuesThatWereCaptured) {
    int *pinned = nullptr, value = 4;
    ASSERT_EQ(cudaMallocHost(&pinned, sizeof(int)), cudaSuccess);
    int* target = x_;
    begin();
    put<<<1, 1, 0, stream_>>>(target, value);
    EXPECT_EQ(cudaMemcpyAsync(x_ + 2, pinned, sizeof(int), cudaMemcpyHostToDevice, stream_), cudaSuccess);
    const cudaGraph_t graph = end();
    target = x_ + 1;
    value = 5;
    *pinned = 6;  // what a copy reads is read when it runs
    launch(graph);
    EXPECT_EQ(std::vector<int>(x_, x_ + 3), (std::vector<int>{4, 0, 6}));
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(Graphs, TellAboutTheCapture) {
    cudaStreamCaptureStatus status;
    cudaGraph_t graph = nullptr;
    const cudaGraphNode_t* dependencies = nullptr;
    unsigned long long id = 0;
    std::size_t count = 9;
    begin(cudaStreamCaptureModeRelaxed);
    put<<<1, 1, 0, stream_>>>(x_, 1);
    EXPECT_EQ(cudaStreamGetCaptureInfo(stream_, &status, &id, &graph, &dependencies, nullptr, &count), cudaSuccess);
    EXPECT_EQ(status, cudaStreamCaptureStatusActive);
    EXPECT_EQ(count, 1u);
    cudaGraphNodeType type;
    EXPECT_EQ(cudaGraphNodeGetType(dependencies[0], &type), cudaSuccess);
    EXPECT_EQ(type, cudaGraphNodeTypeKernel);
    int* d = nullptr;
    EXPECT_EQ(cudaMalloc(&d, 4), cudaSuccess);  // relaxed: what cannot be captured is allowed
    EXPECT_EQ(end(), graph);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(cudaFree(d), cudaSuccess);
}

// ---- What spoils a capture: as an H200 has it ---------------------------------------------------

TEST_F(Graphs, AreNotMadeOfTheDefaultStreamNorTwiceAtOnce) {
    EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
    begin();
    EXPECT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    cudaGraph_t graph = end();
    EXPECT_EQ(nodes(graph), 0u);
    launch(graph);
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorIllegalState);
}

TEST_F(Graphs, AreSpoiltByCallsThatCannotBeCaptured) {
    int* d = nullptr;
    begin();
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(status(stream_), cudaStreamCaptureStatusInvalidated);
    put<<<1, 1, 0, stream_>>>(x_, 1);
    expect_spoilt(cudaErrorStreamCaptureInvalidated, cudaGetLastError());
    begin();
    expect_spoilt(cudaErrorStreamCaptureUnsupported, cudaDeviceSynchronize());
    begin();
    expect_spoilt(cudaErrorStreamCaptureUnsupported, cudaMalloc(&d, 4));
    begin();
    expect_spoilt(cudaErrorStreamCaptureUnsupported, cudaStreamQuery(stream_));
    begin();
    expect_spoilt(cudaErrorStreamCaptureUnsupported, cudaStreamQuery(other_));
}

TEST_F(Graphs, AreSpoiltByTheDefaultStream) {
    cudaStreamCaptureStatus status;
    begin();
    put<<<1, 1>>>(x_, 1);
    EXPECT_EQ(cudaStreamIsCapturing(nullptr, &status), cudaErrorStreamCaptureImplicit);
    cudaGetLastError();
    expect_spoilt(cudaErrorStreamCaptureImplicit, cudaErrorStreamCaptureImplicit);
    begin();
    expect_spoilt(cudaErrorStreamCaptureImplicit, cudaMemcpy(x_, x_ + 1, 4, cudaMemcpyDefault));
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x_[0], 0);
}

TEST_F(Graphs, AreSpoiltByEventsThatDoNotBelong) {
    begin();
    EXPECT_EQ(cudaStreamWaitEvent(stream_, fork_), cudaSuccess);  // never recorded
    cudaGraph_t graph = end();
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(fork_, other_), cudaSuccess);
    begin();
    expect_spoilt(cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(stream_, fork_));
    begin();
    EXPECT_EQ(cudaEventRecord(join_, stream_), cudaSuccess);
    expect_spoilt(cudaErrorCapturedEvent, cudaEventQuery(join_));
    begin();
    EXPECT_EQ(cudaStreamBeginCapture(other_, cudaStreamCaptureModeGlobal), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(fork_, stream_), cudaSuccess);
    expect_spoilt(cudaErrorStreamCaptureMerge, cudaStreamWaitEvent(other_, fork_));
    EXPECT_EQ(cudaStreamEndCapture(other_, &graph), cudaErrorStreamCaptureInvalidated);
}

TEST_F(Graphs, AreSpoiltByAForkThatDoesNotEnd) {
    cudaGraph_t graph = nullptr;
    begin();
    EXPECT_EQ(cudaEventRecord(fork_, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(other_, fork_), cudaSuccess);
    put<<<1, 1, 0, other_>>>(x_, 1);
    expect_spoilt(cudaSuccess, cudaGetLastError(), cudaErrorStreamCaptureUnjoined);
    EXPECT_EQ(status(other_), cudaStreamCaptureStatusNone);
    begin();
    EXPECT_EQ(cudaEventRecord(fork_, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(other_, fork_), cudaSuccess);
    expect_spoilt(cudaErrorStreamCaptureUnmatched, cudaStreamEndCapture(other_, &graph));
}

// ---- Graphs put together by hand ------------------------------------------------------------------

TEST_F(Graphs, ArePutTogetherFromNodes) {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t first, second, third, fourth, last;
    int value = 3, source = 7;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    void* arguments[] = {&x_, &value};
    cudaKernelNodeParams kernel{};
    kernel.func = (void*)add;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    EXPECT_EQ(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel), cudaSuccess);
    value = 100;  // was copied
    EXPECT_EQ(cudaGraphAddMemcpyNode1D(&second, graph, &first, 1, x_ + 1, x_, sizeof(int), cudaMemcpyDefault),
              cudaSuccess);
    EXPECT_EQ(cudaGraphAddMemcpyNode1D(&third, graph, nullptr, 0, x_ + 2, &source, sizeof source, cudaMemcpyDefault),
              cudaSuccess);
    const cudaMemsetParams set{x_ + 3, 0, 0x1234, 2, 2, 1};
    EXPECT_EQ(cudaGraphAddMemsetNode(&fourth, graph, nullptr, 0, &set), cudaSuccess);
    const cudaHostNodeParams host{[](void* x) { static_cast<int*>(x)[4] = static_cast<int*>(x)[1]; }, x_};
    EXPECT_EQ(cudaGraphAddHostNode(&last, graph, &second, 1, &host), cudaSuccess);
    const cudaGraphNode_t from[] = {third, fourth}, to[] = {last, last};
    EXPECT_EQ(cudaGraphAddDependencies(graph, from, to, nullptr, 2), cudaSuccess);
    EXPECT_EQ(cudaGraphAddDependencies(graph, from, to, nullptr, 1), cudaErrorInvalidValue);  // there already
    EXPECT_EQ(nodes(graph), 5u);
    EXPECT_EQ(edges(graph), 4u);
    cudaGraphNode_t roots[5] = {};
    std::size_t count = 5;
    EXPECT_EQ(cudaGraphGetRootNodes(graph, roots, &count), cudaSuccess);
    EXPECT_EQ(count, 3u);
    EXPECT_EQ(roots[0], first);
    EXPECT_EQ(roots[3], nullptr);
    launch(graph, 2);
    EXPECT_EQ(std::vector<int>(x_, x_ + 5), (std::vector<int>{6, 6, 7, 0x12341234, 6}));
}

TEST_F(Graphs, RefuseCirclesAndWrongNodes) {
    cudaGraph_t graph = nullptr, clone = nullptr;
    cudaGraphExec_t exec = nullptr;
    cudaGraphNode_t a, b;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphAddEmptyNode(&a, graph, nullptr, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphAddEmptyNode(&b, graph, &a, 1), cudaSuccess);
    EXPECT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
    EXPECT_EQ(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0), cudaErrorInvalidValue);
    EXPECT_EQ(edges(clone), 1u);
    EXPECT_EQ(cudaGraphAddEmptyNode(&a, clone, &b, 1), cudaErrorInvalidValue);  // another graph's
    cudaKernelNodeParams kernel{};
    EXPECT_EQ(cudaGraphAddKernelNode(&a, clone, nullptr, 0, &kernel), cudaErrorInvalidDeviceFunction);
    kernel.func = (void*)put;
    kernel.blockDim = dim3(2000);
    EXPECT_EQ(cudaGraphAddKernelNode(&a, clone, nullptr, 0, &kernel), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphLaunch(nullptr, stream_), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphDestroy(clone), cudaSuccess);
}

// ---- Changes ------------------------------------------------------------------------------------

TEST_F(Graphs, AreUpdatedFromAnotherOfTheSameForm) {
    cudaGraphExec_t exec = nullptr;
    cudaGraphExecUpdateResultInfo info;
    const auto capture = [&](int value, bool longer) {
        begin();
        put<<<1, 1, 0, stream_>>>(x_, value);
        if (longer) {
            EXPECT_EQ(cudaMemsetAsync(x_ + 1, 0, sizeof(int), stream_), cudaSuccess);
        }
        return end();
    };
    const cudaGraph_t one = capture(1, false), two = capture(2, false), three = capture(3, true);
    EXPECT_EQ(cudaGraphInstantiateWithFlags(&exec, one, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
    EXPECT_EQ(cudaGraphExecUpdate(exec, two, &info), cudaSuccess);
    EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(x_[0], 1);  // the launch was made before the update
    EXPECT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(x_[0], 2);
    EXPECT_EQ(cudaGraphExecUpdate(exec, three, &info), cudaErrorGraphExecUpdateFailure);
    EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);

    cudaGraphNode_t node = nullptr;
    std::size_t count = 1;
    int value = 9;
    void* arguments[] = {&x_, &value};
    cudaKernelNodeParams kernel{};
    kernel.func = reinterpret_cast<void*>(add);
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    EXPECT_EQ(cudaGraphGetNodes(one, &node, &count), cudaSuccess);
    EXPECT_EQ(cudaGraphExecKernelNodeSetParams(exec, node, &kernel), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(exec, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(x_[0], 11);
    EXPECT_EQ(cudaGraphExecHostNodeSetParams(exec, node, nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
    for (const cudaGraph_t graph : {one, two, three}) EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

// ---- What is not right --------------------------------------------------------------------------

#ifdef DAYBREAK_CPU

using GraphOrder = Child;

// Two nodes, of which the second uses what the first makes; the host may forget to say so.
[[noreturn]] void end_with(bool depends, const char* order) {
    steer("DAYBREAK_ORDER", order);
    int* x = nullptr;
    cudaMallocManaged(&x, 2 * sizeof(int));
    x[0] = x[1] = 0;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, second;
    cudaGraphCreate(&graph, 0);
    const cudaMemsetParams set{x, 0, 1, 4, 1, 1};
    cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &set);
    cudaGraphAddMemcpyNode1D(&second, graph, &first, depends ? 1 : 0, x + 1, x, sizeof(int), cudaMemcpyDefault);
    cudaGraphInstantiate(&exec, graph);
    cudaGraphLaunch(exec, nullptr);
    std::_Exit(cudaDeviceSynchronize() == cudaSuccess ? x[1] : 9);
}
TEST_F(GraphOrder, ShowsADependencyThatIsMissing) {
    EXPECT_EXIT(end_with(false, "forward"), ExitedWithCode(1), "");
    EXPECT_EXIT(end_with(false, "reverse"), ExitedWithCode(0), "");
    for (const char* order : {"forward", "reverse", "random:1", "random:2"})
        EXPECT_EXIT(end_with(true, order), ExitedWithCode(1), "");
}

using StalePointer = Child;

[[noreturn]] void launch_with_freed_memory() {
    int* d = nullptr;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaMalloc(&d, sizeof(int));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(d, 0, sizeof(int), stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph);
    cudaFree(d);
    cudaGraphLaunch(exec, stream);
    std::fprintf(stderr, "%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
    std::exit(0);
}
TEST_F(StalePointer, IsAnIllegalAddress) {
    EXPECT_EXIT(launch_with_freed_memory(), ExitedWithCode(0),
                "^CPU device: illegal memory access: a copy or set of memory that has been freed\n"
                "cudaErrorIllegalAddress\n$");
}

TEST_F(Graphs, RefuseByNameWhatIsNotThere) {
    int* d = nullptr;
    begin();
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaMallocAsync(&d, sizeof(int), stream_), cudaErrorNotSupported);
    EXPECT_EQ(
        testing::internal::GetCapturedStderr(),
        "CPU device: memory of a graph (cudaMallocAsync during a capture) is not there yet: run this program on a "
        "GPU\n");
    EXPECT_EQ(cudaGraphDestroy(end()), cudaSuccess);
}

#endif

}  // namespace
