// form: <cub/cub.cuh>: CUB's block and device algorithms
// refused: <cub/cub.cuh> (CUB) is not there
#include <cub/cub.cuh>
int main() { return sizeof(cub::BlockReduce<float, 128>::TempStorage) == 0; }
