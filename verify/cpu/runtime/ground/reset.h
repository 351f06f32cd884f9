// What cudaDeviceReset gives back.
#pragma once

namespace cpu_device {

void release_all_memory();   // device, managed and pinned
void release_all_handles();  // streams and events
void release_all_arrays();   // before the memory
void release_all_textures();

}  // namespace cpu_device
