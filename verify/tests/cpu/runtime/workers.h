// How many of the host's threads share the blocks of a launch.
#pragma once

#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

inline __global__ void note_worker(std::thread::id* worker) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // so that another worker gets its share
    worker[blockIdx.x] = std::this_thread::get_id();
}

// For a child process: ends it with the number of workers as its exit code.
[[noreturn]] inline void exit_with_number_of_workers(const char* order, const char* cores) {
    steer("DAYBREAK_ORDER", order);
    steer("DAYBREAK_CORES", cores);
    common::DeviceArray<std::thread::id> worker(32);
    note_worker<<<32, 1>>>(worker.data());
    const std::vector<std::thread::id> of_block = worker.to_host();
    std::_Exit(static_cast<int>(std::set(of_block.begin(), of_block.end()).size()));
}
