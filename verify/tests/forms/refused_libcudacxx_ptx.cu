// form: <cuda/ptx>: PTX instructions as functions
// refused: <cuda/ptx> (libcu++) is not there yet
#include <cuda/ptx>
int main() { return 0; }
