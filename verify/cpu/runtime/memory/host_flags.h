// With which flags host memory was pinned.
#pragma once

namespace cpu_device {

void note_host_flags(const void* pointer, unsigned flags);

}  // namespace cpu_device
