// form: the driver API: cuInit, cuModuleLoad, cuLaunchKernel
// refused: cuInit (the driver API) is not there yet
#include <cuda.h>
int main() { return cuInit(0); }
