// Day 8 - Device memory: it is not zero, and nobody guards its ends
//
// Needs:  002-vector-add, 003-errors, 004-reference-and-gate
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day008-device-memory/device_memory.cu -o day008
//
//    one cudaMalloc:   | A5 A5 ... A5 | FF FF FF FF ... FF FF | A5 A5 ... A5 |
//                           canary        poison, n ints           canary
//                      base_          data()
//
// Count:  512 bytes more an array. It shows a write up to 64 ints outside, and an element that nobody writes.

#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

using Ints = std::vector<int>;

constexpr int BLOCK = 128;  // threads of a block

// ---- The array --------------------------------------------------------------------------------

// ANCHOR: device_array
constexpr int CANARY = 64;  // ints: 256 bytes, the alignment that cudaMalloc promises, so data() has it too
constexpr int CANARY_BYTE = 0xA5, POISON_BYTE = 0xFF;  // an int of poison is -1

// n ints of device memory, poisoned, with a canary on either side. The object frees them; it cannot be copied.
class DeviceArray {
 public:
    explicit DeviceArray(int n) : n_(n) {
        CHECK_CUDA(cudaMalloc(&base_, bytes() + 2 * canary_bytes()));
        if (!guarded()) return;  // a checker must see the true ends, and which elements nobody wrote
        CHECK_CUDA(cudaMemset(base_, CANARY_BYTE, bytes() + 2 * canary_bytes()));
        CHECK_CUDA(cudaMemset(data(), POISON_BYTE, bytes()));
    }
    explicit DeviceArray(const Ints& host) : DeviceArray(int(host.size())) {
        CHECK_CUDA(cudaMemcpy(data(), host.data(), bytes(), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { CHECK_CUDA(cudaFree(base_)); }
    DeviceArray(const DeviceArray&) = delete;

    int* data() { return base_ + canary_; }
    const int* data() const { return base_ + canary_; }  // of a const array: no kernel can write through it
    bool guarded() const { return canary_ > 0; }

    Ints to_host() const { return copy_out(data(), n_); }

    // Both canaries, the one before the array first.
    Ints canaries() const {
        Ints both = copy_out(base_, canary_);
        for (const int after : copy_out(data() + n_, canary_)) both.push_back(after);
        return both;
    }

 private:
    std::size_t bytes() const { return n_ * sizeof(int); }
    std::size_t canary_bytes() const { return canary_ * sizeof(int); }

    static Ints copy_out(const int* from, int count) {
        Ints host(count);
        CHECK_CUDA(cudaMemcpy(host.data(), from, count * sizeof(int), cudaMemcpyDeviceToHost));
        return host;
    }

    int n_;
    int canary_ = common::switched_on("DAYBREAK_EXACT") ? 0 : CANARY;  // ints at each end
    int* base_ = nullptr;                                              // what cudaMalloc gave
};
// ANCHOR_END: device_array

// ---- Reference --------------------------------------------------------------------------------

// y[n] = product over k of x[k, n]. Exact: at most 5 factors of at most 9.
Ints reference(const Ints& x, int K, int N) {
    Ints y;
    for (int n = 0; n < N; ++n) {
        int product = 1;
        for (int k = 0; k < K; ++k) product *= x[k * N + n];
        y.push_back(product);
    }
    return y;
}

// ---- Kernels ----------------------------------------------------------------------------------

// One row of factors: y[n] = y[n] * x[n]. What y holds before the first launch is part of the result.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void multiply_into(const int* x, int* y, int N) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n < N) y[n] *= x[n];
}

// ---- Check ------------------------------------------------------------------------------------

// ANCHOR: check
// Integers throughout: no tolerance. x [K, N]
void check(verify::Gates& gates, const char* name, const Ints& x, int K, int N) {
    const DeviceArray d_x(x);
    DeviceArray d_y(Ints(N, 1));  // the product of no factors is 1
    for (int k = 0; k < K; ++k) {
        multiply_into<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_x.data() + k * N, d_y.data(), N);
        CHECK_LAUNCH();
    }

    gates.begin(name);
    gates.exact("y", d_y.to_host(), reference(x, K, N), {N});
    if (d_y.guarded())
        gates.exact("canary", d_y.canaries(), Ints(2 * CANARY, int(0xA5A5A5A5)), {2, CANARY});
    else
        gates.not_measured("canary", "DAYBREAK_EXACT=1: a checker watches the ends");
    gates.exact("inputs", d_x.to_host(), x, {K, N});
}
// ANCHOR_END: check

// Odd factors from -9 to 9: no product is 0, and -1 for 1 gives another one.
Ints factors(int K, int N) {
    Ints x = common::fill_labels(K * N, 10, N);
    for (int& value : x) value = 2 * value - 9;
    return x;
}

// ---- Measure ----------------------------------------------------------------------------------

// What a new array holds, right after another one of its size was freed. Not gated: CUDA promises nothing here.
void print_what_malloc_gives() {
    constexpr int N = 1009, OLD = 42;
    int* d_old = nullptr;
    int* d_new = nullptr;
    CHECK_CUDA(cudaMalloc(&d_old, N * sizeof(int)));
    CHECK_CUDA(cudaMemcpy(d_old, Ints(N, OLD).data(), N * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaFree(d_old));
    CHECK_CUDA(cudaMalloc(&d_new, N * sizeof(int)));
    Ints found(N);
    CHECK_CUDA(cudaMemcpy(found.data(), d_new, N * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_new));
    int zeros = 0, old = 0;
    for (const int value : found) {
        zeros += value == 0;
        old += value == OLD;
    }
    std::printf("\na new array of %d ints: [0] = %d; %d are 0, %d are the %d of the array freed before\n\n", N,
                found[0], zeros, old, OLD);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y", "canary", "inputs"});
    check(gates, "hand", {2, 3, 5, 7, -1, 2}, 2, 3);   // y = 14, -3, 10
    check(gates, "one", factors(3, 1), 3, 1);          // 127 threads have nothing to do
    check(gates, "ragged", factors(5, 257), 5, 257);   // three blocks, the last with one element
    check(gates, "aligned", factors(2, 256), 2, 256);  // no thread has nothing to do

    // Not under a checker, which would object, and rightly: this reads what nobody has written.
    if (!common::switched_on("DAYBREAK_EXACT")) print_what_malloc_gives();
    return gates.finish();
}
