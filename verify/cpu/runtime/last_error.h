// The error state of the process. A launch's own error is there at once; an error inside a kernel comes to light at the next call that
// waits for the device, and then stays: the context is dead.
#pragma once

#include "cpu/errors.h"

namespace cpu_device {

void set_last_error(cudaError_t error);
void set_asynchronous_error(cudaError_t error);
bool context_is_dead();         // a kernel has failed, whether anybody has been told yet or not
cudaError_t synchronize();      // what a call that waits for the device returns
cudaError_t finish(cudaError_t error);  // what a call returns: the dead context's error, else `error`, which it also records

}  // namespace cpu_device
