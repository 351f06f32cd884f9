#include "verify/cpu/checker/state.h"

#include "cpu/checked.h"

extern "C" {
extern char __executable_start;                       // of the program's own code and variables, from the linker
extern bool daybreak_counting __attribute__((weak));  // cpucc defines it in a program that is built to be counted
}

namespace cpu_device::checker {

constinit thread_local Mode mode = Mode::off;
State state;
Launched launched;
std::uintptr_t text_begin = number(&__executable_start);

bool counting() { return &daybreak_counting != nullptr; }

MemoryMap& memory() {
    static MemoryMap* const map = new MemoryMap;
    return *map;
}

void note_launch(const LaunchConfig& config, unsigned threads) {
    launched = {config.kernel, config.grid, config.block, threads, line_at(config.where)};
    state.variables_begin = memory().variables_begin();
    state.variables_end = memory().variables_end();
    memory().name_arguments(config);
}

}  // namespace cpu_device::checker

cpu_device::DeviceVariable::DeviceVariable(const volatile void* address, std::size_t bytes, const char* name,
                                           bool constant) {
    cpu_device::checker::memory().add_variable(cpu_device::checker::number(address), bytes, name, constant);
}
cpu_device::KernelParameters::KernelParameters(const char* kernel, const char* names) {
    cpu_device::checker::memory().add_kernel(kernel, names);
}
