// form: <thrust/...>: Thrust's vectors and algorithms
// refused: <thrust/device_vector.h> (Thrust) is not there
#include <thrust/device_vector.h>
int main() { return thrust::device_vector<int>(1).size() != 1; }
