// form: <cute/...>, <cutlass/...>: CUTLASS
// refused: <cute/tensor.hpp> (CUTLASS) is not there
#include <cute/tensor.hpp>
int main() {}
