// Time on the device between two points of a stream. Day 009 writes this out.
#pragma once

#include "common/check.h"

namespace common {

// Two CUDA events. What lies between start() and stop_ms() must go to the stream that start() named. On the CPU device
// the figure says nothing about a GPU.
class EventTimer {
 public:
    EventTimer() {
        CHECK_CUDA(cudaEventCreate(&begin_));
        CHECK_CUDA(cudaEventCreate(&end_));
    }
    ~EventTimer() {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;

    // Marks the beginning, behind all that `stream` already holds.
    void start(cudaStream_t stream = nullptr) {
        stream_ = stream;
        CHECK_CUDA(cudaEventRecord(begin_, stream_));
    }

    // Marks the end, waits until the device reaches it, and returns the milliseconds since start(). A launch returns
    // before its work is done: without the wait this would be the time of asking.
    float stop_ms() {
        float ms = 0.0f;
        CHECK_CUDA(cudaEventRecord(end_, stream_));
        CHECK_CUDA(cudaEventSynchronize(end_));
        CHECK_CUDA(cudaEventElapsedTime(&ms, begin_, end_));
        return ms;
    }

 private:
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    cudaStream_t stream_ = nullptr;
};

}  // namespace common
