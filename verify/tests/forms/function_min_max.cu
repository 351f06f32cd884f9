// form: min, max and abs without std::, umin and llmax, of mixed integers, under `using namespace std`
#include <algorithm>
#include <cmath>
#include <cstdio>
using namespace std;
__managed__ float total;
__global__ void add(int n, const size_t limit) {
    const int last = min(n, (blockIdx.x + 1) * blockDim.x);
    const float high = max(1.5f, sqrtf(16)), low = fminf(min(2.0f, 3.0f), INFINITY);
    if (threadIdx.x > 0) return;
    total = last + high + low + abs(-3) + fabs(-0.5f) + max(n, 3) + min((size_t)7, limit) + pow(2.0f, 3) + exp(0.0f) +
            umin(3u, ~0u) + llmax(-1, 4) + ullmin(5, ~0ull);
}
int main() {
    add<<<1, 32>>>(20, 100);
    cudaDeviceSynchronize();
    printf(total == 20 + 4 + 2 + 3 + 0.5f + 20 + 7 + 8 + 1 + 3 + 4 + 5 ? "ok\n" : "wrong\n");
}
