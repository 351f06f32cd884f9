// min, max and abs of integers: of mixed types they compare as the common type, so -1 and 1u compare as unsigned.
#include "show.h"

__device__ long long result[14];

__global__ void compare(int minus, int plus, unsigned u, long long l, unsigned long long ul) {
    int i = 0;
    result[i++] = min(minus, plus);
    result[i++] = max(minus, plus);
    result[i++] = min(u, 7u);
    result[i++] = max(u, 7u);
    result[i++] = min(l, -5ll);
    result[i++] = max(l, -5ll);
    result[i++] = min(ul, 3ull);
    result[i++] = max(ul, 3ull) == ul;
    result[i++] = min(minus, u);  // -1 counts as 2^32 - 1
    result[i++] = max(minus, u);
    result[i++] = abs(minus);
    result[i++] = abs(plus);
    result[i++] = llabs(l);
    result[i++] = labs(static_cast<long>(l));
}

int main() {
    compare<<<1, 1>>>(-1, 5, 9, -4294967296, ~0ull);
    show("results", fetch(result));
}
