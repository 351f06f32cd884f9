// Day 3 - Errors: an error that nobody asks for is silent
//
// Needs:  002-vector-add
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day003-errors/errors.cu -o day003
//
//    cudaMalloc(&d_x, bytes)        returns its error                      CHECK_CUDA(call)
//    twice<<<grid, block>>>(...)    returns nothing: ask if it is refused  CHECK_LAUNCH()
//    the kernel itself              runs later: wait for its fault         CHECK_CUDA(cudaDeviceSynchronize())
//
// Count:  two questions a launch, because a launch can fail twice: when it is made, and when its kernel runs.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "verify/gate.h"  // compares results with what they should be; day 4 opens it

constexpr int BLOCK = 256;  // threads of a block

using Floats = std::vector<float>;

// ANCHOR: check
// Ends the program where a call has an error, and says which call it was.
void check(cudaError_t error, const char* call, int line) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, line, call, cudaGetErrorName(error));
    std::exit(3);
}

// Macros, because a function knows neither the line that calls it nor the text of its argument.
#define CHECK_CUDA(call) check(call, #call, __LINE__)
#define CHECK_LAUNCH() check(cudaGetLastError(), "launch", __LINE__)
// ANCHOR_END: check

// ---- Reference --------------------------------------------------------------------------------

// y[n] = 2 x[n]. Nothing is rounded, so the kernel's floats must have the same bits.
Floats reference(const Floats& x) {
    Floats y;
    for (const double value : x) y.push_back(float(value + value));
    return y;
}

// ---- Kernels ----------------------------------------------------------------------------------

// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void twice(const float* x, float* y, int N) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) y[n] = 2.0f * x[n];
}

// Every thread writes to one address. Launch: grid [1], block [1].
__global__ void write_to(float* address) { *address = 1.0f; }

// Twice x, computed on the device. Every call is checked; the copy back waits for the kernel and returns its fault.
Floats on_device(const Floats& x) {
    const int N = x.size();
    const size_t bytes = N * sizeof(float);
    float *d_x = nullptr, *d_y = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, bytes));
    CHECK_CUDA(cudaMalloc(&d_y, bytes));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(d_y, 0xFF, bytes));  // poison: every float is NaN
    twice<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_x, d_y, N);
    CHECK_LAUNCH();
    Floats y(N);
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_x));
    CHECK_CUDA(cudaFree(d_y));
    return y;
}

// ---- Check ------------------------------------------------------------------------------------

// What CUDA answers after a mistake: by the call itself, then to two questions and two waits.
struct Row {
    const char* mistake;
    cudaError_t returned, asked, waited, asked_again, waited_again;
};

// `returned` is what the call with the mistake returned; a launch returns nothing.
Row ask(const char* mistake, cudaError_t returned = cudaSuccess) {
    return {.mistake = mistake,
            .returned = returned,
            .asked = cudaGetLastError(),
            .waited = cudaDeviceSynchronize(),
            .asked_again = cudaGetLastError(),
            .waited_again = cudaDeviceSynchronize()};
}

// Five mistakes that CUDA refuses: no byte is copied and no kernel runs, or its null pointer would be a fault.
std::vector<Row> refused() {
    float x = 1.0f, *d_x = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, sizeof x));
    std::vector<Row> rows;
    write_to<<<0, BLOCK>>>(nullptr);  // what ceil(N / BLOCK) makes of N = 0
    rows.push_back(ask("launch of 0 blocks"));
    write_to<<<1, 2048>>>(nullptr);  // a block has at most 1024
    rows.push_back(ask("launch of 2048 threads a block"));
    write_to<<<1, BLOCK, 1 << 20>>>(nullptr);  // the third number: bytes of memory for each block, a matter of day 13
    rows.push_back(ask("launch with 1 MiB a block"));
    const cudaError_t kind = cudaMemcpy(d_x, &x, sizeof x, cudaMemcpyKind(7));  // there are kinds 0 to 4
    rows.push_back(ask("copy of kind 7", kind));
    const cudaError_t null = cudaMemcpy(nullptr, &x, sizeof x, cudaMemcpyHostToDevice);
    rows.push_back(ask("copy to a null pointer", null));
    CHECK_CUDA(cudaFree(d_x));
    return rows;
}

// The sixth mistake is a right launch of a wrong kernel.
Row fault() {
    write_to<<<1, 1>>>(nullptr);
    return ask("kernel writes to a null pointer");
}

char mark(cudaError_t answer) { return answer == cudaSuccess ? '.' : 'x'; }

// Prints the answers, and gates what must hold on every device and with every CUDA, three numbers a row: does a call
// before the wait give the error, does the wait, does the next wait? 1 = yes.
void check_codes(verify::Gates& gates, const std::vector<Row>& rows) {
    std::vector<int> codes;
    std::printf("%-32s returned  asked  waited  asked  waited  error\n", "mistake");
    for (const Row& row : rows) {
        std::printf("%-32s %8c  %5c  %6c  %5c  %6c  %s\n", row.mistake, mark(row.returned), mark(row.asked),
                    mark(row.waited), mark(row.asked_again), mark(row.waited_again),
                    cudaGetErrorName(row.asked != cudaSuccess ? row.asked : row.waited));
        const bool before = row.returned != cudaSuccess || row.asked != cudaSuccess;
        codes.insert(codes.end(), {before, row.waited != cudaSuccess, row.waited_again != cudaSuccess});
    }
    std::printf("\n");
    gates.exact("codes", codes, {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1}, {6, 3});
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"codes", "y"});

    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess) {
        std::printf("no GPU found; without one: scripts/day run 3 --device cpu\n");
        return 77;
    }
    const bool watched = std::getenv("DAYBREAK_EXACT") != nullptr;  // a checker would report every mistake

    std::vector<Row> rows;
    if (!watched) rows = refused();
    // After five refusals a right kernel still computes. -14 on paper; 3, -0.5, 0; and a last block that is not full.
    Floats x(1009);
    for (size_t n = 0; n < x.size(); ++n) x[n] = 0.25f * n - 100.0f;
    const Floats one = on_device({-7.0f}), hand = on_device({1.5f, -0.25f, 0.0f}), ragged = on_device(x);
    if (!watched) rows.push_back(fault());  // last, because nothing that needs the device works after it

    gates.begin("mistakes");
    if (watched) gates.not_measured("codes", "a checker is watching, and would report every mistake");
    if (!watched) check_codes(gates, rows);
    gates.begin("one");
    gates.exact("y", one, {-14.0f}, {1});
    gates.begin("hand");
    gates.exact("y", hand, {3.0f, -0.5f, 0.0f}, {3});
    gates.begin("ragged");
    gates.exact("y", ragged, reference(x), {long(x.size())});
    return gates.finish();
}
