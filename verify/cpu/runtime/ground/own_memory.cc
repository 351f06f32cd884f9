#include "verify/cpu/runtime/ground/own_memory.h"

namespace cpu_device {

constinit thread_local int HostMemory::depth_ = 0;

}  // namespace cpu_device
