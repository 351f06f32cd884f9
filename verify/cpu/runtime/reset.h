// What cudaDeviceReset gives back.
#pragma once

namespace cpu_device {

void release_all_memory();   // device, managed and pinned
void release_all_handles();  // streams and events

}  // namespace cpu_device
