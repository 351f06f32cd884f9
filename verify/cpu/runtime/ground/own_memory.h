// Memory of the runtime's own needs, which must not use up the heap of the program's kernels.
#pragma once

namespace cpu_device {

// While one lives, what this OS thread allocates comes from the host, also in a kernel.
class HostMemory {
 public:
    HostMemory() { ++depth_; }
    ~HostMemory() { --depth_; }
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;
    static bool wanted() { return depth_ > 0; }

 private:
    static constinit thread_local int depth_;
};

}  // namespace cpu_device
