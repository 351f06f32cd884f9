// Questions about a device that is not there, and questions that are none.
#include "show.h"

int main() {
    int count = 0, value;
    show("count", cudaGetDeviceCount(&count));
    show("one or more", count >= 1);
    show("set device -1", cudaSetDevice(-1));
    show("set device 1000", cudaSetDevice(1000));
    cudaDeviceProp properties;
    show("properties of 1000", cudaGetDeviceProperties(&properties, 1000));
    show("attribute of 1000", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1000));
    show("attribute 9999", cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
    show("get device", cudaGetDevice(&value));
    show("device", value);
}
