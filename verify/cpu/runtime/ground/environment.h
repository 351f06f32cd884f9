// The environment variables by which a run is steered: docs/cpu-device.md lists them. They are read before main and
// then taken out of the environment, so that a program cannot behave by the order in which it is tried.
#pragma once

namespace cpu_device {

const char* asked(const char* name);    // its value; null when it was not set
bool is_switched_on(const char* name);  // set, and neither empty nor "0"

// As though it had been set so, null for not at all: for tests, in a process that has not asked yet.
void steer(const char* name, const char* value);

}  // namespace cpu_device
