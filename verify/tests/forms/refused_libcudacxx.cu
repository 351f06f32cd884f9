// form: <cuda/pipeline>, <cuda/barrier>, <cuda/atomic>, <cuda/std/...>: libcu++
// refused: <cuda/pipeline> (libcu++) is not there yet
#include <cuda/pipeline>
int main() { return cuda::thread_scope_block; }
