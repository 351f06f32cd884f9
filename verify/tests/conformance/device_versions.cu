// The versions: of the runtime that the program was built with, and of the one that it runs on.
#include "show.h"

int main() {
    int runtime = 0, driver = 0;
    show("runtime version", cudaRuntimeGetVersion(&runtime));
    show("driver version", cudaDriverGetVersion(&driver));
    show("built with what runs", runtime == CUDART_VERSION);
    show("CUDA 12 or newer", runtime >= 12000);
#ifdef __CUDACC__
    show("__CUDACC__", "defined");
#endif
#ifdef __NVCC__
    show("__NVCC__", "defined");
#endif
    show("to nowhere", cudaRuntimeGetVersion(nullptr), cudaDriverGetVersion(nullptr));
}
