// form: what CUDA has and the CPU device has not, by name: cudaGraphicsMapResources, cuCtxCreate, cudaIpcGetEventHandle
// refused: cuCtxCreate (the driver API) is not there yet
#include <cuda.h>
int main() { cuCtxCreate(nullptr, 0, 0); }
