// cudaDeviceSetLimit and cudaDeviceGetLimit, cudaSetDeviceFlags, the place on the bus.
#include "show.h"

#include <cstring>

int main() {
    size_t value = 0;
    must(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    show("stack", value);
    show("set", cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    must(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    show("at least as asked", value >= 4096);
    show("no such limit", cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)));
    show("no such limit", cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1));
    unsigned flags = 0;
    show("flags", cudaSetDeviceFlags(cudaDeviceScheduleYield));
    must(cudaGetDeviceFlags(&flags));
    show("schedule", flags & cudaDeviceScheduleMask);
    show("no such flags", cudaSetDeviceFlags(0x7000));
    char bus[32];
    int device = -1;
    show("bus", cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    show("its length", static_cast<int>(std::strlen(bus)));
    show("found again", cudaDeviceGetByPCIBusId(&device, bus));
    show("device", device);
    show("no room", cudaDeviceGetPCIBusId(bus, 4, 0));
}
