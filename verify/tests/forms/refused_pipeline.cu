// form: <cuda_pipeline.h>: __pipeline_memcpy_async
// refused: <cuda_pipeline.h> (asynchronous copies to shared memory) is not there yet
#include <cuda_pipeline.h>
__global__ void wait() { __pipeline_wait_prior(0); }
int main() { wait<<<1, 1>>>(); }
