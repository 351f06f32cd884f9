// Day 3 - Errors: an error that nobody asks for is silent
//
// Needs:  002-vector-add
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day003-errors/errors.cu -o day003
//
//    ask = cudaGetLastError(), wait = cudaDeviceSynchronize(), x = the error is told
//
//                                  launch   ask   wait   ask   ask   wait
//    the launch is refused            .      x     .      .     .     .     no kernel runs, and the device is as before
//    the kernel does wrong            .      .     x      x     .     x     the device is lost to this process
//
// Count:  two questions a launch. It returns nothing, so that a refusal must be asked for; and it returns before its
//         kernel has run, so that a fault must be waited for.

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

// Writes where it is told to. Launch: grid [1], block [1].
__global__ void write_to(float* address) { *address = 1.0f; }

// The calls of day 2. Each is asked.
Floats on_device(const Floats& x) {
    const int N = x.size();
    const size_t bytes = N * sizeof(float);
    float *d_x = nullptr, *d_y = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, bytes));
    CHECK_CUDA(cudaMalloc(&d_y, bytes));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(d_y, 0xFF, bytes));  // poison: an element that nobody writes is NaN
    twice<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_x, d_y, N);
    CHECK_LAUNCH();
    Floats y(N);
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_x));
    CHECK_CUDA(cudaFree(d_y));
    return y;
}

// ---- Check ------------------------------------------------------------------------------------

// What CUDA answers after a mistake, in the order of the questions.
struct Answers {
    cudaError_t returned, asked, waited, asked_again, asked_thrice, waited_again;
};

// `returned` is what the call with the mistake gave back; a launch gives nothing back.
Answers ask(cudaError_t returned = cudaSuccess) {
    return {.returned = returned,
            .asked = cudaGetLastError(),
            .waited = cudaDeviceSynchronize(),
            .asked_again = cudaGetLastError(),
            .asked_thrice = cudaGetLastError(),
            .waited_again = cudaDeviceSynchronize()};
}

struct Row {
    const char* mistake;
    Answers answers;
    const char* h200;  // the error's name on an H200 with CUDA 13.0, as recorded there
};

// Five mistakes that CUDA refuses: no byte is copied and no kernel runs, or its null pointer would tell.
std::vector<Row> refused() {
    float x = 1.0f, *d_x = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, sizeof x));
    std::vector<Row> rows;
    write_to<<<0, BLOCK>>>(nullptr);  // what ceil(N / BLOCK) makes of N = 0
    rows.push_back({"launch of 0 blocks", ask(), "InvalidValue"});
    write_to<<<1, 2048>>>(nullptr);  // a block has at most 1024
    rows.push_back({"launch of 2048 threads a block", ask(), "InvalidValue"});
    write_to<<<1, BLOCK, 1 << 20>>>(nullptr);  // the third number: bytes of memory for each block, a matter of day 13
    rows.push_back({"launch with 1 MiB a block", ask(), "InvalidValue"});
    const cudaError_t kind = cudaMemcpy(d_x, &x, sizeof x, cudaMemcpyKind(7));  // there are kinds 0 to 4
    rows.push_back({"copy of kind 7", ask(kind), "InvalidMemcpyDirection"});
    const cudaError_t null = cudaMemcpy(nullptr, &x, sizeof x, cudaMemcpyHostToDevice);
    rows.push_back({"copy to a null pointer", ask(null), "InvalidValue"});
    CHECK_CUDA(cudaFree(d_x));
    return rows;
}

// The sixth is no wrong launch. It is a right launch of a wrong kernel.
Row fault() {
    write_to<<<1, 1>>>(nullptr);
    return {"kernel writes to a null pointer", ask(), "IllegalAddress"};
}

// Where each error is told, and its name here and on the H200.
void print(const std::vector<Row>& rows) {
    const auto mark = [](cudaError_t answer) { return answer == cudaSuccess ? '.' : 'x'; };
    std::printf("%-32s returned  asked  waited  asked  asked  waited  %-22s  H200, CUDA 13.0\n", "mistake", "here");
    for (const auto& [mistake, a, h200] : rows) {
        const cudaError_t error = a.asked != cudaSuccess ? a.asked : a.waited;
        const char* name = error == cudaSuccess ? "none" : cudaGetErrorName(error) + sizeof "cudaError" - 1;
        std::printf("%-32s %8c  %5c  %6c  %5c  %5c  %6c  %-22s  %s\n", mistake, mark(a.returned), mark(a.asked),
                    mark(a.waited), mark(a.asked_again), mark(a.asked_thrice), mark(a.waited_again), name, h200);
    }
    std::printf("\n");
}

// What must hold on every device and with every CUDA, three numbers a row: is the error told before anybody waits, by
// the wait, and by the next wait? 1 = yes. The other marks and the names are for the reader.
void check_codes(verify::Gates& gates, const std::vector<Row>& rows) {
    print(rows);
    std::vector<int> told;
    for (const auto& [mistake, a, h200] : rows) {
        const bool before = a.returned != cudaSuccess || a.asked != cudaSuccess;
        told.insert(told.end(), {before, a.waited != cudaSuccess, a.waited_again != cudaSuccess});
    }
    gates.exact("codes", told, {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1}, {6, 3});
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"codes", "y"});

    int devices = 0;
    if (const cudaError_t none = cudaGetDeviceCount(&devices); none != cudaSuccess) {
        std::printf("no device (%s); without a GPU: scripts/day run 3 --device cpu\n", cudaGetErrorString(none));
        return 77;
    }
    const bool watched = std::getenv("DAYBREAK_EXACT") != nullptr;  // by a checker, which would report every mistake

    std::vector<Row> rows;
    if (!watched) rows = refused();
    // A right kernel still computes. On paper -14, and 3, -0.5, 0. And a prime, so that the last block is not full.
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
