// What the calls for peers say of a device that is no peer of itself, and of one that does not exist.
#include "show.h"

int main() {
    show("enable none", cudaDeviceEnablePeerAccess(1000, 0));
    show("enable with flags", cudaDeviceEnablePeerAccess(0, 1));
    show("disable itself", cudaDeviceDisablePeerAccess(0));
    show("disable none", cudaDeviceDisablePeerAccess(1000));
    cudaGetLastError();
    show("afterwards", cudaDeviceSynchronize());
}
