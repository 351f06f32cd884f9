// Capture and graphs. A graph is a list of nodes, each with its work and the nodes that it follows. A launch puts
// copies of all of them into the queue, where they keep their order and no other.
#include "cpu/graph.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>

#include "cpu/launch_api.h"
#include "verify/cpu/runtime/ground/host_counts.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace cpu_device {

struct GraphNode {
    Graph* graph;
    Work work;
    std::vector<GraphNode*> after;
};

struct Graph {
    std::vector<std::unique_ptr<GraphNode>> nodes;
};

struct GraphExec {
    struct Node {
        const GraphNode* original;
        Work work;
        std::vector<std::size_t> after;
    };
    std::vector<Node> nodes;          // each after all that it follows
    std::shared_ptr<Operation> last;  // the end of the last launch: launches of one GraphExec do not overlap
};

struct Capture {
    unsigned long long id;
    cudaStreamCaptureMode mode;
    std::thread::id thread;
    std::shared_ptr<Stream> origin;
    std::vector<std::shared_ptr<Stream>> streams;  // all that take part, the origin too
    std::unique_ptr<Graph> graph = std::make_unique<Graph>();
    bool spoilt = false, ended = false;
};

namespace {

// All under the device's lock.
struct Known {
    std::map<Graph*, std::unique_ptr<Graph>> graphs;  // that belong to the program
    std::map<GraphExec*, std::shared_ptr<GraphExec>> execs;
    std::set<const GraphNode*> nodes;  // of all graphs, those being captured too
    std::set<Capture*> captures;
    unsigned long long count = 0;
};
Known& known() {
    static Known& only = *new Known;
    return only;
}

thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

GraphNode* add_node(Graph& graph, Work work, std::vector<GraphNode*> after) {
    graph.nodes.push_back(std::make_unique<GraphNode>(GraphNode{&graph, std::move(work), std::move(after)}));
    known().nodes.insert(graph.nodes.back().get());
    return graph.nodes.back().get();
}

void forget_nodes(const Graph& graph) {
    for (const auto& node : graph.nodes) known().nodes.erase(node.get());
}

// Ends the capture for all its streams, and takes its graph.
std::unique_ptr<Graph> finish_capture(Capture& capture) {
    capture.ended = true;
    known().captures.erase(&capture);
    auto graph = std::move(capture.graph);
    capture.origin.reset();
    for (const auto& stream : std::exchange(capture.streams, {})) {
        stream->frontier.clear();
        stream->capture.reset();  // may be the last to hold the capture
    }
    return graph;
}

// Is all that the other streams did followed by what the origin did last?
bool joined(const Capture& capture) {
    std::set<const GraphNode*> reached;
    std::vector<const GraphNode*> left(capture.origin->frontier.begin(), capture.origin->frontier.end());
    while (!left.empty()) {
        const GraphNode* const node = left.back();
        left.pop_back();
        if (reached.insert(node).second) left.insert(left.end(), node->after.begin(), node->after.end());
    }
    return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const auto& stream) {
        return std::all_of(stream->frontier.begin(), stream->frontier.end(),
                           [&](const GraphNode* node) { return reached.count(node) != 0; });
    });
}

bool is_blocking(const std::shared_ptr<Stream>& stream) { return stream->blocking(); }

}  // namespace

cudaError_t refuse_feature(const char* feature) {
    std::fprintf(stderr, "CPU device: %s is not there yet: run this program on a GPU\n", feature);
    return cudaErrorNotSupported;
}

// ---- What streams do while they capture -------------------------------------------------------

cudaError_t spoil(Capture& capture, cudaError_t error) {
    capture.spoilt = true;
    return error;
}

cudaError_t check_legacy(const Stream& stream) {
    cudaError_t result = cudaSuccess;
    if (!stream.legacy) return result;
    for (Capture* capture : known().captures)
        if (std::any_of(capture->streams.begin(), capture->streams.end(), is_blocking))
            result = spoil(*capture, cudaErrorStreamCaptureImplicit);
    return result;
}

cudaError_t check_unsafe_call() {
    cudaError_t result = cudaSuccess;
    if (mode_of_thread == cudaStreamCaptureModeRelaxed) return result;
    for (Capture* capture : known().captures) {
        const bool mine =
            capture->thread == std::this_thread::get_id() && capture->mode != cudaStreamCaptureModeRelaxed;
        const bool global =
            capture->mode == cudaStreamCaptureModeGlobal && mode_of_thread == cudaStreamCaptureModeGlobal;
        if (mine || global) result = spoil(*capture, cudaErrorStreamCaptureUnsupported);
    }
    return result;
}

cudaError_t refuse_during_capture() {
    const DeviceLock lock;
    return check_unsafe_call();
}

cudaError_t check_captured(const Event& event) {
    if (event.capture == nullptr) return cudaSuccess;
    if (event.capture->ended) return cudaErrorInvalidValue;
    return spoil(*event.capture, cudaErrorCapturedEvent);
}

cudaError_t add_to_capture(Stream& stream, Work work) {
    if (stream.capture->spoilt) return cudaErrorStreamCaptureInvalidated;
    stream.frontier = {add_node(*stream.capture->graph, std::move(work), stream.frontier)};
    return cudaSuccess;
}

cudaError_t capture_record(const Stream& stream, Event& event) {
    if (stream.capture->spoilt) return cudaErrorStreamCaptureInvalidated;
    event.record.reset();
    event.capture = stream.capture;
    event.nodes = stream.frontier;
    return cudaSuccess;
}

cudaError_t capture_wait(const std::shared_ptr<Stream>& stream, const Event& event) {
    if (stream->capture != nullptr && stream->capture->spoilt) return cudaErrorStreamCaptureInvalidated;
    if (event.capture == nullptr)
        return event.record == nullptr ? cudaSuccess : spoil(*stream->capture, cudaErrorStreamCaptureIsolation);
    if (event.capture->ended) return cudaErrorInvalidValue;
    if (event.capture->spoilt) return cudaErrorStreamCaptureInvalidated;
    if (stream->legacy) return spoil(*event.capture, cudaErrorStreamCaptureImplicit);
    if (stream->capture == nullptr) {
        stream->capture = event.capture;
        event.capture->streams.push_back(stream);
    } else if (stream->capture != event.capture) {
        spoil(*stream->capture, cudaErrorStreamCaptureMerge);
        return spoil(*event.capture, cudaErrorStreamCaptureMerge);
    }
    for (GraphNode* node : event.nodes)
        if (std::find(stream->frontier.begin(), stream->frontier.end(), node) == stream->frontier.end())
            stream->frontier.push_back(node);
    return cudaSuccess;
}

void release_all_graphs() {
    while (!known().captures.empty()) finish_capture(**known().captures.begin());
    known().graphs.clear();
    known().execs.clear();
    known().nodes.clear();
}

// ---- Kernels of which only the address is known -----------------------------------------------

namespace {

std::mutex kernels_mutex;
std::unordered_map<const void*, CallOf>& kernels() {
    static auto& only = *new std::unordered_map<const void*, CallOf>;
    return only;
}

}  // namespace

void* note_kernel(const void* kernel, CallOf call_of) {
    const std::lock_guard lock(kernels_mutex);
    kernels()[kernel] = call_of;
    return const_cast<void*>(kernel);
}

CallOf kernel_at(const void* address) {
    const std::lock_guard lock(kernels_mutex);
    const auto found = kernels().find(address);
    if (found != kernels().end()) return found->second;
    std::fprintf(stderr,
                 "CPU device: %p is not the address of a kernel that the program casts to void*: write (void*)kernel, "
                 "with the kernel's own name\n",
                 address);
    return nullptr;
}

namespace {

// ---- Nodes ------------------------------------------------------------------------------------

cudaError_t kernel_node(Work& work, const cudaKernelNodeParams* params) {
    if (params == nullptr) return cudaErrorInvalidValue;
    if (params->extra != nullptr) return refuse_feature("cudaKernelNodeParams::extra");
    const CallOf call_of = kernel_at(params->func);
    if (call_of == nullptr) return cudaErrorInvalidDeviceFunction;
    return grid_work(work,
                     {"of a graph's node", params->gridDim, params->blockDim, params->sharedMemBytes, nullptr,
                      Where::here("a graph's kernel node")},
                     call_of(params->func, params->kernelParams));
}

cudaError_t set_node(Work& work, const cudaMemsetParams* params) {
    if (params == nullptr) return cudaErrorInvalidValue;
    const std::size_t pitch = params->height <= 1 ? params->width * params->elementSize : params->pitch;
    return set_work(work, {params->dst, pitch}, params->value, params->elementSize,
                    {params->width * params->elementSize, params->height, 1});
}

cudaError_t copy_node(Work& work, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy_work(work, {to, bytes}, {from, bytes}, {bytes, 1, 1}, kind);
}

cudaError_t host_node(Work& work, const cudaHostNodeParams* params) {
    if (params == nullptr || params->fn == nullptr) return cudaErrorInvalidValue;
    work = {.kind = Work::host, .run = [p = *params] { p.fn(p.userData); }};
    return cudaSuccess;
}

cudaError_t empty_node(Work& work) {
    work = {};
    return cudaSuccess;
}

bool is_graph(cudaGraph_t graph) { return known().graphs.count(graph) != 0; }

bool repeats(const std::vector<GraphNode*>& nodes) {
    return std::set<GraphNode*>(nodes.begin(), nodes.end()).size() != nodes.size();
}

bool belongs(const GraphNode* node, const Graph* graph) {
    return known().nodes.count(node) != 0 && node->graph == graph;
}

// `make` makes the node's work.
template <class Make>
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, std::size_t count,
                     Make make) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    Work work;
    const cudaError_t error = make(work);
    const DeviceLock lock;
    if (node == nullptr || !is_graph(graph) || (dependencies == nullptr && count > 0))
        return finish(cudaErrorInvalidValue);
    const std::vector<GraphNode*> after(dependencies, dependencies + count);
    const bool known_all = std::all_of(after.begin(), after.end(), [=](auto* one) { return belongs(one, graph); });
    if (!known_all || repeats(after)) return finish(cudaErrorInvalidValue);
    if (error != cudaSuccess) return finish(error);
    *node = add_node(*graph, std::move(work), after);
    return finish(cudaSuccess);
}

// Replaces the work of the executable graph's node that was made from `node`.
template <class Make>
cudaError_t replace(cudaGraphExec_t exec, cudaGraphNode_t node, Work::Kind kind, Make make) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    Work work;
    const cudaError_t error = make(work);
    const DeviceLock lock;
    if (known().execs.count(exec) == 0) return finish(cudaErrorInvalidValue);
    const auto found =
        std::find_if(exec->nodes.begin(), exec->nodes.end(), [=](const auto& one) { return one.original == node; });
    if (found == exec->nodes.end() || found->work.kind != kind) return finish(cudaErrorInvalidValue);
    if (error != cudaSuccess) return finish(error);
    found->work = std::move(work);
    return finish(cudaSuccess);
}

// Copies of the graph's nodes, each after those that it follows. False: they follow each other in a circle.
bool arrange(const Graph& graph, std::vector<GraphExec::Node>& result) {
    std::unordered_map<const GraphNode*, std::size_t> place;
    while (result.size() < graph.nodes.size()) {
        const std::size_t before = result.size();
        for (const auto& node : graph.nodes) {
            const auto placed = [&](const GraphNode* one) { return place.count(one) != 0; };
            if (placed(node.get()) || !std::all_of(node->after.begin(), node->after.end(), placed)) continue;
            place[node.get()] = result.size();
            result.push_back({node.get(), node->work, {}});
            for (const GraphNode* earlier : node->after) result.back().after.push_back(place[earlier]);
        }
        if (result.size() == before) return false;
    }
    return true;
}

// Copies `from` into an array that has room for *count, as CUDA's functions that list things do.
template <class T>
void list(const std::vector<T>& from, T* to, std::size_t room) {
    if (to == nullptr) return;
    for (std::size_t i = 0; i < room; ++i) to[i] = i < from.size() ? from[i] : T();
}

cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count, bool roots_only) {
    const DeviceLock lock;
    if (!is_graph(graph) || count == nullptr) return finish(cudaErrorInvalidValue);
    std::vector<GraphNode*> all;
    for (const auto& node : graph->nodes)
        if (!roots_only || node->after.empty()) all.push_back(node.get());
    list(all, nodes, *count);
    *count = nodes == nullptr ? all.size() : std::min(*count, all.size());
    return finish(cudaSuccess);
}

cudaStreamCaptureStatus status_of(const Stream& stream) {
    if (stream.capture == nullptr) return cudaStreamCaptureStatusNone;
    return stream.capture->spoilt ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

// The legacy stream cannot be asked while a blocking stream captures.
bool cannot_be_asked(const Stream& stream) {
    return stream.legacy && std::any_of(known().captures.begin(), known().captures.end(), [](const Capture* capture) {
               return std::any_of(capture->streams.begin(), capture->streams.end(), is_blocking);
           });
}

}  // namespace
}  // namespace cpu_device

using cpu_device::Capture;
using cpu_device::DeviceLock;
using cpu_device::find_stream;
using cpu_device::finish;
using cpu_device::Graph;
using cpu_device::GraphExec;
using cpu_device::GraphNode;
using cpu_device::is_graph;
using cpu_device::kernel_error;
using cpu_device::known;
using cpu_device::Work;

// ---- Capture ----------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (found->legacy) return finish(cudaErrorStreamCaptureUnsupported);
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return finish(cudaErrorInvalidValue);
    if (found->capture != nullptr) return finish(cudaErrorIllegalState);
    found->capture = std::make_shared<Capture>();
    Capture& capture = *found->capture;
    capture.id = ++known().count;
    capture.mode = mode;
    capture.thread = std::this_thread::get_id();
    capture.origin = found;
    capture.streams = {found};
    known().captures.insert(&capture);
    return finish(cudaSuccess);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (graph == nullptr) return finish(cudaErrorInvalidValue);
    *graph = nullptr;
    const std::shared_ptr<Capture> capture = found->capture;
    if (capture == nullptr) return finish(cudaErrorIllegalState);
    if (capture->origin != found) return finish(spoil(*capture, cudaErrorStreamCaptureUnmatched));
    if (capture->thread != std::this_thread::get_id() && capture->mode != cudaStreamCaptureModeRelaxed)
        return finish(cudaErrorStreamCaptureWrongThread);
    const cudaError_t error = capture->spoilt                 ? cudaErrorStreamCaptureInvalidated
                              : !cpu_device::joined(*capture) ? cudaErrorStreamCaptureUnjoined
                                                              : cudaSuccess;
    std::unique_ptr<Graph> captured = cpu_device::finish_capture(*capture);
    if (error != cudaSuccess) {
        cpu_device::forget_nodes(*captured);
        return finish(error);
    }
    *graph = captured.get();
    known().graphs[*graph] = std::move(captured);
    return finish(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    const DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (status == nullptr) return finish(cudaErrorInvalidValue);
    if (cpu_device::cannot_be_asked(*found)) return finish(cudaErrorStreamCaptureImplicit);
    *status = cpu_device::status_of(*found);
    return finish(cudaSuccess);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, std::size_t* count) {
    const DeviceLock lock;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (status == nullptr) return finish(cudaErrorInvalidValue);
    if (cpu_device::cannot_be_asked(*found)) return finish(cudaErrorStreamCaptureImplicit);
    *status = cpu_device::status_of(*found);
    if (*status != cudaStreamCaptureStatusActive) return finish(cudaSuccess);
    if (id != nullptr) *id = found->capture->id;
    if (graph != nullptr) *graph = found->capture->graph.get();
    if (dependencies != nullptr) *dependencies = found->frontier.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = found->frontier.size();
    return finish(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
        return finish(cudaErrorInvalidValue);
    std::swap(*mode, cpu_device::mode_of_thread);
    return finish(cudaSuccess);
}

// ---- Graphs and their nodes -------------------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (graph == nullptr || flags != 0) return finish(cudaErrorInvalidValue);
    const DeviceLock lock;
    auto made = std::make_unique<Graph>();
    *graph = made.get();
    known().graphs[*graph] = std::move(made);
    return finish(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
    if (cudaError_t error = cudaGraphCreate(clone, 0); error != cudaSuccess) return error;
    const DeviceLock lock;
    if (!is_graph(original)) {
        known().graphs.erase(*clone);
        return finish(cudaErrorInvalidValue);
    }
    std::unordered_map<const GraphNode*, GraphNode*> copy;
    for (const auto& node : original->nodes) copy[node.get()] = cpu_device::add_node(**clone, node->work, {});
    for (const auto& node : original->nodes)
        for (const GraphNode* earlier : node->after) copy[node.get()]->after.push_back(copy[earlier]);
    return finish(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    if (!is_graph(graph)) return finish(cudaErrorInvalidValue);
    cpu_device::forget_nodes(*graph);
    known().graphs.erase(graph);
    return finish(cudaSuccess);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                   std::size_t count, const cudaKernelNodeParams* params) {
    return cpu_device::add_node(node, graph, dependencies, count,
                                [=](Work& work) { return cpu_device::kernel_node(work, params); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
    return cpu_device::add_node(node, graph, dependencies, count,
                                [=](Work& work) { return cpu_device::copy_node(work, to, from, bytes, kind); });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                   std::size_t count, const cudaMemsetParams* params) {
    return cpu_device::add_node(node, graph, dependencies, count,
                                [=](Work& work) { return cpu_device::set_node(work, params); });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                 std::size_t count, const cudaHostNodeParams* params) {
    return cpu_device::add_node(node, graph, dependencies, count,
                                [=](Work& work) { return cpu_device::host_node(work, params); });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                  std::size_t count) {
    return cpu_device::add_node(node, graph, dependencies, count, cpu_device::empty_node);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    Work work;
    const cudaError_t error = cpu_device::kernel_node(work, params);
    const DeviceLock lock;
    if (known().nodes.count(node) == 0 || node->work.kind != Work::kernel) return finish(cudaErrorInvalidValue);
    if (error == cudaSuccess) node->work = std::move(work);
    return finish(error);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edges, std::size_t count) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    if (!is_graph(graph) || (count > 0 && (from == nullptr || to == nullptr))) return finish(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i) {
        if (!cpu_device::belongs(from[i], graph) || !cpu_device::belongs(to[i], graph) || from[i] == to[i])
            return finish(cudaErrorInvalidValue);
        const std::vector<GraphNode*>& after = to[i]->after;
        if (std::find(after.begin(), after.end(), from[i]) != after.end()) return finish(cudaErrorInvalidValue);
        if (edges != nullptr && (edges[i].from_port != 0 || edges[i].to_port != 0 || edges[i].type != 0))
            return finish(cpu_device::refuse_feature("a dependency of a graph that is not on the whole of a node"));
    }
    for (std::size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
    return finish(cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return cpu_device::list_nodes(graph, nodes, count, false);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return cpu_device::list_nodes(graph, nodes, count, true);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                              std::size_t* count) {
    const DeviceLock lock;
    if (!is_graph(graph) || count == nullptr || (from == nullptr) != (to == nullptr))
        return finish(cudaErrorInvalidValue);
    std::vector<GraphNode*> earlier, later;
    for (const auto& node : graph->nodes)
        for (GraphNode* one : node->after) {
            earlier.push_back(one);
            later.push_back(node.get());
        }
    cpu_device::list(earlier, from, *count);
    cpu_device::list(later, to, *count);
    cpu_device::list({}, edges, *count);
    *count = from == nullptr ? later.size() : std::min(*count, later.size());
    return finish(cudaSuccess);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    const DeviceLock lock;
    if (type == nullptr || known().nodes.count(node) == 0) return finish(cudaErrorInvalidValue);
    switch (node->work.kind) {
        case Work::kernel:
            *type = cudaGraphNodeTypeKernel;
            break;
        case Work::copy:
            *type = cudaGraphNodeTypeMemcpy;
            break;
        case Work::set:
            *type = cudaGraphNodeTypeMemset;
            break;
        case Work::host:
            *type = cudaGraphNodeTypeHost;
            break;
        case Work::nothing:
            *type = cudaGraphNodeTypeEmpty;
            break;
    }
    return finish(cudaSuccess);
}

// ---- Launches ---------------------------------------------------------------------------------

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    if (exec == nullptr || !is_graph(graph)) return finish(cudaErrorInvalidValue);
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
        return finish(cpu_device::refuse_feature("a graph that a kernel launches"));
    auto made = std::make_shared<GraphExec>();
    if (!cpu_device::arrange(*graph, made->nodes)) return finish(cudaErrorInvalidValue);
    *exec = made.get();
    known().execs[*exec] = std::move(made);
    return finish(cudaSuccess);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    return finish(known().execs.erase(exec) != 0 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    const DeviceLock lock;
    if (find_stream(stream) == nullptr) return finish(cudaErrorInvalidResourceHandle);
    return finish(known().execs.count(exec) != 0 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    DeviceLock lock;
    const auto entry = known().execs.find(handle);
    if (entry == known().execs.end()) return finish(cudaErrorInvalidValue);
    const std::shared_ptr<GraphExec> exec = entry->second;
    const auto found = find_stream(stream);
    if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
    if (found->capture != nullptr)
        return finish(cpu_device::refuse_feature("a graph that is launched during a capture"));
    if (const cudaError_t error = check_legacy(*found); error != cudaSuccess) return finish(error);
    ++cpu_device::host_counts.launches;

    // The nodes run between two operations of the stream that do nothing.
    const auto begin = make_operation(found, {}, {exec->last});
    add(lock, begin);
    cpu_device::Operations operations;
    for (const GraphExec::Node& node : std::vector(exec->nodes)) {
        cpu_device::Operations after = {begin};
        for (const std::size_t earlier : node.after) after.push_back(operations[earlier]);
        operations.push_back(cpu_device::make_operation(nullptr, node.work, after));
        add(lock, operations.back());
    }
    exec->last = make_operation(found, {}, operations);
    add(lock, exec->last);
    return finish(cudaSuccess);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const DeviceLock lock;
    if (info == nullptr || known().execs.count(exec) == 0 || !is_graph(graph)) return finish(cudaErrorInvalidValue);
    *info = {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    std::vector<GraphExec::Node> nodes;
    if (!cpu_device::arrange(*graph, nodes) || nodes.size() != exec->nodes.size())
        return finish(cudaErrorGraphExecUpdateFailure);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        info->errorNode = const_cast<GraphNode*>(nodes[i].original);
        if (nodes[i].after != exec->nodes[i].after) return finish(cudaErrorGraphExecUpdateFailure);
        if (nodes[i].work.kind == exec->nodes[i].work.kind) continue;
        info->result = cudaGraphExecUpdateErrorNodeTypeChanged;
        return finish(cudaErrorGraphExecUpdateFailure);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) exec->nodes[i].work = std::move(nodes[i].work);
    *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    return finish(cudaSuccess);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
    return cpu_device::replace(exec, node, Work::kernel,
                               [=](Work& work) { return cpu_device::kernel_node(work, params); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from,
                                               std::size_t bytes, cudaMemcpyKind kind) {
    return cpu_device::replace(exec, node, Work::copy,
                               [=](Work& work) { return cpu_device::copy_node(work, to, from, bytes, kind); });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
    return cpu_device::replace(exec, node, Work::set, [=](Work& work) { return cpu_device::set_node(work, params); });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
    return cpu_device::replace(exec, node, Work::host, [=](Work& work) { return cpu_device::host_node(work, params); });
}
