// Day 9 - True timing: a launch returns before the work is done
//
// Needs:  003-errors, 008-device-memory
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day009-true-timing/true_timing.cu -o day009
//
//    host      launch |returns, and waits ............................|
//    device           | mark |########### the work ###########| mark |
//                      begin                                     end
//
// Count:  rounds times 100 from the fourth case to the last. A clock that shows the same for both has timed the asking.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "verify/gate.h"

using Words = std::vector<unsigned>;
using Clock = std::chrono::steady_clock;  // the host's

constexpr int BLOCK = 128;  // threads of a block

// ---- Reference --------------------------------------------------------------------------------

// y[n] = x[n] after `rounds` rounds of v -> v (2 v + 1) + 1, modulo 2^32
Words reference(const Words& x, int rounds) {
    Words y;
    for (std::uint64_t v : x) {
        for (int round = 0; round < rounds; ++round) v = (2 * v * v + v + 1) & 0xffffffffu;
        y.push_back(unsigned(v));
    }
    return y;
}

// ---- Kernels ----------------------------------------------------------------------------------

// Work that cannot be cut short: each round needs the result of the one before, and different x lead to different y.
// Before and after it every thread reads the clock of its processor: ticks[n] is how long its own work took.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N, rounds >= 0.
__global__ void iterate(const unsigned* x, unsigned* y, long long* ticks, int N, int rounds) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n >= N) return;

    const long long before = clock64();
    unsigned v = x[n];
    for (int round = 0; round < rounds; ++round) v = v * (2 * v + 1) + 1;  // unsigned: modulo 2^32 by itself
    y[n] = v;
    ticks[n] = clock64() - before;
}

// ---- The clocks -------------------------------------------------------------------------------

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// ANCHOR: event_timer
// Two events: marks in a stream, which is a queue of work. The device notes the time when it comes to them.
class EventTimer {
 public:
    EventTimer() {
        CHECK_CUDA(cudaEventCreate(&begin_));
        CHECK_CUDA(cudaEventCreate(&end_));
    }
    ~EventTimer() {
        CHECK_CUDA(cudaEventDestroy(begin_));
        CHECK_CUDA(cudaEventDestroy(end_));
    }
    EventTimer(const EventTimer&) = delete;

    void start() { CHECK_CUDA(cudaEventRecord(begin_, stream_)); }

    // Milliseconds since start().
    float stop_ms() {
        float ms = 0.0f;
        CHECK_CUDA(cudaEventRecord(end_, stream_));
        CHECK_CUDA(cudaEventSynchronize(end_));  // or the device has not come to the mark yet
        CHECK_CUDA(cudaEventElapsedTime(&ms, begin_, end_));
        return ms;
    }

 private:
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    cudaStream_t stream_ = nullptr;  // the null stream: a launch that names no stream goes there
};
// ANCHOR_END: event_timer

// ---- Check ------------------------------------------------------------------------------------

// Milliseconds until the launch returned, until the host had waited, and between the events. Beside each of the last
// two, how long the kernel says that it worked in the same launch.
struct Times {
    std::string name;
    int N, rounds;
    double launch = 0, host = 0, host_work = 0, events = 0, events_work = 0;
};

// The longest time that a thread worked. The kernel took at least as long, and longer where threads had to queue.
double work_ms(const std::vector<long long>& ticks) {
    int kilohertz = 0;  // ticks in a millisecond
    CHECK_CUDA(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    return double(*std::max_element(ticks.begin(), ticks.end())) / kilohertz;
}

// An interval that is shorter than the work in it has not timed the work. The gate asks for half, not for all: ticks
// become milliseconds by the clock rate that the driver states, and some GPUs run faster than that.
int holds_work(double interval, double work) { return 2.0 * interval >= work; }

Times run(verify::Gates& gates, const std::string& name, int N, int rounds) {
    Words x(N);
    for (int n = 0; n < N; ++n) x[n] = n;
    const common::DeviceArray<unsigned> d_x(x);
    common::DeviceArray<unsigned> d_y(N);
    common::DeviceArray<long long> d_ticks(N);
    const auto work = [&] {
        iterate<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_x.data(), d_y.data(), d_ticks.data(), N, rounds);
        CHECK_LAUNCH();
    };
    Times t{name, N, rounds};

    // ANCHOR: clocks
    // The host's clock, stopped twice: when the launch has returned, and when the work is done.
    const Clock::time_point start = Clock::now();
    work();
    t.launch = ms_since(start);
    CHECK_CUDA(cudaDeviceSynchronize());
    t.host = ms_since(start);
    t.host_work = work_ms(d_ticks.to_host());

    // The device's clock, which the device reads when it passes the marks.
    EventTimer timer;
    timer.start();
    work();
    t.events = timer.stop_ms();
    t.events_work = work_ms(d_ticks.to_host());
    // ANCHOR_END: clocks

    gates.begin(name);
    gates.exact("y", d_y.to_host(), reference(x, rounds), {N});
    const std::vector<int> hold = {holds_work(t.host, t.host_work), holds_work(t.events, t.events_work)};
    gates.exact("elapsed", hold, {1, 1}, {2});
    return t;
}

// ---- Measure ----------------------------------------------------------------------------------

void print_times(const std::vector<Times>& all) {
    cudaDeviceProp device;
    CHECK_CUDA(cudaGetDeviceProperties(&device, 0));
    std::printf("\nmicroseconds   N  rounds    launch      host (in kernel)    events (in kernel)\n");
    for (const Times& t : all)
        std::printf("%-11s %4d  %6d  %8.1f  %8.1f  %10.1f  %8.1f  %10.1f\n", t.name.c_str(), t.N, t.rounds,
                    1e3 * t.launch, 1e3 * t.host, 1e3 * t.host_work, 1e3 * t.events, 1e3 * t.events_work);
    if (std::string(device.name).find("CPU device") != std::string::npos)
        std::printf("On the CPU device these times mean nothing: they are this processor's, and no GPU's.\n");
    std::printf("\n");
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y", "elapsed"});
    iterate<<<1, 1>>>(nullptr, nullptr, nullptr, 0, 0);  // warm-up: the first launch of a kernel also loads it
    CHECK_LAUNCH();
    CHECK_CUDA(cudaDeviceSynchronize());

    std::vector<Times> all;
    all.push_back(run(gates, "hand", 3, 3));           // from 0: 1, 4, 37; from 1: 4, 37, 2776; from 2: 11, 254, 129287
    all.push_back(run(gates, "one", 1, 1));            // the least work there is
    all.push_back(run(gates, "ragged", 257, 10007));   // three blocks
    for (const int rounds : {10000, 100000, 1000000})  // the same work, ten times as long each time
        all.push_back(run(gates, std::to_string(rounds), 4, rounds));
    print_times(all);
    return gates.finish();
}
