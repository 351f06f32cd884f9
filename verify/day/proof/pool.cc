#include "verify/day/proof/pool.h"

#include <thread>
#include <utility>
#include <vector>

namespace day {

void Pool::add(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    changed_.notify_one();
}

void Pool::add_first(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_front(std::move(job));
    changed_.notify_one();
}

void Pool::work(int threads) {
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([this] { work_on(); });
    work_on();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Pool::work_on() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return !jobs_.empty() || running_ == 0 || failure_; });
        if (jobs_.empty() || failure_) return changed_.notify_all();
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        ++running_;
        lock.unlock();
        try {
            job();
            lock.lock();
        } catch (...) {
            lock.lock();
            if (!failure_) failure_ = std::current_exception();
        }
        --running_;
        changed_.notify_all();
    }
}

}  // namespace day
