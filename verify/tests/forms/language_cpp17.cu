// form: C++17: a lerp of one's own beside `using namespace std`, arithmetic on volatile, [=] with members, u8""
// std: c++17
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
#if __cplusplus != 201703L
#error "this is C++17"
#endif
using namespace std;
__host__ __device__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }
__global__ void mix(volatile int* p, float* f) {
    p[0] += 2;
    p[0]++;
    *f = lerp(1.0f, 3.0f, 0.5f);
}
enum Left { LEFT = 1 };
enum Right { RIGHT = 2 };
struct Closed {
    int x;
    Closed() = delete;
    explicit Closed(int y) : x(y) {}
    auto get() const {
        return [=] { return x; };
    }
};
int main() {
    int* p;
    float* f;
    cudaMallocManaged(&p, sizeof *p);
    cudaMallocManaged(&f, sizeof *f);
    *p = 0;
    mix<<<1, 1>>>(p, f);
    cudaDeviceSynchronize();
    const char* letters = u8"b";
    vector<string> words{letters, "a"};
    sort(words.begin(), words.end());
    const bool host = words[0] == "a" && (LEFT | RIGHT) == 3 && Closed(4).get()() == 4 && lerp(0.0f, 2.0f, 0.5f) == 1;
    puts(host && *p == 3 && *f == 2 ? "ok" : "wrong");
    cudaFree(p);
    cudaFree(f);
}
