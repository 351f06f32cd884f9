// Jobs that are done by several threads.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>

namespace day {

class Pool {
 public:
    using Job = std::function<void()>;

    // A job may add others: they come before all that wait. To be called before work(), or by a job.
    void add(Job job);
    void add_first(Job job);

    // Does all jobs in so many threads; returns when none is left. A job that throws is the last one of its thread, no
    // other job begins, and what it threw is thrown here.
    void work(int threads);

 private:
    void work_on();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    int running_ = 0;
    std::exception_ptr failure_;
};

}  // namespace day
