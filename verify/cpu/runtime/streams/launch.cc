// From a launch to its blocks: the checks that CUDA makes, and the workers that share the blocks.
#include "cpu/launch.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "verify/cpu/runtime/ground/device_limits.h"
#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/host_counts.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/observer.h"
#include "verify/cpu/runtime/run/block.h"
#include "verify/cpu/runtime/run/cooperative.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace cpu_device {
namespace {

std::atomic<bool> blocks_communicate = false;

unsigned core_count() {
    if (const char* text = asked("DAYBREAK_CORES")) {
        char* end = nullptr;
        const long cores = std::strtol(text, &end, 10);
        if (*end == '\0' && cores >= 1 && cores <= 1024) return static_cast<unsigned>(cores);
        std::fprintf(stderr,
                     "CPU device: DAYBREAK_CORES must be a number from 1 to 1024, not \"%s\": try DAYBREAK_CORES=1\n",
                     text);
        std::exit(2);
    }
    return std::max(1u, std::thread::hardware_concurrency());
}

// How many run blocks. Said at the launch, as is an order that is none.
unsigned workers() {
    static const bool exact = asked_order().exact;
    static const unsigned asked = core_count(), count = exact || blocks_communicate || observer != nullptr ? 1 : asked;
    return count;
}

// CUDA_LAUNCH_BLOCKING=1, as a GPU's driver has it: a launch returns when its kernel has ended.
Wait launches_wait() {
    static const bool on = [] {
        const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
        return value != nullptr && std::atoi(value) != 0;
    }();
    return on ? Wait::yes : Wait::no;
}

// The blocks of one launch, given out a chunk at a time.
class Blocks {
 public:
    Blocks(const Grid& grid, unsigned workers) : grid_(grid) {
        const dim3 size = grid.config.grid;
        count_ = std::uint64_t{size.x} * size.y * size.z;
        chunk_ = std::max<std::uint64_t>(1, count_ / (workers * 8));
        if (grid.order.kind == Order::random) grid.order.arrange(shuffled_, static_cast<unsigned>(count_), 0);
    }

    std::uint64_t count() const { return count_; }
    const Fault& fault() const { return fault_; }

    // What each OS thread does until no block is left.
    void work() {
        Worker& usual = Worker::mine();
        Turns turns(*this, usual);
        for (;;) {
            const std::uint64_t begin = next_.fetch_add(chunk_);
            const std::uint64_t end = std::min(begin + chunk_, count_);
            for (std::uint64_t i = begin; i < end; ++i) {
                if (stop_.load(std::memory_order_relaxed)) return;
                turns.begin(at(i));
            }
            if (end == count_ || begin >= count_) break;
        }
        turns.finish();
    }

    // Device printf, in the order of the blocks however they ran: block order for the default, the order asked for
    // otherwise.
    void print() const {
        for (const auto& [number, text] : output_) std::fwrite(text.data(), 1, text.size(), stdout);
    }

 private:
    // The blocks of one OS thread. They run one after another, but for those that wait for others: they are parked,
    // each with a worker of its own, and have a turn whenever another block ends or waits. As many as the device holds.
    class Turns {
     public:
        Turns(Blocks& blocks, Worker& usual) : blocks_(blocks), usual_(usual), free_(&usual) {
            usual.begin_grid(blocks.grid_);
        }
        ~Turns() {
            // After a fault the threads of parked blocks are suspended for ever, and so are their workers.
            if (free_ != nullptr) spare().push_back(free_);
            std::erase(spare(), &usual_);
            usual_.be_current();
        }
        Turns(const Turns&) = delete;
        Turns& operator=(const Turns&) = delete;

        void begin(std::uint64_t number) {
            while (!blocks_.stop_ && parked_.size() >= most()) give_turns();
            if (blocks_.stop_) return;
            if (free_ == nullptr) free_ = another();
            const dim3 size = blocks_.grid_.config.grid;
            const uint3 index{static_cast<unsigned>(number % size.x), static_cast<unsigned>(number / size.x % size.y),
                              static_cast<unsigned>(number / size.x / size.y)};
            if (!ended({free_, number}, free_->run_block(index, number)))
                parked_.push_back({std::exchange(free_, nullptr), number});
            if (!parked_.empty()) give_turns();
        }
        void finish() {
            while (!parked_.empty() && !blocks_.stop_) give_turns();
        }

     private:
        struct Parked {
            Worker* worker;
            std::uint64_t number;
        };

        void give_turns() {
            for (std::size_t i = 0; i < parked_.size() && !blocks_.stop_;) {
                const Parked one = parked_[i];
                if (!ended(one, one.worker->run_on())) {
                    ++i;
                    continue;
                }
                parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(i));
                if (free_ != nullptr) spare().push_back(std::exchange(free_, nullptr));
                free_ = one.worker;
            }
        }
        bool ended(const Parked& one, std::optional<Fault> fault) {
            if (!fault) return false;
            blocks_.finish(one.number, std::move(*fault), one.worker->take_output());
            return true;
        }
        std::size_t most() const {
            const LaunchConfig& config = blocks_.grid_.config;
            const unsigned threads = config.block.x * config.block.y * config.block.z;
            return std::max(1u, resident_blocks(threads, config.shared)) * std::size_t{multiprocessors};
        }
        Worker* another() {
            Worker* worker = nullptr;
            if (spare().empty()) {
                worker = new Worker;
            } else {
                worker = spare().back();
                spare().pop_back();
            }
            worker->begin_grid(blocks_.grid_);
            return worker;
        }
        static std::vector<Worker*>& spare() {  // of the OS thread
            static thread_local std::vector<Worker*> workers;
            return workers;
        }

        Blocks& blocks_;
        Worker& usual_;
        Worker* free_;  // none while all are parked
        std::vector<Parked> parked_;
    };

    std::uint64_t at(std::uint64_t i) const {
        if (grid_.order.kind == Order::reverse) return count_ - 1 - i;
        return shuffled_.empty() ? i : shuffled_[i];
    }

    void finish(std::uint64_t number, Fault fault, std::string output) {
        if (fault.error == cudaSuccess && output.empty()) return;
        const std::lock_guard lock(mutex_);
        if (!output.empty()) output_[grid_.order.exact ? output_.size() : number] = std::move(output);
        if (fault.error == cudaSuccess) return;
        fault_ = std::move(fault);
        stop_ = true;
    }

    const Grid& grid_;
    std::uint64_t count_, chunk_;
    std::vector<unsigned> shuffled_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::map<std::uint64_t, std::string> output_;
    Fault fault_;
};

// OS threads that help the one that launches. They sleep between launches, and as long as the process lives.
class Pool {
 public:
    explicit Pool(unsigned helpers) : helpers_(helpers) {
        for (unsigned i = 0; i < helpers; ++i) std::thread([this] { help(); }).detach();
    }

    void run(Blocks& blocks) {
        if (helpers_ == 0 || blocks.count() == 1) return blocks.work();
        {
            const std::lock_guard lock(mutex_);
            blocks_ = &blocks;
            busy_ = helpers_;
            ++launch_;
        }
        wake_.notify_all();
        blocks.work();
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return busy_ == 0; });
    }

 private:
    void help() {
        std::unique_lock lock(mutex_);
        for (unsigned long seen = 0;;) {
            wake_.wait(lock, [&] { return launch_ != seen; });
            seen = launch_;
            lock.unlock();
            blocks_->work();
            lock.lock();
            if (--busy_ == 0) done_.notify_one();
        }
    }

    const unsigned helpers_;
    std::mutex mutex_;
    std::condition_variable wake_, done_;
    Blocks* blocks_ = nullptr;
    unsigned busy_ = 0;
    unsigned long launch_ = 0;
};

// CUDA 13 says cudaErrorInvalidValue for every grid and block that cannot be: so it was measured on an H200, where the
// documentation has cudaErrorInvalidConfiguration.
cudaError_t check(const LaunchConfig& config) {
    const auto [gx, gy, gz] = static_cast<uint3>(config.grid);
    const auto [bx, by, bz] = static_cast<uint3>(config.block);
    if (gx == 0 || gy == 0 || gz == 0 || bx == 0 || by == 0 || bz == 0) return cudaErrorInvalidValue;
    if (gx > 0x7fffffffu || gy > 65535 || gz > 65535) return cudaErrorInvalidValue;
    if (bx > 1024 || by > 1024 || bz > 64 || bx * by * bz > max_threads) return cudaErrorInvalidValue;
    if (config.shared > dynamic_shared_limit()) return cudaErrorInvalidValue;
    if (config.cooperative && !fits_cooperatively(config)) return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
}

Fault run_blocks(const Grid& grid) {
    static Pool& pool = *new Pool(workers() - 1);
    Blocks blocks(grid, workers());
    pool.run(blocks);
    blocks.print();
    return blocks.fault();
}

// Runs every thread of the grid, now and to its end.
void run_grid(LaunchConfig config, const Call& call) {
    config.pointers = call.pointers;
    config.context = call.context;
    const Grid grid{config, call.thread, config.context, asked_order()};
    Fault fault;
    {
        const RuntimeAccess access;
        if (observer != nullptr) observer->grid_begins(config, config.block.x * config.block.y * config.block.z);
        fault = config.cooperative ? run_cooperatively(grid) : run_blocks(grid);
        if (observer != nullptr) observer->grid_ends();
    }
    if (fault.error == cudaSuccess) return;
    std::fflush(stdout);
    std::fputs(fault.text.c_str(), stderr);
    set_kernel_error(fault.error);
}

}  // namespace

BlocksCommunicate::BlocksCommunicate() { blocks_communicate = true; }

cudaError_t refuse(cudaError_t error) { return record(error); }

cudaError_t grid_work(Work& work, const LaunchConfig& config, const Call& call) {
    std::shared_ptr<const void> context;  // as long as the work may be done
    if (call.context != nullptr) context.reset(call.context, call.drop);
    if (const cudaError_t error = check(config); error != cudaSuccess) return error;
    if (call.thread == nullptr) return cudaErrorInvalidValue;  // a launch by address, and no arguments
    work = {.kind = Work::kernel,
            .run = [config, call, context] { run_grid(config, call); },
            .name = config.kernel,
            .where = config.where};
    return cudaSuccess;
}

cudaError_t start_grid(const LaunchConfig& config, const Call& call) {
    if (Worker* worker = Worker::running_kernel())
        worker->fail(cudaErrorNotSupported, "a launch from inside a kernel, which the CPU device does not support");
    workers();
    // A child process has the memory of its parent, but not its device: so it is with CUDA.
    [[maybe_unused]] static const int registered =
        pthread_atfork(nullptr, nullptr, [] { set_kernel_error(cudaErrorInitializationError); });

    Work work;
    cudaError_t error = finish(grid_work(work, config, call));
    bool accepted = false;  // the kernel's own error is not the launch's, also where the launch has waited for it
    if (error == cudaSuccess) {
        if (!captures(config.stream)) ++host_counts.launches;
        const cudaError_t submitted = submit(config.stream, std::move(work), launches_wait());
        accepted = submitted == cudaSuccess;
        error = finish(submitted);
    }
    if (observer != nullptr && accepted) observer->launch_accepted();
    if (observer != nullptr && !accepted) observer->launch_failed(config, error);
    return error;
}

}  // namespace cpu_device
