#include "verify/cpu/runtime/run/cooperative.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "verify/cpu/runtime/ground/device_limits.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/observer.h"

namespace cpu_device {

class CooperativeGrid {
 public:
    explicit CooperativeGrid(const Grid& grid);
    ~CooperativeGrid();
    Fault run();

 private:
    void print();
    Fault deadlock() const;

    // Kept for the OS thread's next cooperative grid.
    struct Pool {
        std::vector<std::unique_ptr<Worker>> workers;
        std::vector<std::unique_ptr<Fiber>>
            fibers;  // no grid needs more than the device's threads, see device_limits.h
    };
    static Pool& pool() {
        static thread_local Pool pool;
        return pool;
    }

    const Grid& grid_;
    Worker& usual_;
    GridBarrier barrier_;
    std::vector<unsigned> order_;  // of the blocks
    std::vector<std::unique_ptr<Worker>>& workers_;
};

CooperativeGrid::CooperativeGrid(const Grid& grid)
    : grid_(grid),
      usual_(Worker::mine()),
      barrier_{grid.config.grid.x * grid.config.grid.y * grid.config.grid.z},
      workers_(pool().workers) {
    const dim3 size = grid.config.grid;
    grid.order.arrange(order_, barrier_.blocks, 0);
    while (workers_.size() < barrier_.blocks) workers_.emplace_back(new Worker);
    for (unsigned number = 0; number < barrier_.blocks; ++number) {
        Worker& worker = *workers_[number];
        worker.grid_barrier_ = &barrier_;
        worker.stock_ = &pool().fibers;
        worker.begin_grid(grid);
        worker.begin_block({number % size.x, number / size.x % size.y, number / size.x / size.y}, number);
        if (observer != nullptr) observer->block_rests();
    }
}

CooperativeGrid::~CooperativeGrid() {
    usual_.become_current(workers_[barrier_.blocks - 1]->block_number_);
    for (unsigned number = 0; number < barrier_.blocks; ++number) {
        Worker& worker = *workers_[number];
        if (observer != nullptr) observer->block_ends(worker.block_);
        if (worker.idle_.size() != worker.fibers_.size()) continue;  // a fault: its threads are suspended for ever
        for (std::unique_ptr<Fiber>& fiber : worker.fibers_) pool().fibers.push_back(std::move(fiber));
        worker.fibers_.clear();
        worker.idle_.clear();
    }
}

Fault CooperativeGrid::run() {
    unsigned long long printed_phase = 0;
    for (bool any = true; any;) {
        any = false;
        for (const unsigned number : order_) {
            Worker& worker = *workers_[number];
            if (!worker.can_go_on()) continue;
            any = true;
            worker.go_on();
            if (worker.fault_.error != cudaSuccess) {
                print();
                return std::move(worker.fault_);
            }
        }
        // What was printed before the grid's barrier stands before what is printed after it.
        if (std::exchange(printed_phase, barrier_.phase) != barrier_.phase) print();
    }
    print();
    for (unsigned number = 0; number < barrier_.blocks; ++number)
        if (workers_[number]->alive_ > 0) return deadlock();
    return {};
}

// In the order of the blocks, or in that in which they ran if it was asked for.
void CooperativeGrid::print() {
    for (unsigned i = 0; i < barrier_.blocks; ++i) {
        const std::string text = workers_[grid_.order.exact ? order_[i] : i]->take_output();
        std::fwrite(text.data(), 1, text.size(), stdout);
    }
}

// Who waits where, one line for each place, and who has left.
Fault CooperativeGrid::deadlock() const {
    struct Group {
        unsigned count = 0;
        uint3 thread{}, block{};
    };
    std::map<std::tuple<std::string, int, std::string, unsigned>, Group> places;
    Group exited;
    for (unsigned number = 0; number < barrier_.blocks; ++number) {
        const Worker& worker = *workers_[number];
        for (const Thread& thread : worker.threads_) {
            const bool waits = thread.state != Thread::exited;
            const unsigned mask = thread.state == Thread::in_warp ? thread.mask : 0;
            Group& group = waits ? places[{thread.where->file, thread.where->line, thread.where->what, mask}] : exited;
            if (group.count++ == 0) group.thread = thread.index, group.block = worker.block_;
        }
    }
    std::string text =
        format("CPU device: deadlock in kernel %s: no thread of the grid can go on\n", grid_.config.kernel);
    const auto add = [&](const Group& group, const std::string& what) {
        const uint3 t = group.thread, b = group.block;
        text += format("    %u thread%s %s, first thread (%u,%u,%u) of block (%u,%u,%u)\n", group.count,
                       group.count == 1 ? "" : "s", what.c_str(), t.x, t.y, t.z, b.x, b.y, b.z);
    };
    for (const auto& [place, group] : places) {
        const auto& [file, line, what, mask] = place;
        const char* const verb = group.count == 1 ? "waits" : "wait";
        add(group, format("%s at %s:%d in %s", verb, file.c_str(), line, what.c_str()) +
                       (mask != 0 ? format(" with mask 0x%08x", mask) : ""));
    }
    if (exited.count > 0) add(exited, exited.count == 1 ? "has exited" : "have exited");
    return {cudaErrorLaunchTimeout, text};
}

bool fits_cooperatively(const LaunchConfig& config) {
    const std::uint64_t blocks = std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;
    return blocks <= std::uint64_t{resident_blocks(config.block.x * config.block.y * config.block.z, config.shared)} *
                         multiprocessors;
}

Fault run_cooperatively(const Grid& grid) { return CooperativeGrid(grid).run(); }

}  // namespace cpu_device
