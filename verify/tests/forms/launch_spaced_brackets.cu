// form: a launch with blanks in its brackets, as Visual Studio's formatter has it: kernel << <1, 32 >> > (x)
#include <cstdio>
#include <vector>
__global__ void add(int* p, int x) { atomicAdd(p, x); }
struct Shown {
    int x;
    template <class T>
    Shown& operator<<(T more) {
        x += more;
        return *this;
    }
};
template <int N>
struct Of {
    template <class T>
    struct And {
        static constexpr int value = N;
    };
};
template <class T>
dim3 blocks(int n) {
    return dim3(n);
}
int main() {
    int* d;
    cudaMallocManaged(&d, sizeof(int));
    *d = 0;
    // clang-format off
    add << <1, 2 >> > (d, 1);
    add<< <dim3(1), dim3(3)>> >(d, 10);
    add <<<1, 1>> > (d, Of<(8 >> 1)>::And<std::vector<int> >::value);
    // clang-format on
    add<<<blocks<std::vector<std::vector<int>>>(2), 1>>>(d, 100);
    Shown shown{0};
    shown.operator<< <int>(5);  // no launch
    cudaDeviceSynchronize();
    std::puts(*d == 236 && shown.x == 5 ? "ok" : "wrong");
    cudaFree(d);
}
